import { basePath, type Language } from '#domain/languages.ts';
import { PATHS } from '#domain/paths.ts';
import { documentMessages } from '../../messages/documents.ts';

/** Sent under load for an address without a page, because the product's document would then have to be rendered. */
export function notFoundDocument(language: Language): string {
  const { notFound, nothingHere, seeTheMovies } = documentMessages[language];
  const movies = basePath(language) + PATHS.movies;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${notFound} · Nobar Now</title></head><body><main><h1>${notFound}</h1><p>${nothingHere} <a href="${movies}">${seeTheMovies}</a></p></main></body></html>`;
}
