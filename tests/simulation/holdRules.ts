import type { Selectable } from 'kysely';
import { LAST_HOLD_BEFORE_CLOSING } from '#domain/holdTime.ts';
import { salesEnd } from '#domain/showtimes.ts';
import { HOLD_DURATION, LONGEST_HOLD, SHARED_HOLD_DURATION } from '#domain/timings.ts';
import type { Schema } from '../../src/server/db/schema.ts';
import { parseSeatNumbers } from '../../src/server/store/takenSeats.ts';
import type { SimulatedServer } from './server.ts';

const HOUR = 60 * 60_000;

/** A hold with its seats. All times are epoch milliseconds of the server's clock. */
type Hold = Selectable<Schema['holds']> & { readonly seats: readonly number[] };

function withSeats<Row extends { readonly seat_numbers: string }>(row: Row) {
  return Object.assign(row, { seats: parseSeatNumbers(row.seat_numbers) });
}

/** Holds that last too long, that are forgotten too early, or that disagree with the seats in the hall. Limits are tests of the server. */
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
    const isNew = (id: string) => !this.#seen.has(id);
    const newHolds = holds.filter((hold) => hold.held_at >= steadySince && isNew(hold.id));
    for (const { id } of newHolds) this.#seen.add(id);
    const running = holds.filter((hold) => isRunning(hold, now));
    return [
      ...this.#brokenMemory(holds, now, steadySince),
      ...brokenNumber(running, steadySince),
      ...(await brokenSeats(server, running)),
      ...newHolds.flatMap(brokenTimes),
    ];
  }

  /** A hold is kept for an hour after its end, because its time counts until then. */
  #brokenMemory(holds: readonly Hold[], now: number, steadySince: number): string[] {
    const ends = new Map(holds.map((hold) => [hold.id, hold.expires_at]));
    const lost = [...this.#ends].filter(([id, end]) => !ends.has(id) && end >= steadySince && now < end + HOUR);
    this.#ends = ends;
    return lost.map(([id, end]) => `The hold ${id} was forgotten ${minutes(now - end)} after its end`);
  }
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

function describe({ user_id: user, seats, code }: Hold): string {
  return `${code === null ? 'The hold' : 'The shared hold'} of seats ${seats.join()} by user ${user}`;
}

function minutes(milliseconds: number): string {
  return `${(milliseconds / 60_000).toFixed(3)} minutes`;
}
