import { HOLD_LIMITS } from '#domain/heldSeats.ts';
import type { Kysely } from 'kysely';
import { TICKETS_ON_A_PAGE } from '#contract/ticket.ts';
import { bookingOf } from '#domain/booking.ts';
import { offeredDates } from '#domain/calendar.ts';
import { hasStarted, SHOWTIMES } from '#domain/showtimes.ts';
import { OperatorError } from './errors.ts';
import { createPasswords } from './auth/passwords.ts';
import { inTransaction } from './db/inTransaction.ts';
import type { Schema } from './db/schema.ts';
import { findCredentials, signUp } from './store/accounts.ts';
import { listTakenSeats } from './store/takenSeats.ts';
import { topUp } from './store/ledger.ts';
import { listMovies } from './store/movies.ts';
import { createOfferedStart } from './store/showtimes.ts';
import { listTickets, purchaseTicket } from './store/tickets.ts';

const TWO_DAYS = 2 * 24 * 3_600_000;
const TOP_UP = 500_000;
const SEATS_TO_TRY = [36, 37, 28, 29, 44, 45, 20, 21];

/** An account for developers. Its password is public, so it must never be in a database that others use. */
export const demoAccount = {
  username: 'demo-visitor',
  displayName: 'Demo Visitor',
  age: 30,
  password: 'popcorn-in-row-e',
};

/**
 * Makes sure that the demo account exists, with a balance, a ticket for a future showtime and an expired ticket. `now` is in
 * epoch milliseconds, `zone` is the cinema's time zone.
 */
export async function seedDemoAccount(
  db: Kysely<Schema>,
  { now, zone }: { readonly now: number; readonly zone: string },
): Promise<void> {
  const known = await findCredentials(db, demoAccount);
  const user = known?.user ?? (await openAccount(db, now - TWO_DAYS));
  if (known === undefined) await visitTomorrow(db, { user, now: now - TWO_DAYS, zone });
  const tickets = await listTickets(db, { userId: user.id, limit: TICKETS_ON_A_PAGE });
  if (tickets.every(({ startsAt }) => hasStarted(Date.parse(startsAt), now))) {
    await visitTomorrow(db, { user, now, zone });
  }
}

async function openAccount(db: Kysely<Schema>, now: number) {
  const { password, ...person } = demoAccount;
  const address = '127.0.0.1';
  const requester = { kind: 'newcomer', address, account: person.username } as const;
  const passwordHash = await createPasswords().hash(requester, password);
  const user = await signUp(db, { ...person, passwordHash, address, now });
  if (user === undefined) throw new OperatorError('Another server is creating the demo account. Please start again.');
  return user;
}

/** Tops up and buys two seats for the last showtime of the next day. */
async function visitTomorrow(
  db: Kysely<Schema>,
  visit: { readonly user: { readonly id: string; readonly age: number }; readonly now: number; readonly zone: string },
): Promise<void> {
  const { user, now, zone } = visit;
  const offeredStart = createOfferedStart(zone);
  const [movie] = await listMovies(db);
  const place = { date: offeredDates(now, zone)[1], time: SHOWTIMES.at(-1) };
  if (movie === undefined) return;
  const startsAt = offeredStart(bookingOf(movie.title, movie, place, []), now);
  const { sold, holds } = await listTakenSeats(db, { movieId: movie.id, startsAt }, now);
  const taken = new Set([...sold, ...holds.flatMap(({ held }) => held)]);
  const seatNumbers = SEATS_TO_TRY.filter((seat) => !taken.has(seat)).slice(0, 2);
  const booking = bookingOf(movie.title, movie, place, seatNumbers);
  const clock = () => now;
  const limits = HOLD_LIMITS;
  await inTransaction(db, async (transaction) => {
    await topUp(transaction, { userId: user.id, amount: TOP_UP, now });
    await purchaseTicket(transaction, { userId: user.id, age: user.age, booking, now, clock, limits, offeredStart });
  });
}
