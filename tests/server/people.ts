import * as v from 'valibot';
import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { holdSchema, type Hold } from '#contract/hold.ts';
import { bookedSeatsListSchema } from '#contract/bookedSeats.ts';
import { ticketSchema, type Ticket } from '#contract/ticket.ts';
import { balanceSchema } from '#contract/values.ts';
import { sessionUserSchema, type SessionUser } from '#contract/user.ts';
import type { PasswordCost } from '../../src/server/auth/passwords.ts';
import { parseSeatNumbers } from '../../src/server/store/takenSeats.ts';
import { hashToken } from '../../src/server/store/sessions.ts';
import { sortSeats } from '#domain/seats.ts';
import { LONGEST_HOLD } from '#domain/timings.ts';
import { theKid } from './catalogueMovies.ts';
import { CHEAP_COST, type CallAnswer, type CallOptions, type Cinema } from './openCinema.ts';

export const PASSWORD = 'correct horse';

/** A user with an account and a live session. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly token: string;
}

/** The part of a person that most calls need. */
type Session = Pick<Person, 'token'>;

/** The idempotency key and the client's IP address. */
type Sending = Pick<CallOptions, 'key' | 'address'>;

interface PersonOptions {
  readonly balance?: number;
  readonly age?: number;
  readonly passwordCost?: PasswordCost;
}

/** Inserts users with a live session, and with a balance that has a ledger entry, directly into the database. */
export async function addPeople(
  { db, clock }: Cinema,
  count: number,
  { balance = 0, age = 30, passwordCost = CHEAP_COST }: PersonOptions = {},
): Promise<Person[]> {
  const password_hash = await hash(PASSWORD, passwordCost);
  const people = Array.from({ length: count }, () => {
    const id = randomUUID();
    return { id, username: `person-${id}`, token: randomUUID() };
  });
  const now = clock.now;
  await db
    .insertInto('users')
    .values(
      people.map(({ id, username }) => ({
        id,
        username,
        username_key: username,
        display_name: 'A Person',
        age,
        password_hash,
        balance,
        ledger_entries: balance === 0 ? 0 : 1,
        created_at: now,
      })),
    )
    .execute();
  await db
    .insertInto('sessions')
    .values(
      people.map(({ id, token }) => ({
        token_hash: hashToken(token),
        user_id: id,
        created_at: now,
        last_used_at: now,
        expires_at: now + 30 * 86_400_000,
      })),
    )
    .execute();
  if (balance === 0) return people;
  const kind = 'top-up' as const;
  await db
    .insertInto('ledger')
    .values(
      people.map(({ id }) => ({
        user_id: id,
        sequence: 1,
        kind,
        amount: balance,
        balance_after: balance,
        ticket_id: null,
        entered_at: now,
      })),
    )
    .execute();
  return people;
}

/** Like `addPeople`, for one user. */
export async function addPerson(cinema: Cinema, options: PersonOptions = {}): Promise<Person> {
  const [person] = await addPeople(cinema, 1, options);
  if (person === undefined) throw new Error('No user was added');
  return person;
}

/** The body of a sign-up request. */
export function signUpForm(changes: Record<string, unknown> = {}) {
  const person = { username: 'alice.wong', displayName: 'Alice Wong', age: 30 };
  return { ...person, password: PASSWORD, confirmPassword: PASSWORD, ...changes };
}

/** Signs up a user and returns it with the token of its first session. */
export async function signUp(
  cinema: Cinema,
  changes: Record<string, unknown> = {},
  address?: string,
): Promise<SessionUser> {
  const body = signUpForm(changes);
  const answer = await cinema.call('POST', 'user/signup', { body, ...(address !== undefined && { address }) });
  if (answer.status !== 201) throw new Error(`The sign-up was refused: ${JSON.stringify(answer.body)}`);
  return v.parse(v.strictObject(sessionUserSchema.entries), answer.body);
}

/** Signs in to an account. */
export function signIn(
  cinema: Cinema,
  { username }: Pick<Person, 'username'>,
  password = PASSWORD,
  address = '127.0.0.1',
): Promise<CallAnswer> {
  return cinema.call('POST', 'user/signin', { address, body: { username, password } });
}

/** Signs in a person on another device. */
export async function signInAgain(cinema: Cinema, person: Person): Promise<Person> {
  return { ...person, token: v.parse(sessionUserSchema, (await signIn(cinema, person)).body).token };
}

/** Whether the session is still valid. */
export async function isSignedIn(cinema: Cinema, { token }: Session): Promise<boolean> {
  return (await cinema.call('GET', 'user/info', { token })).status === 200;
}

/** The body of a purchase; by default of The Kid, 05 Mar, 20.35, seat 12. */
export function booking(changes: Record<string, unknown> = {}) {
  return {
    showtimeDate: '05 Mar',
    showtimeTime: '20.35',
    seatNumbers: [12],
    movieAgeRating: theKid.age_rating,
    movieTicketPrice: theKid.ticket_price,
    movieTitle: theKid.title,
    moviePoster: theKid.poster_url,
    ...changes,
  };
}

