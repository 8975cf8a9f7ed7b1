import * as v from 'valibot';
import { expect, onTestFinished, vi } from 'vitest';
import { movieSchema } from '#contract/movie.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { DatabaseBusy } from '../../src/server/db/databaseFailure.ts';
import { createKnownMovies } from '../../src/server/store/knownMovies.ts';
import { readCatalogue } from '../../src/server/store/readCatalogue.ts';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import { expectProblem } from './expectApiError.ts';
import { nosferatu, theKid } from './catalogueMovies.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';
import { addPerson, purchase } from './people.ts';
import { renewalHeaders } from './renewalHeaders.ts';

const ODD_TITLES = [
  'Face/Off',
  '100% Wolf',
  '%2F',
  'Who? What?',
  '#Alive + Well',
  'Tom & Jerry; a=b',
  'Up .. and Down',
  '../secret',
  `Ocean's "Eleven"`,
  'Amélie',
  'Ame\u0301lie 2',
  '\u{1F3AC} \u{1F468}\u200D\u{1F469}\u200D\u{1F467} Film',
  'back\\slash',
  '一一',
  'x'.repeat(200),
  '\u{1F3AC}'.repeat(100),
];

describeOnAnyEngine('section 7, movie', ({ test, open }) => {
  test('the server lists all films on sale, sorted by id', async () => {
    const cinema = await open({ movies: [nosferatu, theKid] });
    const answer = await cinema.call('GET', 'movie');
    expect(answer.status).toBe(200);
    expect(v.parse(v.array(v.strictObject(movieSchema.entries)), answer.body)).toEqual([theKid, nosferatu]);
  });

  test.each(LANGUAGES.slice(1))(
    'a film has its description in the requested language (%s) if it exists, and the English one otherwise',
    async (language) => {
      const description = 'A translation.';
      const cinema = await open({ movies: [{ ...theKid, [`description_${language}`]: description }, nosferatu] });
      const read = async (path: string) => (await cinema.call('GET', path)).body;
      const translated = { ...theKid, description, description_language: language };
      expect(await read(`movie?language=${language}`)).toEqual([translated, nosferatu]);
      expect(await read(`movie/The%20Kid?language=${language}`)).toEqual(translated);
      expect(await read(`movie/The%C2%A0Kid?language=${language}`)).toEqual(translated);
      expect(await read(`movie/Nosferatu?language=${language}`)).toEqual(nosferatu);
      for (const query of ['', '?language=en', '?language=zz', '?language=', `?other=${language}`]) {
        expect(await read(`movie${query}`)).toEqual([theKid, nosferatu]);
        expect(await read(`movie/The%20Kid${query}`)).toEqual(theKid);
      }
    },
  );

  test('a matching If-None-Match gets 304, and a changed price gets the new list', async ({ cinema }) => {
    const first = await cinema.call('GET', 'movie');
    const tag = String(first.headers['etag']);
    expect(first.headers['cache-control']).toBe('no-cache');
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await cinema.call('GET', 'movie', { headers: { 'if-none-match': known } });
      expect([again.status, again.body, again.headers['etag']]).toEqual([304, '', tag]);
    }
    for (const other of ['"other"', `"${'x'.repeat(tag.length - 2)}"`, tag.slice(1, -1)]) {
      expect((await cinema.call('GET', 'movie', { headers: { 'if-none-match': other } })).status).toBe(200);
    }
    await seedCatalogue(cinema, [{ ...theKid, ticket_price: 36_000 }, nosferatu], cinema.clock.now);
    expect((await cinema.call('GET', 'movie', { headers: { 'if-none-match': tag } })).status).toBe(200);
  });

  test('a 304 renews a copy in a cache, whichever encoding it has', async () => {
    const { app } = await open({ movies: await readCatalogue() });
    const read = (headers: Readonly<Record<string, string>>) => app.inject({ url: '/api/movie', headers });
    for (const encoding of ['br', 'identity']) {
      const first = await read({ 'accept-encoding': encoding });
      const again = await read({ 'accept-encoding': encoding, 'if-none-match': String(first.headers.etag) });
      expect([again.statusCode, renewalHeaders(again.headers)]).toEqual([304, renewalHeaders(first.headers)]);
    }
  });

  test('a title finds one film, and a similar title gets movie_not_found', async ({ cinema }) => {
    const answer = await cinema.call('GET', 'movie/The%20Kid');
    expect([answer.status, answer.body]).toEqual([200, theKid]);
    for (const title of ['the%20kid', 'TheKid', 'The', '%25', '_he%20Kid', 'The%20Kid%00']) {
      expectProblem(await cinema.call('GET', `movie/${title}`), 'movie_not_found');
    }
  });

  test('a title in another Unicode form or spacing finds the film for reading, buying and confirming', async () => {
    const amelie = { ...theKid, title: 'Am\u00E9lie\u2019s World' };
    const cinema = await open({ movies: [amelie, { ...nosferatu, title: 'Amelie World' }] });
    const person = await addPerson(cinema, { balance: 200_000 });
    const written = "Ame\u0301lie's  World\u00A0";
    const path = encodeURIComponent(written);
    expect((await cinema.call('GET', `movie/${path}`)).body).toEqual(amelie);
    const bought = await purchase(cinema, person, { movieTitle: written });
    expect([bought.status, bought.body]).toMatchObject([201, { movieTitle: amelie.title }]);
    const seats = await cinema.call('GET', `booked-seats/${path}?showtimeDate=05%20Mar&showtimeTime=20.35`);
    expect(seats.body).toMatchObject([{ movieTitle: amelie.title, seatNumbers: [12] }]);
    const { token } = person;
    const seatNumbers = [12];
    const record = { showtimeDate: '05 Mar', showtimeTime: '20.35', seatNumbers, movieId: '1', movieTitle: written };
    const confirmed = await cinema.call('POST', 'booked-seats', { token, body: record });
    expect([confirmed.status, confirmed.body]).toEqual([201, bought.body]);
  });

  test('an exact title takes precedence over one that looks the same', async ({ cinema }) => {
    const other = { ...nosferatu, title: 'The\u00A0Kid' };
    await seedCatalogue(cinema, [theKid, other], cinema.clock.now);
    expect((await cinema.call('GET', 'movie/The%20Kid')).body).toEqual(theKid);
    expect((await cinema.call('GET', 'movie/The%C2%A0Kid')).body).toEqual(other);
  });

  test('reliability 16: films with odd titles can be read and bought, and their booked seats listed', async () => {
    const movies = ODD_TITLES.map((title, index) => Object.assign({}, theKid, { id: index + 1, title }));
    const cinema = await open({ movies });
    const person = await addPerson(cinema, { balance: 35_000 * movies.length });
    for (const movie of movies) {
      const path = encodeURIComponent(movie.title);
      expect((await cinema.call('GET', `movie/${path}`)).body).toEqual(movie);
      const bought = await purchase(cinema, person, { movieTitle: movie.title });
      expect([bought.status, bought.body]).toMatchObject([201, { movieTitle: movie.title }]);
      const seats = await cinema.call('GET', `booked-seats/${path}?showtimeDate=05%20Mar&showtimeTime=20.35`);
      expect(seats.body).toMatchObject([{ movieTitle: movie.title, seatNumbers: [12] }]);
    }
  });
});

