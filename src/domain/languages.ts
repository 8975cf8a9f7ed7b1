/** The languages of the product, as BCP 47 tags. The pages of the first one have no prefix in their path. */
export const LANGUAGES = ['en', 'id'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The prefix of the paths of a language's pages: `/id`; empty for the first language. */
export function basePath(language: Language): string {
  return language === LANGUAGES[0] ? '' : `/${language}`;
}
