export const balance = 'Balance';
export const buyTickets = 'Buy Tickets';
export const seats = 'Seats';
export const seeTheMovies = 'See the movies';
export const userName = 'User name';

/** Instead of the films, on the home page and on Movies. */
export const filmsNotLoaded = 'The films could not be loaded';
export const nothingShowing = 'No films are showing today';
