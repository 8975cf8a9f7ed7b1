import * as v from 'valibot';
import { movieSchema } from '#contract/movie.ts';

/** A film without an age limit: Rp.35.000, rated 0. */
export const theKid = v.parse(movieSchema, {
  id: 1,
  title: 'The Kid',
  description: 'A tramp finds an abandoned baby.',
  release_date: '1921-01-21',
  poster_url: '/posters/the-kid.svg',
  age_rating: 0,
  ticket_price: 35_000,
});

/** A film rated 13, for buyers older than that: Rp.40.000. */
export const nosferatu = v.parse(movieSchema, {
  id: 2,
  title: 'Nosferatu',
  description: 'A count who travels only by night.',
  release_date: '1922-03-04',
  poster_url: '/posters/nosferatu.svg',
  age_rating: 13,
  ticket_price: 40_000,
});
