import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { movieSchema, type Movie } from '#contract/movie.ts';
import { isOldEnough } from '#domain/age.ts';
import { demoAccount } from '../../src/server/demoAccount.ts';
import { OperatorError } from '../../src/server/errors.ts';
import { listMovies } from '../../src/server/store/movies.ts';
import { TRANSLATED_DESCRIPTIONS, type CatalogueMovie } from '../../src/server/store/catalogueSchema.ts';
import { readCatalogue } from '../../src/server/store/readCatalogue.ts';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import { nosferatu, theKid } from './catalogueMovies.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';
import { catalogueFile } from './testFolder.ts';

const fields = v.keyof(v.omit(movieSchema, ['id', 'description_language'])).options;

/** The fields of a film that are texts. */
const texts = [...fields.filter((field) => typeof theKid[field] === 'string'), ...TRANSLATED_DESCRIPTIONS];

describe('section 3, Movie: the catalogue', () => {
  test('the shipped catalogue is valid', async () => {
    expect((await readCatalogue()).length).toBeGreaterThan(5);
  });

  test.each(TRANSLATED_DESCRIPTIONS)('every film of the shipped catalogue has a %s', async (field) => {
    const lacking = (await readCatalogue()).filter(({ [field]: text = '' }) => text === '');
    expect(lacking.map(({ title }) => title)).toEqual([]);
  });

  test('the shipped catalogue has a film for buyers older than 18: the demo account can buy it, a user of 18 cannot', async () => {
    const adult = (await readCatalogue()).find(({ age_rating: rating }) => rating === 18);
    const ages = [demoAccount.age, 18];
    expect(ages.map((age) => adult && isOldEnough(age, adult.age_rating))).toEqual([true, false]);
  });

  test('a catalogue is read from the given file', async () => {
    expect(await readCatalogue(catalogueFile(JSON.stringify([theKid, nosferatu])))).toEqual([theKid, nosferatu]);
  });

  test.each([
    ['not JSON', '[\n{]', /^The catalogue \S+movies\.json is not JSON: .*\(line 2 column 2\)$/],
    ['an empty file', '', /is not JSON: /],
    ['JSON that is not a list', '{}', /is invalid: the file is not a list of films: /],
    ['a film that is a text', JSON.stringify([theKid, 'Nosferatu']), /is invalid: film 2: /],
    ['a film without a title', JSON.stringify([{ ...theKid, title: undefined }]), /is invalid: film 1, title: /],
    [
      'a description in Indonesian with control characters',
      JSON.stringify([{ ...theKid, description_id: '\u0007' }]),
      /is invalid: film 1 \("The Kid"\), description_id: must not contain control characters$/,
    ],
    ['two films with the same id', JSON.stringify([theKid, { ...nosferatu, id: 1 }]), /gives the id 1 to two films$/],
    [
      'two titles that look the same',
      JSON.stringify([theKid, { ...theKid, id: 2, title: 'The\u00A0 Kid' }]),
      /gives the title The Kid to two films$/,
    ],
  ])('%s is refused with a message', async (_name, text, message) => {
    const reading = readCatalogue(catalogueFile(text));
    await expect(reading).rejects.toThrow(OperatorError);
    await expect(reading).rejects.toThrow(message);
  });

  test('skips a byte order mark before UTF-8', async () => {
    expect(await readCatalogue(catalogueFile(`\uFEFF${JSON.stringify([theKid])}`))).toEqual([theKid]);
  });

  test.each([
    ['with a byte order mark', '\uFEFF', (bytes: Buffer) => bytes],
    ['without a byte order mark', '', (bytes: Buffer) => bytes],
    ['with the high byte first and a byte order mark', '\uFEFF', (bytes: Buffer) => bytes.swap16()],
    ['with the high byte first and without a byte order mark', '', (bytes: Buffer) => bytes.swap16()],
  ])('refuses a file in UTF-16 %s', async (_name, mark, order) => {
    const file = catalogueFile(order(Buffer.from(mark + JSON.stringify([theKid]), 'utf16le')));
    await expect(readCatalogue(file)).rejects.toThrow(
      new OperatorError(`The catalogue ${file} is written in UTF-16: save it as UTF-8`),
    );
  });

  test('reports the line of bytes that are not UTF-8', async () => {
    const text = JSON.stringify([{ ...theKid, title: 'Am\u00E9lie' }], undefined, 2);
    const file = catalogueFile(Buffer.from(text, 'latin1'));
    await expect(readCatalogue(file)).rejects.toThrow(
      new OperatorError(`The catalogue ${file} is not UTF-8 in line 4 ("title": "Am\uFFFDlie",): save it as UTF-8`),
    );
    const onOneLine = catalogueFile(Buffer.from(JSON.stringify([{ title: `${'x'.repeat(300)}\u00E9` }]), 'latin1'));
    await expect(readCatalogue(onOneLine)).rejects.toThrow(
      `The catalogue ${onOneLine} is not UTF-8 in line 1 (${'x'.repeat(40)}\uFFFD"}]): save it as UTF-8`,
    );
  });

  test.each<[keyof Movie, unknown[]]>([
    ['title', [' Amelie', '']],
    ['description', ['A \uD83C', 'x'.repeat(5001)]],
    ['release_date', ['2001-02-31', '2001-02-29', '2001-00-10', '1888-10-13', '0201-04-25']],
    [
      'poster_url',
      [
        '',
        'javascript:alert(1)',
        'data:image/svg+xml,<svg/>',
        'javascript:"https://"',
        'http://posters.example/amelie.jpg',
      ],
    ],
    ['poster_url', ['https:posters.example/amelie.jpg', 'https://', 'posters/amelie.jpg', '../posters/amelie.jpg']],
    ['poster_url', ['//posters.example/a.jpg', '/\\posters.example/a.jpg', '/\t/posters.example/a.jpg']],
    ['age_rating', [-1, 12.5, 22, 999]],
    ['ticket_price', [0, 0.5, 10_000_001]],
  ])('an invalid %s is refused with a message that names file, film and field', async (field, values) => {
    for (const value of values) {
      const film = { ...nosferatu, [field]: value };
      const file = catalogueFile(JSON.stringify([theKid, film]));
      const reading = readCatalogue(file);
      await expect(reading, String(value)).rejects.toThrow(OperatorError);
      const title = film.title === '' ? '' : ` (${JSON.stringify(film.title)})`;
      await expect(reading, String(value)).rejects.toThrow(
        `The catalogue ${file} is invalid: film 2${title}, ${field}: `,
      );
    }
  });

  test.each(texts.flatMap((field) => [[field, '\u0000'] as const, [field, '\uFFFD'] as const]))(
    '%s cannot contain %j',
    async (field, character) => {
      const film = { ...theKid, [field]: `${String({ description_id: '', ...theKid }[field])}${character}` };
      await expect(readCatalogue(catalogueFile(JSON.stringify([film])))).rejects.toThrow(`, ${field}: `);
    },
  );

  test('a lost character is refused with a message', async () => {
    const film = { ...theKid, title: 'Am\uFFFDlie' };
    await expect(readCatalogue(catalogueFile(JSON.stringify([film])))).rejects.toThrow(
      '("Am\uFFFDlie"), title: must not contain \uFFFD, which replaces a character that was lost in a conversion',
    );
  });

  test.each<[keyof Movie, unknown[]]>([
    ['description', ['', 'One line.\r\n\tAnother \u{1F3AC}.', 'x'.repeat(5000)]],
    ['release_date', ['2000-02-29', '1888-10-14']],
    ['poster_url', ['https://posters.example/amelie.jpg?width=400', 'HTTPS://posters.example/amelie.jpg']],
    ['poster_url', ['/my-posters/a poster.jpg']],
    ['age_rating', [0, 21]],
    ['ticket_price', [1, 10_000_000]],
  ])('a valid %s is accepted unchanged', async (field, values) => {
    for (const value of values) {
      const film = { ...theKid, [field]: value };
      expect(await readCatalogue(catalogueFile(JSON.stringify([film])))).toEqual([film]);
    }
  });

  test('a missing file is refused with a message', async () => {
    await expect(readCatalogue('/no/such/movies.json')).rejects.toThrow(
      'The catalogue /no/such/movies.json cannot be read (ENOENT)',
    );
  });
});

