/** The first line of the heading. The second one is the product's name. */
export const welcomeTo = 'Selamat datang di';
export const nowShowing = 'Sedang Tayang';
/** The way to all films without JavaScript. */
export const allFilms = 'Semua film';

/** Screen readers say these instead of the roles of the carousel and of a film in it. */
export const carousel = 'karusel';
export const slide = 'slide';
export const previous = 'Sebelumnya';
export const next = 'Berikutnya';

/** The accessible name of a film in the carousel: `Nosferatu, 3 dari 18`. */
export function slideName(movieTitle: string, position: number, count: number): string {
  return `${movieTitle}, ${position} dari ${count}`;
}
