import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { movieSchema, type Movie } from '#contract/movie.ts';
import { OperatorError } from '../../src/server/errors/operatorError.ts';
import { listMovies } from '../../src/server/store/movies.ts';
import { readCatalogue } from '../../src/server/store/readCatalogue.ts';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import { nosferatu, theKid } from './catalogueMovies.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import { catalogueFile } from './testFolder.ts';

describe('section 3, Movie: the catalogue', () => {
  test('the one shipped is right', async () => {
    expect((await readCatalogue()).length).toBeGreaterThan(5);
  });

  test('another is read from its file', async () => {
    expect(await readCatalogue(catalogueFile(JSON.stringify([theKid, nosferatu])))).toEqual([theKid, nosferatu]);
  });

  test.each([
    ['not JSON', '{', /is not JSON$/],
    ['no list', '{}', /is not right at its top: /],
    ['a price of nothing', JSON.stringify([theKid, { ...nosferatu, ticket_price: 0 }]), /right at 1\.ticket_price: /],
    ['one id twice', JSON.stringify([theKid, { ...nosferatu, id: 1 }]), /gives the id 1 to two films$/],
    ['one title twice', JSON.stringify([theKid, { ...theKid, id: 2 }]), /gives the title The Kid to two films$/],
  ])('%s is refused in a sentence', async (_name, text, message) => {
    const reading = readCatalogue(catalogueFile(text));
    await expect(reading).rejects.toThrow(OperatorError);
    await expect(reading).rejects.toThrow(message);
  });

  test('a missing file is refused with a message', async () => {
    await expect(readCatalogue('/no/such/movies.json')).rejects.toThrow(
      'The catalogue /no/such/movies.json cannot be read (ENOENT)',
    );
  });
});

/** Another value of each field; a new field of a film gets its own here. */
const OTHER: Omit<Movie, 'id'> = {
  title: 'The Kid, restored',
  description: 'A tramp finds an abandoned baby, and brings it up.',
  release_date: '1971-03-31',
  poster_url: '/posters/the-kid-restored.svg',
  age_rating: 7,
  ticket_price: 36_000,
};

const fields = v.keyof(v.omit(movieSchema, ['id'])).options;

describeOnBothEngines('section 3, Movie: the catalogue and the database hold the same fields', ({ open }) => {
  test.each(fields)('%s: a change is stored and reported once, and undone as it was made', async (field) => {
    const cinema = await open();
    const changed: Movie = { ...theKid, [field]: OTHER[field] };
    const load = (movie: Movie) => seedCatalogue(cinema, [movie, nosferatu], cinema.clock.now);
    expect((await load(theKid)).changed, 'nothing is new').toEqual([]);
    for (const movie of [changed, theKid]) {
      expect((await load(movie)).changed).toEqual([movie.title]);
      expect((await load(movie)).changed, 'at the next start').toEqual([]);
      expect(await listMovies(cinema.db)).toEqual([movie, nosferatu]);
    }
  });

  test('a new catalogue swaps the titles of films', async () => {
    const cinema = await open();
    const swapped = [
      { ...theKid, title: nosferatu.title },
      { ...nosferatu, title: theKid.title, ticket_price: 1 },
    ];
    await seedCatalogue(cinema, swapped, cinema.clock.now);
    expect(await listMovies(cinema.db)).toEqual(swapped);
  });
});
