/** The first line of the heading. The second one is the product's name. */
export const welcomeTo = 'Welcome to';
export const nowShowing = 'Now Showing';
/** The way to all films without JavaScript. */
export const allFilms = 'All films';

/** Screen readers say these instead of the roles of the carousel and of a film in it. */
export const carousel = 'carousel';
export const slide = 'slide';
export const previous = 'Previous';
export const next = 'Next';

/** The accessible name of a film in the carousel: `Nosferatu, 3 of 18`. */
export function slideName(movieTitle: string, position: number, count: number): string {
  return `${movieTitle}, ${position} of ${count}`;
}
