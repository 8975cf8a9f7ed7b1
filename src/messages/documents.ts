import type { Language } from '#domain/languages.ts';
import { documentMessages as en } from './en/document.ts';
import { documentMessages as id } from './id/document.ts';

/** The texts of the HTML documents in every language, for the build and the server. The client has only those of its own. */
export const documentMessages: Readonly<Record<Language, Readonly<typeof en>>> = { en, id };
