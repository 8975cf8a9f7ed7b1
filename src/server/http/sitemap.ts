import { alternatesOf, LANGUAGES, localPath } from '#domain/languages.ts';
import { moviePath, PATHS, PERSONAL } from '#domain/paths.ts';

const PUBLIC = Object.values(PATHS).filter((path) => !path.includes(':') && !PERSONAL.has(path));

/** The public pages in every language as XML (sitemaps.org), each with its URLs in the other languages. */
export function sitemap(origin: string, films: readonly { readonly title: string }[]): string {
  const paths = [...PUBLIC, ...films.map(({ title }) => moviePath(title))];
  const entries = paths.flatMap((path) => {
    const links = alternatesOf(path).map(
      (each) => `<xhtml:link rel="alternate" hreflang="${each.hreflang}" href="${origin}${each.path}"/>`,
    );
    return LANGUAGES.map((language) => `<url><loc>${origin}${localPath(language, path)}</loc>${links.join('')}</url>`);
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}
