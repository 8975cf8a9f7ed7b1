import * as v from 'valibot';
import { expect, test } from 'vitest';
import { bookingSchema } from '#contract/booking.ts';
import type { Movie } from '#contract/movie.ts';
import { HOLD_LIMITS } from '#domain/heldSeats.ts';
import { inTransaction } from '../../src/server/db/inTransaction.ts';
import { listMovies } from '../../src/server/store/movies.ts';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import { createOfferedStart } from '../../src/server/store/showtimes.ts';
import { purchaseTicket } from '../../src/server/store/tickets.ts';
import { nosferatu, theKid } from './catalogueMovies.ts';
import { expectProblem } from './expectApiError.ts';
import { describeOnAnyEngine, describeOnPostgres } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';
import { requestDocument, withDocuments } from './openDocuments.ts';
import { addPerson, balanceOf, booking, buy, cancel, purchase, soldSeats, type Person } from './people.ts';
import { runCommandLine, startServerProcess } from './startServerProcess.ts';
import { watchWaiting } from './watchWaiting.ts';
import { catalogueFile } from './testFolder.ts';

const metropolis: Movie = { ...theKid, title: 'Metropolis', poster_url: '/posters/metropolis.svg' };
const OTHER_FILM =
  'The catalogue gives the id 1 to Metropolis, but The Kid has this id and has sold tickets: give Metropolis another id';
const SHOWTIME = 'showtimeDate=05+Mar&showtimeTime=20.35';

const load = (cinema: Cinema, ...movies: readonly Movie[]) => seedCatalogue(cinema, movies, cinema.clock.now);

/** The input of `purchaseTicket`, for a purchase inside a transaction of the test. */
function purchaseOf({ clock, zone }: Cinema, { id: userId }: Person) {
  const offeredStart = createOfferedStart(zone);
  return {
    userId,
    age: 30,
    booking: v.parse(bookingSchema, booking()),
    now: clock.now,
    clock: () => clock.now,
    limits: HOLD_LIMITS,
    offeredStart,
  };
}

describeOnAnyEngine('reliability 48: a film that left the catalogue', ({ test, open }) => {
  test('is not on sale: list, API, purchase and page no longer find it', async () => {
    const cinema = await open(withDocuments());
    const buyer = await addPerson(cinema, { balance: 500_000 });
    await buy(cinema, buyer);
    await load(cinema, nosferatu);
    expect((await cinema.call('GET', 'movie')).body).toEqual([nosferatu]);
    for (const path of [
      'movie/The%20Kid',
      `booked-seats/The%20Kid?${SHOWTIME}`,
      `booked-seats/The%20Kid/live?${SHOWTIME}`,
    ])
      expectProblem(await cinema.call('GET', path), 'movie_not_found');
    expectProblem(await purchase(cinema, buyer, { seatNumbers: [1] }), 'movie_not_found');
    expect((await requestDocument(cinema, '/movie/The%20Kid')).statusCode).toBe(404);
    expect((await requestDocument(cinema, '/movie/Nosferatu')).statusCode).toBe(200);
  });

  test('keeps its tickets valid: users can list, confirm and cancel them with a refund', async ({ cinema }) => {
    const visitor = await addPerson(cinema, { balance: 35_000 });
    const ticket = await buy(cinema, visitor);
    await load(cinema, nosferatu);
    const { token } = visitor;
    expect((await cinema.call('GET', 'user/tickets', { token })).body).toEqual([ticket]);
    const seats = { ...booking(), movieId: 1 };
    expect((await cinema.call('POST', 'booked-seats', { token, body: seats })).body).toEqual(ticket);
    expect((await cancel(cinema, visitor, ticket.id)).status).toBe(200);
    expect((await cinema.call('DELETE', 'booked-seats', { token, body: seats })).status).toBe(200);
    expect(await balanceOf(cinema, visitor)).toBe(35_000);
  });

  test('returns to the catalogue with its sold seats', async ({ cinema }) => {
    await buy(cinema, await addPerson(cinema, { balance: 35_000 }));
    expect(await load(cinema, nosferatu)).toMatchObject({ removed: [], withdrawn: ['The Kid'] });
    expect(await load(cinema, nosferatu)).toMatchObject({ removed: [], withdrawn: [] });
    const back = { added: ['The Kid'], changed: [], removed: [], withdrawn: [] };
    expect(await load(cinema, theKid, nosferatu)).toEqual(back);
    expect(await soldSeats(cinema)).toMatchObject([{ seatNumbers: [12] }]);
  });
});

