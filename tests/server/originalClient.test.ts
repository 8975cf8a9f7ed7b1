import * as v from 'valibot';
import { expect, test } from 'vitest';
import { expectSoundBooks } from './books.ts';
import { theKid } from './catalogueMovies.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';

const PASSWORD = 'correct horse';

const signUpForm = {
  username: 'alice.wong',
  displayName: 'Alice Wong',
  age: 30,
  password: PASSWORD,
  confirmPassword: PASSWORD,
};

const userSchema = v.looseObject({ username: v.string(), displayName: v.string(), age: v.number() });
const sessionSchema = v.looseObject({ ...userSchema.entries, token: v.string() });
const movieSchema = v.looseObject({
  id: v.number(),
  title: v.string(),
  poster_url: v.string(),
  age_rating: v.number(),
  ticket_price: v.number(),
});
const ticketSchema = v.looseObject({
  id: v.union([v.string(), v.number()]),
  seatNumbers: v.array(v.number()),
  showtimeDate: v.string(),
  showtimeTime: v.string(),
  movieTitle: v.string(),
  moviePoster: v.string(),
  bookingTime: v.string(),
});
const ticketsSchema = v.array(ticketSchema);
const bookedSeatsSchema = v.array(v.looseObject({ seatNumbers: v.array(v.number()) }));
const balanceSchema = v.looseObject({ balance: v.number() });
const errorSchema = v.looseObject({ message: v.string() });

/**
 * A client of section 7 to the letter, over HTTP: every call says it is JSON and carries whatever stands under the token's key, null when
 * signed out; a success is its body, a failure is thrown. It knows no Idempotency-Key.
 */
