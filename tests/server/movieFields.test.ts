import * as v from 'valibot';
import { expect, test } from 'vitest';
import { movieSchema, type Movie } from '#contract/movie.ts';
import { listMovies } from '../../src/server/store/movies.ts';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import { nosferatu, theKid } from './catalogueMovies.ts';
import { describeOnBothEngines } from './onBothEngines.ts';

/** Another value of each field; a new field of a film gets its own here. */
const OTHER: Omit<Movie, 'id'> = {
  title: 'The Kid, restored',
  description: 'A tramp finds an abandoned baby, and keeps it.',
  release_date: '1971-03-31',
  poster_url: '/posters/the-kid-restored.svg',
  age_rating: 7,
  ticket_price: 36_000,
};

const fields = v.keyof(v.omit(movieSchema, ['id'])).options;

describeOnBothEngines('section 3, Movie: the catalogue and the database hold the same fields', ({ open }) => {
  test.each(fields)('%s: a change is stored and told once, and undone as it was made', async (field) => {
    const cinema = await open({ movies: [theKid, nosferatu] });
    const changed: Movie = { ...theKid, [field]: OTHER[field] };
    const load = (movie: Movie) => seedCatalogue(cinema, [movie, nosferatu], cinema.clock.now);
    expect((await load(theKid)).changed, 'nothing is new').toEqual([]);
    for (const movie of [changed, theKid]) {
      expect((await load(movie)).changed).toEqual([movie.title]);
      expect((await load(movie)).changed, 'at the next start').toEqual([]);
      expect(await listMovies(cinema.db)).toEqual([movie, nosferatu]);
    }
  });
});
