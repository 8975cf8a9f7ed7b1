/**
 * The languages of the product, as two-letter codes (ISO 639-1). A region, as in `pt-BR`, belongs in `locale` of the messages: paths and
 * the languages of browsers are compared by the code alone. The pages of the first language have no prefix in their path.
 */
export const LANGUAGES = ['en', 'id'] as const;

export type Language = (typeof LANGUAGES)[number];

/** A language as the pages of another one name it. */
export interface OtherLanguage {
  readonly language: Language;
  readonly base: string;
  /** The name of the language in itself. */
  readonly name: string;
}

/** The languages of a browser's user, the preferred one first. */
interface UserLanguages {
  readonly languages?: readonly string[] | undefined;
  readonly language?: string | undefined;
}

/** The prefix of the paths of a language's pages: `/id`; empty for the first language. */
export function basePath(language: Language): string {
  return language === LANGUAGES[0] ? '' : `/${language}`;
}

/** The language of the product for other codes: the old code of Indonesian, and Javanese and Sundanese, whose speakers read it. */
const INSTEAD = new Map<string, Language>([
  ['in', 'id'],
  ['jv', 'id'],
  ['su', 'id'],
]);

/**
 * The language of the product that a browser prefers, from the language tags of its user; undefined if they name none. In the browsers of
 * some apps, the list is missing or empty.
 */
export function preferredLanguage({ languages, language }: UserLanguages): Language | undefined {
  for (const tag of [...(languages ?? []), language ?? '']) {
    const [code = ''] = tag.toLowerCase().split(/[-_]/);
    const known = LANGUAGES.find((each) => each === code) ?? INSTEAD.get(code);
    if (known !== undefined) return known;
  }
  return undefined;
}

/** The path of a page in a language: `/id/movies` for `/movies`, and `/id` for `/`. */
export function localPath(language: Language, path: string): string {
  return path === '/' ? basePath(language) || '/' : basePath(language) + path;
}

/** The paths of a page in every language, for `hreflang`. Users of other languages get the page in the first language. */
export function alternatesOf(path: string): { readonly hreflang: string; readonly path: string }[] {
  return [
    ...LANGUAGES.map((language) => ({ hreflang: language, path: localPath(language, path) })),
    { hreflang: 'x-default', path },
  ];
}

/** The language of the page at a path, which may have a query. Ignores case, as the router does. A script in index.html repeats this rule. */
export function languageAt(path: string): Language {
  const [, first = ''] = path.split(/[/?]/);
  return LANGUAGES.find((language) => language === first.toLowerCase()) ?? LANGUAGES[0];
}

/** The path, without a query, without the prefix of its language: `/movies` for `/id/movies`, and `/` for `/id`. */
export function pathWithin(path: string): string {
  return path.slice(basePath(languageAt(path)).length) || '/';
}

/** The path of a language's service worker. It lies above the pages of every language, because a worker controls no path above its own. */
export function serviceWorkerPath(language: Language): string {
  return language === LANGUAGES[0] ? '/service-worker.js' : `/service-worker-${language}.js`;
}

/** The path of the service worker of a language's door, above the only page that it controls. */
export function doorWorkerPath(language: Language): string {
  return `/door-worker-${language}.js`;
}

/** Makes a value for each language. */
export async function forLanguages<Value>(
  make: (language: Language) => Promise<Value>,
): Promise<Readonly<Record<Language, Value>>> {
  return { en: await make('en'), id: await make('id') };
}
