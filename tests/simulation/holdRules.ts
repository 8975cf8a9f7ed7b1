import type { Selectable } from 'kysely';
import { HOLD_LIMITS } from '#domain/heldSeats.ts';
import { ACCOUNT_ALLOWANCE, LAST_HOLD_BEFORE_CLOSING, SEAT_ALLOWANCE, SHARING_ALLOWANCE } from '#domain/holdTime.ts';
import { salesEnd } from '#domain/showtimes.ts';
import { HOLD_DURATION, LONGEST_HOLD, SHARED_HOLD_DURATION } from '#domain/timings.ts';
import type { Schema } from '../../src/server/db/schema.ts';
import { parseSeatNumbers } from '../../src/server/store/takenSeats.ts';
import type { SimulatedServer } from './server.ts';

const HOUR = 60 * 60_000;

/** A hold with its seats. All times are epoch milliseconds of the server's clock. */
type Hold = Selectable<Schema['holds']> & { readonly seats: readonly number[] };
type Ticket = Selectable<Schema['tickets']> & { readonly seats: readonly number[] };
type Entry = Selectable<Schema['ledger']>;

/** Everything that the limits on holds depend on. */
interface Books {
  readonly holds: readonly Hold[];
  readonly tickets: readonly Ticket[];
  readonly entries: ReadonlyMap<string, readonly Entry[]>;
  readonly prices: ReadonlyMap<number, number>;
}

function withSeats<Row extends { readonly seat_numbers: string }>(row: Row) {
  return Object.assign(row, { seats: parseSeatNumbers(row.seat_numbers) });
}

/** The limits that a hold or a withdrawal broke when it was made, and holds that disagree with the seats in the hall. */
export class HoldRules {
  readonly #seen = new Set<string>();
  /** When each hold in the database ends, by its id. */
  #ends = new Map<string, number>();

  /** Call it when an older database came back. */
  forget(): void {
    this.#ends = new Map();
  }

  /** The rules that are broken now. They are off while the clock repeats time, because ended holds then run again. */
  async broken(server: SimulatedServer): Promise<string[]> {
    if (server.repeatsTime) return [];
    const { db, now, steadySince } = server;
    const rows = await db.selectFrom('holds').selectAll().execute();
    const holds = rows.map(withSeats);
    const withdrawals = await db
      .selectFrom('ledger')
      .selectAll()
      .where('kind', '=', 'withdrawal')
      .where('entered_at', '>=', steadySince)
      .execute();
    const isNew = (id: string) => !this.#seen.has(id);
    const newHolds = holds.filter((hold) => hold.held_at >= steadySince && isNew(hold.id));
    const newWithdrawals = withdrawals.filter((entry) => isNew(nameOf(entry)));
    for (const { id } of newHolds) this.#seen.add(id);
    for (const entry of newWithdrawals) this.#seen.add(nameOf(entry));
    const running = holds.filter((hold) => isRunning(hold, now));
    const breaches = [
      ...this.#brokenMemory(holds, now, steadySince),
      ...brokenNumber(running, steadySince),
      ...(await brokenSeats(server, running)),
    ];
    if (newHolds.length === 0 && newWithdrawals.length === 0) return breaches;
    const steady = holds.filter((hold) => hold.held_at >= steadySince);
    const books = await readBooks(server, holds);
    for (const hold of newHolds)
      breaches.push(
        ...brokenTimes(hold),
        ...brokenAccountTime(hold, steady, books),
        ...brokenSeatTime(hold, steady),
        ...brokenNetwork(hold, books),
        ...brokenBacking(hold, hold.held_at, books),
      );
    for (const { user_id: user, entered_at: at, balance_after: balance } of newWithdrawals)
      for (const hold of holds)
        if (hold.user_id === user && isRunning(hold, at)) breaches.push(...brokenBacking(hold, at, books, balance));
    return breaches;
  }

  /** A hold is kept for an hour after its end, because its time counts until then. */
  #brokenMemory(holds: readonly Hold[], now: number, steadySince: number): string[] {
    const ends = new Map(holds.map((hold) => [hold.id, hold.expires_at]));
    const lost = [...this.#ends].filter(([id, end]) => !ends.has(id) && end >= steadySince && now < end + HOUR);
    this.#ends = ends;
    return lost.map(([id, end]) => `The hold ${id} was forgotten ${minutes(now - end)} after its end`);
  }
}

function nameOf({ user_id: user, sequence }: Entry): string {
  return `${user} ${sequence}`;
}

