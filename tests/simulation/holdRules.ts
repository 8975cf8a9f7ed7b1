import { LONGEST_HOLD } from '#domain/timings.ts';
import { parseSeatNumbers } from '../../src/server/store/takenSeats.ts';
import type { SimulatedServer } from './server.ts';

/**
 * Each seat of a running hold is held by it, or was bought from it if it is shared. Each held seat belongs to a running hold. So no
 * seat is held by one hold, and sold or held by another, except a shared seat that a cancellation has made free. The limits of holds are
 * tests of the server.
 */
export async function brokenHolds({ db, freedSeats, now }: SimulatedServer): Promise<string[]> {
  const holds = await db.selectFrom('holds').selectAll().where('expires_at', '>', now).execute();
  const rows = await db.selectFrom('taken_seats').selectAll().execute();
  const bySeat = new Map(rows.map((row) => [`${row.movie_id} ${row.starts_at} ${row.seat_number}`, row]));
  const byId = new Map(holds.map((hold) => [hold.id, hold]));
  const lost = holds.flatMap((hold) =>
    parseSeatNumbers(hold.seat_numbers).flatMap((seat) => {
      const row = bySeat.get(`${hold.movie_id} ${hold.starts_at} ${seat}`);
      const isHeld = row?.ticket_id === null && row.hold_id === hold.id;
      const isBought = row !== undefined && row.ticket_id !== null && row.bought_from === hold.id && hold.code !== null;
      const isFreed = hold.code !== null && freedSeats.has(seat);
      return isHeld || isBought || isFreed
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
