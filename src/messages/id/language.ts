import type { Language } from '#domain/languages.ts';

/** The language of these messages. */
export const language: Language = 'id';

/** `basePath(language)`, as a constant that the bundler inlines. */
export const base: string = '/id';

/** The locale of dates and link previews. */
export const locale: string = 'id-ID';