/** A valid value of a field that differs from that of the film. */
function otherValue(field: (typeof fields)[number]): string | number {
  const value = theKid[field];
  if (typeof value === 'number') return value + 1;
  return field === 'release_date' ? '1971-03-31' : `${value} (restored)`;
}

describeOnAnyEngine('section 3, Movie: catalogue and database have the same fields', ({ open }) => {
  test.each(fields)('%s: a change is stored and reported once, and can be undone', async (field) => {
    const cinema = await open();
    const changed: Movie = { ...theKid, [field]: otherValue(field) };
    const load = (movie: Movie) => seedCatalogue(cinema, [movie, nosferatu], cinema.clock.now);
    expect((await load(theKid)).changed, 'nothing is new').toEqual([]);
    for (const movie of [changed, theKid]) {
      expect((await load(movie)).changed).toEqual([movie.title]);
      expect((await load(movie)).changed, 'at the next start').toEqual([]);
      expect(await listMovies(cinema.db)).toEqual([movie, nosferatu]);
    }
  });

  test.each(TRANSLATED_DESCRIPTIONS)('%s: a change is stored and reported once, and can be undone', async (field) => {
    const cinema = await open();
    const language = field.replace('description_', '');
    const load = (movie: CatalogueMovie) => seedCatalogue(cinema, [movie, nosferatu], cinema.clock.now);
    for (const text of ['A translation.', 'A better translation.']) {
      const changed = { ...theKid, [field]: text };
      expect((await load(changed)).changed).toEqual([theKid.title]);
      expect((await load(changed)).changed, 'at the next start').toEqual([]);
      expect((await listMovies(cinema.db, language))[0]?.description).toBe(text);
    }
    expect((await load(theKid)).changed).toEqual([theKid.title]);
    expect(await listMovies(cinema.db, language)).toEqual([theKid, nosferatu]);
  });

  test('a new catalogue can swap the titles of two films', async () => {
    const cinema = await open();
    const swapped = [
      { ...theKid, title: nosferatu.title },
      { ...nosferatu, title: theKid.title, ticket_price: 1 },
    ];
    await seedCatalogue(cinema, swapped, cinema.clock.now);
    expect(await listMovies(cinema.db)).toEqual(swapped);
  });
});
