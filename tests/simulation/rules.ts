import { isMachineSnapshot, type AnyActorRef } from 'xstate';
import { auditBooks } from '../../src/server/store/audit.ts';
import { parseSeatNumbers } from '../../src/server/store/takenSeats.ts';
import { brokenInvariants } from '../../src/web/inspection/invariants.ts';
import type { SimulatedServer } from './server.ts';
import type { Tab } from './tab.ts';

/** The rules of the database that are broken now. The server must be up. */
export async function brokenInDatabase(server: SimulatedServer): Promise<string[]> {
  const { breaches } = await auditBooks(server.db);
  return [
    ...breaches,
    ...(await brokenHolds(server)),
    ...(await strayHeldSeats(server)),
    ...server.unlisted.map((error) => `An unlisted error: ${error}`),
  ];
}

/** A hold that has not ended has all its seats, except those that were bought with its code. */
async function brokenHolds({ db, now, repeatsTime }: SimulatedServer): Promise<string[]> {
  if (repeatsTime) return [];
  const holds = await db.selectFrom('holds').selectAll().where('expires_at', '>', now).execute();
  const breaches: string[] = [];
  for (const hold of holds) {
    const rows = await db
      .selectFrom('taken_seats')
      .leftJoin('tickets', 'tickets.id', 'taken_seats.ticket_id')
      .select(['taken_seats.seat_number', 'taken_seats.hold_id', 'taken_seats.ticket_id', 'tickets.hold_code'])
      .where('taken_seats.movie_id', '=', hold.movie_id)
      .where('taken_seats.starts_at', '=', hold.starts_at)
      .execute();
    // The seats of a ticket that was bought with the code and then cancelled are free.
    const cancelled = await db
      .selectFrom('tickets')
      .select('seat_numbers')
      .where('hold_code', '=', hold.code)
      .where('cancelled_at', 'is not', null)
      .execute();
    for (const seat of parseSeatNumbers(hold.seat_numbers)) {
      const row = rows.find(({ seat_number: number }) => number === seat);
      const isBoughtWithCode = hold.code !== null && row?.hold_code === hold.code;
      const isHeld = row?.hold_id === hold.id && row.ticket_id === null;
      const isFreed = cancelled.some(({ seat_numbers: seats }) => parseSeatNumbers(seats).includes(seat));
      if (!isHeld && !isBoughtWithCode && !isFreed)
        breaches.push(`Seat ${seat} is held by user ${hold.user_id}, but ${JSON.stringify(row)} has it`);
    }
  }
  return breaches;
}

/** A held seat belongs to a hold that has not ended. */
async function strayHeldSeats({ db, now, repeatsTime }: SimulatedServer): Promise<string[]> {
  if (repeatsTime) return [];
  const rows = await db
    .selectFrom('taken_seats')
    .leftJoin('holds', 'holds.id', 'taken_seats.hold_id')
    .select(['taken_seats.seat_number', 'taken_seats.held_by', 'holds.expires_at'])
    .where('taken_seats.ticket_id', 'is', null)
    .where('taken_seats.held_until', '>', now)
    .execute();
  return rows
    .filter(({ expires_at: end }) => end === null || end <= now)
    .map(({ seat_number: seat, held_by: user }) => `Seat ${seat} is held for user ${user}, whose hold has ended`);
}

/** The rules that a tab breaks in this state. */
export function brokenInTab(tab: Tab): string[] {
  const breaches = actorsOf(tab).flatMap((actor) => {
    const snapshot: unknown = actor.getSnapshot();
    if (!isMachineSnapshot(snapshot)) return [];
    if (snapshot.status === 'error') return [`${snapshot.machine.id} failed: ${String(snapshot.error)}`];
    return brokenInvariants(snapshot);
  });
  return breaches.map((breach) => `${tab.device.name}: ${breach}`);
}

/** The root of a tab and all its running descendants. */
export function actorsOf(tab: Tab): AnyActorRef[] {
  const all = new Set<AnyActorRef>();
  const add = (actor: AnyActorRef) => {
    if (all.has(actor)) return;
    all.add(actor);
    const snapshot: unknown = actor.getSnapshot();
    if (isMachineSnapshot(snapshot))
      for (const child of Object.values<AnyActorRef | undefined>(snapshot.children))
        if (child !== undefined) add(child);
  };
  add(tab.app);
  return [...all];
}
