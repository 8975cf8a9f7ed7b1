import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { ticketSchema, type Ticket } from '#contract/ticket.ts';
import { balanceSchema } from '#contract/balance.ts';
import { createPasswords } from '../../src/server/auth/passwords.ts';
import { hashToken } from '../../src/server/store/sessions.ts';
import { theKid } from './catalogueMovies.ts';
import type { Cinema } from './openCinema.ts';

export const PASSWORD = 'correct horse';

const passwordHash = createPasswords().hash({ standing: 'newcomer', address: '127.0.0.1', account: '' }, PASSWORD);

/** Somebody with an account and a live session. */
export interface Person {
  readonly id: string;
  readonly token: string;
}

/** Puts people with a live session and a balance (entered in the ledger) straight into the database. */
export async function addPeople(
  { db, clock }: Cinema,
  count: number,
  { balance = 0, age = 30 }: { balance?: number; age?: number } = {},
): Promise<Person[]> {
  const hash = await passwordHash;
  const people = Array.from({ length: count }, () => ({ id: randomUUID(), token: randomUUID() }));
  const now = clock.now;
  await db
    .insertInto('users')
    .values(
      people.map(({ id }) => ({
        id,
        username: `person-${id}`,
        username_key: `person-${id}`,
        display_name: 'A Person',
        age,
        password_hash: hash,
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

/** One such person. */
export async function addPerson(cinema: Cinema, options: { balance?: number; age?: number } = {}): Promise<Person> {
  const [person] = await addPeople(cinema, 1, options);
  if (person === undefined) throw new Error('Nobody was added');
  return person;
}

/** The body of a purchase of The Kid, today at 20.35, unless said otherwise. */
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

/** Buys a ticket and gives it. */
export async function buy(cinema: Cinema, { token }: Person, changes: Record<string, unknown> = {}): Promise<Ticket> {
  const { status, body } = await cinema.call('POST', 'user/tickets', { token, body: booking(changes) });
  if (status !== 201) throw new Error(`The purchase was refused: ${JSON.stringify(body)}`);
  return v.parse(ticketSchema, body);
}

/** The balance of a person, in rupiah. */
export async function balanceOf(cinema: Cinema, { token }: Person): Promise<number> {
  return v.parse(balanceSchema, (await cinema.call('GET', 'user/balance', { token })).body).balance;
}

/** The seats sold for The Kid, today at 20.35, unless said otherwise. */
export async function soldSeats(cinema: Cinema, date = '05 Mar', time = '20.35'): Promise<unknown> {
  const query = new URLSearchParams({ showtimeDate: date, showtimeTime: time });
  return (await cinema.call('GET', `booked-seats/The%20Kid?${query.toString()}`)).body;
}