function isRunning({ held_at: start, expires_at: end }: Hold, now: number): boolean {
  return start <= now && end > now && end <= now + LONGEST_HOLD;
}

/** A user has at most one running hold. One that ended because the clock was set may run again later, beside its successor. */
function brokenNumber(running: readonly Hold[], steadySince: number): string[] {
  const steady = running.filter((hold) => hold.held_at >= steadySince);
  return [...Map.groupBy(steady, (hold) => hold.user_id)]
    .filter(([, holds]) => holds.length > 1)
    .map(([user, holds]) => `User ${user} has ${holds.length} running holds`);
}

/**
 * Each seat of a running hold is held by it, or was bought from it if it is shared. Each held seat belongs to a running hold. So no
 * seat is held by one hold, and sold or held by another. A clock that is set may end a hold, free its seats, and let the hold run again.
 */
async function brokenSeats({ db, now, steadySince }: SimulatedServer, running: readonly Hold[]): Promise<string[]> {
  const rows = await db.selectFrom('taken_seats').selectAll().execute();
  const bySeat = new Map(rows.map((row) => [`${row.movie_id} ${row.starts_at} ${row.seat_number}`, row]));
  const byId = new Map(running.map((hold) => [hold.id, hold]));
  const steady = running.filter((hold) => hold.held_at >= steadySince);
  const lost = steady.flatMap((hold) =>
    hold.seats.flatMap((seat) => {
      const row = bySeat.get(`${hold.movie_id} ${hold.starts_at} ${seat}`);
      const isHeld = row?.ticket_id === null && row.hold_id === hold.id;
      const isBought = row !== undefined && row.ticket_id !== null && row.bought_from === hold.id && hold.code !== null;
      return isHeld || isBought
        ? []
        : [`Seat ${seat} is held by user ${hold.user_id}, but ${JSON.stringify(row)} has it`];
    }),
  );
  const stray = rows.filter(({ ticket_id: ticket, hold_id: id, held_by: user, held_until: until }) => {
    if (ticket !== null || until === null || until <= now || until > now + LONGEST_HOLD) return false;
    const hold = byId.get(id ?? '');
    return hold?.expires_at !== until || hold.user_id !== user;
  });
  return [
    ...lost,
    ...stray.map(
      ({ seat_number: seat, held_by: user }) =>
        `Seat ${seat} is held for user ${user}, whose hold has ended or differs`,
    ),
  ];
}

async function readBooks({ db }: SimulatedServer, holds: readonly Hold[]): Promise<Books> {
  const tickets = await db.selectFrom('tickets').selectAll().execute();
  const entries = await db.selectFrom('ledger').selectAll().orderBy('sequence').execute();
  const movies = await db.selectFrom('movies').select(['id', 'ticket_price']).execute();
  return {
    holds,
    tickets: tickets.map(withSeats),
    entries: Map.groupBy(entries, (entry) => entry.user_id),
    prices: new Map(movies.map(({ id, ticket_price: price }) => [id, price])),
  };
}

/** A hold lasts at most 5 minutes, a shared one 15, ends with sales, and does not begin in their last minute. */
function brokenTimes(hold: Hold): string[] {
  const { held_at: start, expires_at: end, code } = hold;
  const duration = code === null ? HOLD_DURATION : SHARED_HOLD_DURATION;
  const closing = salesEnd(hold.starts_at);
  return [
    ...(end - start <= duration ? [] : [`${describe(hold)} lasts for ${minutes(end - start)}`]),
    ...(end <= closing ? [] : [`${describe(hold)} ends ${minutes(end - closing)} after the end of sales`]),
    ...(start < closing - LAST_HOLD_BEFORE_CLOSING
      ? []
      : [`${describe(hold)} begins ${minutes(closing - start)} before the end of sales`]),
  ];
}

/**
 * An account holds seats for at most 10 minutes in an hour, and shares them for at most 30. A hold does not count if all its seats
 * were bought, and none of these tickets was cancelled, when the new hold began.
 */
function brokenAccountTime(hold: Hold, steady: readonly Hold[], { tickets }: Books): string[] {
  const isShared = hold.code !== null;
  const { allowed, window } = isShared ? SHARING_ALLOWANCE : ACCOUNT_ALLOWANCE;
  const counted = steady.filter(
    (other) =>
      other.user_id === hold.user_id &&
      (other.code !== null) === isShared &&
      other.held_at <= hold.held_at &&
      heldSeats(other, hold.held_at, tickets).length > 0,
  );
  const used = timeIn(counted, hold.expires_at, window);
  return used <= allowed
    ? []
    : [`${describe(hold)} is the last of an hour in which the account held seats for ${minutes(used)}`];
}

