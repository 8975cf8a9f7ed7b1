/** The languages of the product, as BCP 47 tags. The pages of the first one have no prefix in their path. */
export const LANGUAGES = ['en', 'id'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The prefix of the paths of a language's pages: `/id`; empty for the first language. */
export function basePath(language: Language): string {
  return language === LANGUAGES[0] ? '' : `/${language}`;
}

/** The language of the page at a path, which may have a query. Ignores case, as the router does. */
export function languageAt(path: string): Language {
  const [, first = ''] = path.split(/[/?]/);
  return LANGUAGES.slice(1).find((language) => language === first.toLowerCase()) ?? LANGUAGES[0];
}

/** The path, without a query, without the prefix of its language: `/movies` for `/id/movies`, and `/` for `/id`. */
export function pathWithin(path: string): string {
  return path.slice(basePath(languageAt(path)).length) || '/';
}

/** The path of a language's service worker. It lies above the pages of every language, because a worker controls no path above its own. */
export function serviceWorkerPath(language: Language): string {
  return language === LANGUAGES[0] ? '/service-worker.js' : `/service-worker-${language}.js`;
}