describeOnAnyEngine('reliability 72: the films that the server remembers', ({ test }) => {
  test('are the same for all unknown languages, which displace no answer in a language of the product', async ({
    cinema,
  }) => {
    let isReachable = true;
    const movies = createKnownMovies(cinema.db, () => isReachable);
    const unknown = Array.from({ length: 1000 }, (_, index) => `x${index}`);
    const read = async (language?: string) => [
      ...(await movies.list(language)),
      await movies.find({ title: theKid.title, language }),
    ];
    for (const language of [...LANGUAGES, undefined, ...unknown]) await read(language);
    isReachable = false;
    await seedCatalogue(cinema, [{ ...theKid, ticket_price: 36_000 }, nosferatu], cinema.clock.now);
    for (const language of [...LANGUAGES, undefined, 'never asked for'])
      expect(await read(language)).toEqual([theKid, nosferatu, theKid]);
  });

  test('do not include a film that has left the catalogue since', async ({ cinema }) => {
    let isReachable = true;
    const movies = createKnownMovies(cinema.db, () => isReachable);
    expect(await movies.find(theKid)).toEqual(theKid);
    await seedCatalogue(cinema, [nosferatu], cinema.clock.now);
    expect(await movies.has(theKid.title)).toBe(false);
    isReachable = false;
    expect(await movies.has(theKid.title), 'during the outage').toBe(false);
  });

  test('are given after a second while the database does not answer, and brought up to date when it does', async ({
    cinema,
  }) => {
    const { db, holdNextAnswer } = openSlowly(cinema);
    let isReachable = true;
    const movies = createKnownMovies(db, () => isReachable);
    await movies.find(theKid);
    const dearer = { ...theKid, ticket_price: 36_000 };
    await seedCatalogue(cinema, [dearer, nosferatu], cinema.clock.now);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const findSlowly = async () => {
      const answer = holdNextAnswer();
      const found = movies.find(theKid);
      await answer.isHeld;
      await vi.advanceTimersByTimeAsync(1000);
      expect(await found).toEqual(theKid);
      return answer;
    };
    (await findSlowly()).fail(new DatabaseBusy());
    (await findSlowly()).release();
    vi.useRealTimers();
    isReachable = false;
    await vi.waitFor(async () => expect(await movies.find(theKid)).toEqual(dearer));
  });

  test('do not include a film that an older read finds after a newer read found it missing', async ({ cinema }) => {
    const { db, holdNextAnswer } = openSlowly(cinema);
    let isReachable = true;
    const movies = createKnownMovies(db, () => isReachable);
    await movies.find(theKid);
    const answer = holdNextAnswer();
    const older = movies.find(theKid);
    await answer.isHeld;
    await seedCatalogue(cinema, [nosferatu], cinema.clock.now);
    expect(await movies.has(theKid.title)).toBe(false);
    answer.release();
    expect(await older).toEqual(theKid);
    isReachable = false;
    expect(await movies.has(theKid.title), 'during the outage').toBe(false);
  });
});

/** A database whose next answer can be held back. `isHeld` resolves when the answer is there. */
function openSlowly(cinema: Cinema) {
  const held: { begin: () => void; end: Promise<void> }[] = [];
  const db = cinema.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const next = held.shift();
      next?.begin();
      await next?.end;
      return result;
    },
  });
  function holdNextAnswer() {
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    held.push({ begin: begun.resolve, end: ended.promise });
    return { isHeld: begun.promise, release: ended.resolve, fail: ended.reject };
  }
  return { db, holdNextAnswer };
}
