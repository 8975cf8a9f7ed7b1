import type { Language } from '#domain/languages.ts';

/** The offers of these pages in another language, in that language. */
export const offers: Readonly<Partial<Record<Language, { readonly sentence: string; readonly link: string }>>> = {
  en: { sentence: 'This page is also available in English.', link: 'Open' },
};