/** A seat is held for at most 15 of 45 minutes, whoever holds it. Time that ended in a purchase counts if the seat is held again. */
function brokenSeatTime(hold: Hold, steady: readonly Hold[]): string[] {
  const { allowed, window } = SEAT_ALLOWANCE;
  const ofHall = steady.filter((other) => isSameHall(other, hold) && other.held_at <= hold.held_at);
  return hold.seats.flatMap((seat) => {
    const used = timeIn(
      ofHall.filter(({ seats }) => seats.includes(seat)),
      hold.expires_at,
      window,
    );
    return used <= allowed
      ? []
      : [`${describe(hold)} is the last of 45 minutes in which seat ${seat} was held for ${minutes(used)}`];
  });
}

/** At most 24 seats of a hall are held from one network when a hold begins. Cancelled tickets may return more seats to a share. */
function brokenNetwork(hold: Hold, { holds, tickets }: Books): string[] {
  const at = hold.held_at;
  const seats = holds
    .filter((other) => isSameHall(other, hold) && other.network === hold.network && isRunning(other, at))
    .flatMap((other) => heldSeats(other, at, tickets));
  return seats.length <= HOLD_LIMITS.seatsOfNetwork
    ? []
    : [`${describe(hold)} is the last of ${seats.length} held seats from ${hold.network}`];
}

/**
 * At most 16 seats of a hall are held by accounts that cannot pay for them, when one of these holds begins, or when its account
 * withdraws money. So there may be more only after other events: a purchase elsewhere spends the balance behind a hold, or a cancelled
 * ticket returns its seats to a share.
 */
function brokenBacking(hold: Hold, at: number, books: Books, balance?: number): string[] {
  if (isBacked(hold, at, books, balance)) return [];
  const others = books.holds.filter(
    (other) => other !== hold && isSameHall(other, hold) && isRunning(other, at) && !isBacked(other, at, books),
  );
  const seats = [hold, ...others].flatMap((each) => heldSeats(each, at, books.tickets));
  return seats.length <= HOLD_LIMITS.unbackedSeats
    ? []
    : [`${describe(hold)} is one of the holds that keep ${seats.length} seats without a balance`];
}

function isBacked(
  hold: Hold,
  at: number,
  { entries, tickets, prices }: Books,
  balance = balanceAt(entries.get(hold.user_id) ?? [], at),
): boolean {
  return balance >= (prices.get(hold.movie_id) ?? 0) * heldSeats(hold, at, tickets).length;
}

/** The balance of an account. If it changed in that millisecond, the largest that it had, because the order is unknown. */
function balanceAt(entries: readonly Entry[], at: number): number {
  const before = entries.findLast((entry) => entry.entered_at < at)?.balance_after ?? 0;
  const then = entries.filter((entry) => entry.entered_at === at).map((entry) => entry.balance_after);
  return Math.max(before, ...then);
}

/** The seats that a hold still held at a time: all except those of tickets that were bought from it and not cancelled by then. */
function heldSeats(hold: Hold, at: number, tickets: readonly Ticket[]): number[] {
  const bought = tickets.filter(
    (ticket) =>
      isSameHall(ticket, hold) &&
      ticket.booked_at >= hold.held_at &&
      ticket.booked_at <= Math.min(at, hold.expires_at) &&
      (ticket.cancelled_at ?? at) >= at,
  );
  return hold.seats.filter((seat) => !bought.some(({ seats }) => seats.includes(seat)));
}

/** Milliseconds of holds within a window that ends at a time. */
function timeIn(holds: readonly Hold[], end: number, window: number): number {
  return holds.reduce(
    (sum, hold) => sum + Math.max(0, Math.min(hold.expires_at, end) - Math.max(hold.held_at, end - window)),
    0,
  );
}

function isSameHall(
  one: { readonly movie_id: number; readonly starts_at: number },
  other: { readonly movie_id: number; readonly starts_at: number },
): boolean {
  return one.movie_id === other.movie_id && one.starts_at === other.starts_at;
}

function describe({ user_id: user, seats, code }: Hold): string {
  return `${code === null ? 'The hold' : 'The shared hold'} of seats ${seats.join()} by user ${user}`;
}

function minutes(milliseconds: number): string {
  return `${(milliseconds / 60_000).toFixed(3)} minutes`;
}