describeOnAnyEngine('a film that sold no ticket', ({ test }) => {
  test('is deleted when it leaves the catalogue, and another film can have its id', async ({ cinema }) => {
    expect(await load(cinema, nosferatu)).toMatchObject({ removed: ['The Kid'], withdrawn: [] });
    expect(await listMovies(cinema.db)).toEqual([nosferatu]);
    expect(await load(cinema, metropolis, nosferatu)).toMatchObject({ added: ['Metropolis'], changed: [] });
    expect(await cinema.db.selectFrom('movies').select('title').orderBy('id').execute()).toEqual([
      { title: 'Metropolis' },
      { title: 'Nosferatu' },
    ]);
  });
});

describeOnAnyEngine('reliability 48: the id of a film with tickets', ({ test }) => {
  test('and its title cannot go to another film, and a catalogue that tries changes nothing', async ({ cinema }) => {
    await buy(cinema, await addPerson(cinema, { balance: 35_000 }));
    for (const before of [[theKid, nosferatu], [nosferatu]]) {
      await load(cinema, ...before);
      await expect(load(cinema, metropolis, { ...nosferatu, ticket_price: 1 })).rejects.toThrow(OTHER_FILM);
      await expect(load(cinema, { ...nosferatu, title: 'The Kid' })).rejects.toThrow(
        'The catalogue gives the title The Kid to film 2, but film 1 sold tickets under it',
      );
      expect(await listMovies(cinema.db)).toEqual(before);
    }
  });

  test('and a title that looks like its title cannot go to another film', async ({ cinema }) => {
    await buy(cinema, await addPerson(cinema, { balance: 35_000 }));
    const catalogue = { ...nosferatu, title: 'The\u00A0Kid' };
    await expect(load(cinema, catalogue)).rejects.toThrow('film 1 sold tickets under it');
  });

  test('is protected by the catalogue command and at server start, with an error message', async ({ cinema }) => {
    await buy(cinema, await addPerson(cinema, { balance: 35_000 }));
    const file = catalogueFile(JSON.stringify([metropolis]));
    expect(await runCommandLine('catalogue', cinema.variables, file)).toEqual({ code: 1, said: `${OTHER_FILM}\n` });
    const server = startServerProcess({ ...cinema.variables, CATALOGUE: file });
    expect(await server.ended, 'the exit code of the server').toBe(1);
    expect(server.output()).toBe(`${OTHER_FILM}\n`);
  });

  test('cannot go to another film during its first purchase', async ({ cinema }) => {
    const visitor = await addPerson(cinema, { balance: 35_000 });
    let loading: Promise<void> | undefined;
    await inTransaction(cinema.db, async (transaction) => {
      await purchaseTicket(transaction, purchaseOf(cinema, visitor));
      const isAwaited = await watchWaiting(cinema, transaction);
      loading = expect(load(cinema, metropolis)).rejects.toThrow(OTHER_FILM);
      await isAwaited();
    });
    await loading;
  });
});

describeOnPostgres('reliability 48: a purchase that begins before a new catalogue is loaded', ({ open }) => {
  test.each([
    ['gives the id to another film', [metropolis]],
    ['removes the film', [nosferatu]],
  ])('fails when the catalogue %s', async (_what, movies) => {
    const cinema = await open();
    const visitor = await addPerson(cinema, { balance: 35_000 });
    // The catalogue is loaded after the first query of the purchase, which reads the film.
    let loading: Promise<unknown> | undefined;
    const selling = inTransaction(cinema.db, (transaction) => {
      const interrupted = transaction.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          await (loading ??= load(cinema, ...movies));
          return result;
        },
      });
      return purchaseTicket(interrupted, purchaseOf(cinema, visitor));
    });
    await expect(selling).rejects.toMatchObject({ code: 'movie_not_found' });
    expect(await cinema.db.selectFrom('tickets').selectAll().execute()).toEqual([]);
    expect(await balanceOf(cinema, visitor)).toBe(35_000);
  });
});
