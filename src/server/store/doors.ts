import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { OperatorError } from '../errors.ts';
import { hashToken } from './sessions.ts';

const TOKEN_BYTES = 32;

/** A door that is open. Times in epoch milliseconds. */
export interface OpenDoor {
  readonly id: string;
  readonly name: string;
  readonly openedAt: number;
  readonly endsAt: number;
}

/** Opens a door and returns its bearer token of 256 random bits. Throws an OperatorError if a door with this name is open. */
export async function openDoor(
  transaction: Kysely<Schema>,
  { name, now, endsAt }: { readonly name: string; readonly now: number; readonly endsAt: number },
): Promise<{ readonly id: string; readonly token: string }> {
  await transaction
    .updateTable('doors')
    .set((door) => ({ closed_at: door.ref('ends_at') }))
    .where('name', '=', name)
    .where('closed_at', 'is', null)
    .where('ends_at', '<=', now)
    .execute();
  const open = await openDoors(transaction, now).where('name', '=', name).executeTakeFirst();
  if (open !== undefined) throw new OperatorError(`The door ${name} is open: close it first, or choose another name`);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const row = {
    id: randomUUID(),
    name,
    token_hash: hashToken(token),
    opened_at: now,
    ends_at: endsAt,
    closed_at: null,
  };
  await transaction.insertInto('doors').values(row).execute();
  return { id: row.id, token };
}

/** The open door of a bearer token; undefined when the token is unknown, or when the door has ended or was closed. */
export async function findDoor(
  db: Kysely<Schema>,
  { token, now }: { readonly token: string; readonly now: number },
): Promise<OpenDoor | undefined> {
  const row = await openDoors(db, now).where('token_hash', '=', hashToken(token)).executeTakeFirst();
  return row === undefined ? undefined : doorOf(row);
}

/** The open doors, with the number of tickets that each has admitted, in the order in which they were opened. */
export async function listDoors(
  db: Kysely<Schema>,
  now: number,
): Promise<readonly { readonly door: OpenDoor; readonly admitted: number }[]> {
  const rows = await openDoors(db, now)
    .select((door) =>
      door
        .selectFrom('admissions')
        .select(({ fn }) => fn.countAll<number>().as('admitted'))
        .whereRef('door_id', '=', 'doors.id')
        .as('admitted'),
    )
    .orderBy('opened_at')
    .execute();
  return rows.map((row) => ({ door: doorOf(row), admitted: row.admitted ?? 0 }));
}

/** Closes the open door with this name and returns its id; undefined when there is none. */
export async function closeDoor(
  db: Kysely<Schema>,
  { name, now }: { readonly name: string; readonly now: number },
): Promise<string | undefined> {
  const closed = await close(db, now).where('name', '=', name).returning('id').executeTakeFirst();
  return closed?.id;
}

/** Closes all open doors; returns how many. A door that was closed after a backup must not be open after its restore. */
export async function closeAllDoors(db: Kysely<Schema>, now: number): Promise<number> {
  const { numUpdatedRows } = await close(db, now).executeTakeFirst();
  return Number(numUpdatedRows);
}

function close(db: Kysely<Schema>, now: number) {
  return db.updateTable('doors').set({ closed_at: now }).where('closed_at', 'is', null).where('ends_at', '>', now);
}

function openDoors(db: Kysely<Schema>, now: number) {
  return db
    .selectFrom('doors')
    .select(['id', 'name', 'opened_at', 'ends_at'])
    .where('closed_at', 'is', null)
    .where('ends_at', '>', now);
}

function doorOf(row: Pick<Schema['doors'], 'id' | 'name' | 'opened_at' | 'ends_at'>): OpenDoor {
  return { id: row.id, name: row.name, openedAt: row.opened_at, endsAt: row.ends_at };
}