/** Sends a purchase request. */
export function purchase(
  cinema: Cinema,
  { token }: Session,
  changes: Record<string, unknown> = {},
  sending: Sending = {},
): Promise<CallAnswer> {
  return cinema.call('POST', 'user/tickets', { token, body: booking(changes), ...sending });
}

/** Buys a ticket and returns it; throws when the server refuses. */
export async function buy(cinema: Cinema, session: Session, changes: Record<string, unknown> = {}): Promise<Ticket> {
  const { status, body } = await purchase(cinema, session, changes);
  if (status !== 201) throw new Error(`The purchase was refused: ${JSON.stringify(body)}`);
  return v.parse(ticketSchema, body);
}

/** Holds seats: without `changes`, seat 12 of The Kid on 05 Mar at 20.35. */
export function hold(
  cinema: Cinema,
  { token }: Session,
  changes: Record<string, unknown> = {},
  sending: Sending = {},
): Promise<CallAnswer> {
  const { movieTitle, showtimeDate, showtimeTime, seatNumbers } = booking();
  const body = { movieTitle, showtimeDate, showtimeTime, seatNumbers, ...changes };
  return cinema.call('POST', 'holds', { token, body, ...sending });
}

/** Holds seats and returns the hold; throws when the server refuses. */
export async function heldBy(
  cinema: Cinema,
  person: Session,
  seatNumbers: readonly number[],
  changes: Record<string, unknown> = {},
): Promise<Hold> {
  const { status, body } = await hold(cinema, person, { seatNumbers, ...changes });
  if (status !== 201) throw new Error(`The hold was refused: ${JSON.stringify(body)}`);
  return v.parse(v.strictObject(holdSchema.entries), body);
}

/** Shares seats with friends and returns the code of the hold; throws when the server refuses. */
export async function share(
  cinema: Cinema,
  person: Session,
  seatNumbers: readonly number[],
): Promise<Hold & { readonly shareCode: string }> {
  const { shareCode, ...held } = await heldBy(cinema, person, seatNumbers, { shared: true });
  if (shareCode === undefined) throw new Error('The shared hold has no code');
  return { ...held, shareCode };
}

/** The running hold of a user; undefined if there is none. */
export async function findHold({ db, clock }: Cinema, { id }: Pick<Person, 'id'>): Promise<Hold | undefined> {
  const row = await db
    .selectFrom('holds')
    .selectAll()
    .where('user_id', '=', id)
    .where('expires_at', '>', clock.now)
    .where('expires_at', '<=', clock.now + LONGEST_HOLD)
    .orderBy('held_at', 'desc')
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      movieTitle: row.movie_title,
      showtimeDate: row.showtime_date,
      showtimeTime: row.showtime_time,
      seatNumbers: parseSeatNumbers(row.seat_numbers),
      expiresAt: new Date(row.expires_at).toISOString(),
      ...(row.code !== null && { shareCode: row.code }),
    }
  );
}

/** Releases the held seats; `body` may name the hold, or say that the shared seats are meant. */
export function releaseHold(cinema: Cinema, { token }: Session, body?: unknown): Promise<CallAnswer> {
  return cinema.call('DELETE', 'holds', { token, body });
}

export function stopSharing(cinema: Cinema, { token }: Session): Promise<CallAnswer> {
  return cinema.call('DELETE', 'holds', { token, body: { shared: true } });
}

/** Cancels a ticket. */
export function cancel(
  cinema: Cinema,
  { token }: Session,
  ticketId: unknown,
  password = PASSWORD,
  sending: Sending = {},
): Promise<CallAnswer> {
  return cinema.call('DELETE', 'user/tickets', { token, body: { ticketId, password }, ...sending });
}

/** Tops up a balance. */
export function topUp(cinema: Cinema, { token }: Session, amount: unknown, sending: Sending = {}): Promise<CallAnswer> {
  return cinema.call('POST', 'user/balance', { token, body: { amount }, ...sending });
}

/** Withdraws from a balance. */
export function withdraw(
  cinema: Cinema,
  { token }: Session,
  amount: unknown,
  password = PASSWORD,
  sending: Sending = {},
): Promise<CallAnswer> {
  return cinema.call('PUT', 'user/balance', { token, body: { amount, password }, ...sending });
}

/** The balance of a person, in rupiah. */
export async function balanceOf(cinema: Cinema, { token }: Session): Promise<number> {
  return v.parse(balanceSchema, (await cinema.call('GET', 'user/balance', { token })).body).balance;
}

/** The sold seats of The Kid, by default on 05 Mar at 20.35. */
export async function soldSeats(cinema: Cinema, date = '05 Mar', time = '20.35'): Promise<unknown> {
  const query = new URLSearchParams({ showtimeDate: date, showtimeTime: time });
  return (await cinema.call('GET', `booked-seats/The%20Kid?${query.toString()}`)).body;
}

/** The seats that are held for a showtime of The Kid, ascending. */
export async function heldSeats(cinema: Cinema, date?: string, time?: string): Promise<number[]> {
  const [hall] = v.parse(bookedSeatsListSchema, await soldSeats(cinema, date, time));
  return sortSeats((hall?.holds ?? []).flatMap(({ seatNumbers }) => seatNumbers));
}
