import type { Language } from '#domain/languages.ts';

/** The offers of these pages in another language, in that language. Visitors of these pages have chosen their language. */
export const offers: Readonly<Partial<Record<Language, { readonly sentence: string; readonly link: string }>>> = {};