async function openOriginalClient({ app, unlisted }: Cinema) {
  const url = await app.listen({ port: 0 });
  let token: string | null = null;

  const call = async <Schema extends v.GenericSchema>(
    schema: Schema,
    method: string,
    path: string,
    body?: object,
  ): Promise<v.InferOutput<Schema>> => {
    const answer = await fetch(`${url}/api/${encodeURI(path)}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: body === undefined ? null : JSON.stringify(body),
    });
    expect(unlisted).toEqual([]);
    const sent: unknown = await answer.json();
    if (!answer.ok) throw new Error(v.parse(errorSchema, sent).message);
    return v.parse(schema, sent);
  };

  const enter = async (path: string, form: object) => {
    const user = await call(sessionSchema, 'POST', path, form);
    token = user.token;
    return user;
  };

  return {
    call,
    signUp: (form: object) => enter('user/signup', form),
    signIn: (form: object) => enter('user/signin', form),
    signOut() {
      token = null;
    },
    info: () => call(userSchema, 'GET', 'user/info'),
    tickets: () => call(ticketsSchema, 'GET', 'user/tickets'),
    movies: () => call(v.array(movieSchema), 'GET', 'movie'),
    movie: (title: string) => call(movieSchema, 'GET', `movie/${title}`),
    balance: async () => (await call(balanceSchema, 'GET', 'user/balance')).balance,
    topUp: (amount: unknown, password?: unknown) => call(v.unknown(), 'POST', 'user/balance', { amount, password }),
    withdraw: (amount: unknown, password: string) => call(v.unknown(), 'PUT', 'user/balance', { amount, password }),

    async bookedSeats(title: string, date?: string | null, time?: string | null) {
      const query = `showtimeDate=${date}&showtimeTime=${time}`;
      const [first] = await call(bookedSeatsSchema, 'GET', `booked-seats/${title}?${query}`);
      return first?.seatNumbers;
    },

    async buy(movie: v.InferOutput<typeof movieSchema>, showtime: object, seatNumbers: number[]) {
      const payload = {
        ...showtime,
        seatNumbers,
        movieAgeRating: movie.age_rating,
        movieTicketPrice: movie.ticket_price,
        movieTitle: movie.title,
        moviePoster: movie.poster_url,
      };
      await call(v.unknown(), 'POST', 'user/tickets', payload);
      const seats = { ...showtime, seatNumbers, movieId: movie.id, movieTitle: movie.title };
      return call(ticketSchema, 'POST', 'booked-seats', seats);
    },

    async cancel({ id, ...ticket }: v.InferOutput<typeof ticketSchema>, password: string) {
      await call(v.unknown(), 'DELETE', 'user/tickets', { ticketId: id, password });
      const { seatNumbers, showtimeDate, showtimeTime, movieTitle } = ticket;
      const seats = { seatNumbers, showtimeDate, showtimeTime, movieTitle };
      return call(v.string(), 'DELETE', 'booked-seats', seats);
    },
  };
}

const TONIGHT = { showtimeDate: '05 Mar', showtimeTime: '20.35' };

describeOnBothEngines('section 7: a client written for the original API', ({ open }) => {
  test('lives through its whole life without an error', async () => {
    const cinema = await open();
    const client = await openOriginalClient(cinema);

    expect((await client.movies()).map(({ title }) => title)).toEqual(['The Kid', 'Nosferatu']);
    const movie = await client.movie('The Kid');
    expect(movie).toEqual(theKid);
    expect(await client.bookedSeats('The Kid', null, null)).toBeUndefined();
    expect(await client.bookedSeats('The Kid', '05 Mar', '20.35')).toEqual([]);

    const signedUp = await client.signUp(signUpForm);
    expect(await client.info()).toMatchObject({
      username: 'alice.wong',
      displayName: 'Alice Wong',
      age: 30,
      balance: 0,
    });
    expect(await client.tickets()).toEqual([]);

    await client.topUp(50_000);
    await client.topUp(50_000, null);
    await client.topUp('100000', '');
    expect(await client.balance()).toBe(200_000);

    const ticket = await client.buy(movie, TONIGHT, [13, 12]);
    expect(ticket).toMatchObject({ ...TONIGHT, movieTitle: 'The Kid', moviePoster: theKid.poster_url });
    expect(await client.bookedSeats('The Kid', '05 Mar', '20.35')).toEqual([12, 13]);
    expect(await client.tickets()).toEqual([ticket]);
    expect(await client.balance()).toBe(130_000);

    expect(await client.cancel(ticket, PASSWORD)).toBe('The seats of a cancelled ticket are free again');
    expect(await client.bookedSeats('The Kid', '05 Mar', '20.35')).toEqual([]);
    expect(await client.tickets()).toEqual([]);

    await client.withdraw(50_000, PASSWORD);
    await client.withdraw('150000', PASSWORD);
    expect(await client.balance(), 'the balance').toBe(0);

    client.signOut();
    const signedIn = await client.signIn({ username: 'alice.wong', password: PASSWORD });
    expect({ ...signedIn, token: '' }).toEqual({ ...signedUp, token: '' });
    expect(await client.info()).toMatchObject({ balance: 0 });
    await expectSoundBooks(cinema);
  });

  test('may send a typed age as text, and in every payload more than is asked for', async () => {
    const cinema = await open();
    const client = await openOriginalClient(cinema);
    const user = await client.signUp({ ...signUpForm, age: '30', role: 'admin', balance: 1_000_000, id: 'mine' });
    expect(user).toMatchObject({ age: 30, balance: 0 });
    const more = { user, movie: theKid, createdAt: null, _id: 1 };
    await client.signIn({ ...signUpForm, ...more });
    await client.call(v.unknown(), 'POST', 'user/balance', { amount: 100_000, password: undefined, ...more });
    const booking = {
      ...TONIGHT,
      seatNumbers: [12],
      movieAgeRating: theKid.age_rating,
      movieTicketPrice: theKid.ticket_price,
      movieTitle: theKid.title,
      moviePoster: theKid.poster_url,
    };
    const ticket = await client.call(ticketSchema, 'POST', 'user/tickets', { ...booking, ...more });
    await client.call(ticketSchema, 'POST', 'booked-seats', { ...booking, ...more, movieId: theKid.id });
    await client.call(v.unknown(), 'PUT', 'user/balance', { amount: 1000, password: PASSWORD, ...more });
    await client.call(v.unknown(), 'DELETE', 'user/tickets', { ticketId: ticket.id, password: PASSWORD, ...more });
    await client.call(v.string(), 'DELETE', 'booked-seats', { ...booking, ...more });
    expect(await client.balance()).toBe(99_000);
    await expectSoundBooks(cinema);
  });
});
