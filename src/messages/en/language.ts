import type { Language, OtherLanguage } from '#domain/languages.ts';

/** The language of these messages. */
export const language: Language = 'en';

/** `basePath(language)`, as a constant that the bundler inlines. */
export const base: string = '';

/** The locale of dates and link previews. */
export const locale: string = 'en-US';

/** The other languages, each by its own name, and the prefixes of their pages. */
export const others: readonly OtherLanguage[] = [{ language: 'id', base: '/id', name: 'Bahasa Indonesia' }];
