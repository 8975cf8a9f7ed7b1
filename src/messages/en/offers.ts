import type { OfferedLanguage } from '#domain/languages.ts';

/** The offers of these pages in another language, in that language. */
export const offers: Readonly<Record<OfferedLanguage, { readonly sentence: string; readonly link: string }>> = {
  id: { sentence: 'Halaman ini juga tersedia dalam bahasa Indonesia.', link: 'Buka' },
};
