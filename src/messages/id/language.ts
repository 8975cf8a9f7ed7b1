import type { Language, OtherLanguage } from '#domain/languages.ts';

/** The language of these messages. */
export const language: Language = 'id';

/** `basePath(language)`, as a constant that the bundler inlines. */
export const base: string = '/id';

/** The locale of dates and link previews. */
export const locale: string = 'id-ID';

/** The other languages, each by its own name, and the prefixes of their pages. */
export const others: readonly OtherLanguage[] = [{ language: 'en', base: '', name: 'English' }];
