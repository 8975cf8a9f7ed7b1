import * as v from 'valibot';
import { expect, test } from 'vitest';
import { bookingSchema } from '#contract/booking.ts';
import type { Movie } from '#contract/movie.ts';
import { inTransaction } from '../../src/server/db/inTransaction.ts';
import { listMovies } from '../../src/server/store/movies.ts';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import { createOfferedStart } from '../../src/server/store/showtimes.ts';
import { purchaseTicket } from '../../src/server/store/tickets.ts';
import { nosferatu, theKid } from './catalogueMovies.ts';
import { expectProblem } from './expectApiError.ts';
import { describeOnBothEngines, describeOnPostgres } from './onBothEngines.ts';
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

/** A purchase as its call carries it out, in a transaction of the test. */
function purchaseOf({ clock, zone }: Cinema, { id: userId }: Person) {
  const offeredStart = createOfferedStart(zone);
  return { userId, age: 30, booking: v.parse(bookingSchema, booking()), now: clock.now, offeredStart };
}

describeOnBothEngines('reliability 48: a film that left the catalogue', ({ test, open }) => {
  test('is no longer sold: not listed, not found, without seats, feed and page', async () => {
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

  test('leaves its tickets as they are: shown, confirmed, cancelled and paid back', async ({ cinema }) => {
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

  test('comes back with the seats that its tickets hold', async ({ cinema }) => {
    await buy(cinema, await addPerson(cinema, { balance: 35_000 }));
    expect(await load(cinema, nosferatu)).toMatchObject({ removed: [], withdrawn: ['The Kid'] });
    expect(await load(cinema, nosferatu)).toMatchObject({ removed: [], withdrawn: [] });
    const back = { added: ['The Kid'], changed: [], removed: [], withdrawn: [] };
    expect(await load(cinema, theKid, nosferatu)).toEqual(back);
    expect(await soldSeats(cinema)).toMatchObject([{ seatNumbers: [12] }]);
  });
});

describeOnBothEngines('a film that sold no ticket', ({ test }) => {
  test('is deleted when it leaves the catalogue, so that its id can be given to another film', async ({ cinema }) => {
    expect(await load(cinema, nosferatu)).toMatchObject({ removed: ['The Kid'], withdrawn: [] });
    expect(await listMovies(cinema.db)).toEqual([nosferatu]);
    expect(await load(cinema, metropolis, nosferatu)).toMatchObject({ added: ['Metropolis'], changed: [] });
    expect(await cinema.db.selectFrom('movies').select('title').orderBy('id').execute()).toEqual([
      { title: 'Metropolis' },
      { title: 'Nosferatu' },
    ]);
  });
});

describeOnBothEngines('a film without tickets beside one with tickets', ({ test }) => {
  test('is deleted, while the other is withdrawn', async ({ cinema }) => {
    await buy(cinema, await addPerson(cinema, { balance: 35_000 }));
    expect(await load(cinema, { ...metropolis, id: 3 })).toMatchObject({
      removed: ['Nosferatu'],
      withdrawn: ['The Kid'],
    });
  });
});

describeOnBothEngines('reliability 48: an id', ({ test }) => {
  test('and a title of a film with tickets are given to no other, and nothing else is changed', async ({ cinema }) => {
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

  test('and a title that looks like that of a film with tickets is given to no other', async ({ cinema }) => {
    await buy(cinema, await addPerson(cinema, { balance: 35_000 }));
    const catalogue = { ...nosferatu, title: 'The\u00A0Kid' };
    await expect(load(cinema, catalogue)).rejects.toThrow('film 1 sold tickets under it');
  });

  test('is held to its film by the command and by a server that starts, which say so', async ({ cinema }) => {
    await buy(cinema, await addPerson(cinema, { balance: 35_000 }));
    const file = catalogueFile(JSON.stringify([metropolis]));
    expect(await runCommandLine('catalogue', cinema.variables, file)).toEqual({ code: 1, said: `${OTHER_FILM}\n` });
    const server = startServerProcess({ ...cinema.variables, CATALOGUE: file });
    expect(await server.ended, 'the exit code of the server').toBe(1);
    expect(server.output()).toBe(`${OTHER_FILM}\n`);
  });

  test('is not given away while its first ticket is being sold', async ({ cinema }) => {
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

describeOnPostgres('reliability 48: a purchase that began before another catalogue', ({ open }) => {
  test.each([
    ['gave the id to another film', [metropolis]],
    ['took the film away', [nosferatu]],
  ])('%s sells nothing under it', async (_what, movies) => {
    const cinema = await open();
    const visitor = await addPerson(cinema, { balance: 35_000 });
    // The catalogue comes in after the first answer, which is the film that the purchase reads.
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
