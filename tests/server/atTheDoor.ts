import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { admissionSchema, type Admission } from '#contract/door.ts';
import { inTransaction } from '../../src/server/db/inTransaction.ts';
import type { Schema } from '../../src/server/db/schema.ts';
import { openDoor } from '../../src/server/store/doors.ts';
import { theKid } from './catalogueMovies.ts';
import type { CallAnswer, CallOptions, Cinema } from './openCinema.ts';
import { buy, type Person } from './people.ts';

const HOUR = 3_600_000;

/** The screening of the tickets that `booking` buys. */
export const TONIGHT = { movieTitle: theKid.title, showtimeDate: '05 Mar', showtimeTime: '20.35' };

/** Thursday 5 March 2026, 20.00 in Jakarta: the doors for the screening at 20.35 are open. */
export const THURSDAY_EVENING = Date.parse('2026-03-05T20:00:00+07:00');

/** A phone with the link of a door. */
export interface TestDoor {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

/** Opens a door for twelve hours. `now` is in epoch milliseconds. */
export async function addDoor(
  { db, clock }: { readonly db: Kysely<Schema>; readonly clock: { readonly now: number } },
  name = 'Entrance',
): Promise<TestDoor> {
  const { now } = clock;
  const opened = await inTransaction(db, (transaction) =>
    openDoor(transaction, { name, now, endsAt: now + 12 * HOUR }),
  );
  return { ...opened, name };
}

type Sending = Pick<CallOptions, 'key' | 'address'>;

/** Shows a code at a door, by default for the screening of tonight. */
export function show(
  cinema: Cinema,
  { token }: Pick<TestDoor, 'token'>,
  code: unknown,
  changes: Record<string, unknown> = {},
  sending: Sending = {},
): Promise<CallAnswer> {
  return cinema.call('POST', 'door/admissions', { token, body: { ...TONIGHT, code, ...changes }, ...sending });
}

/** Shows a code at a door and returns the answer; throws when the server refuses the request. */
export async function admit(...shown: Parameters<typeof show>): Promise<Admission> {
  const { status, body } = await show(...shown);
  if (status !== 200) throw new Error(`The door was refused: ${JSON.stringify(body)}`);
  return v.parse(admissionSchema, body);
}

/** Undoes the admission of a code at a door. */
export function undo(cinema: Cinema, { token }: Pick<TestDoor, 'token'>, code: string, sending: Sending = {}) {
  return cinema.call('DELETE', 'door/admissions', { token, body: { code }, ...sending });
}

/** Buys a ticket and returns it with its code. */
export async function buyWithCode(cinema: Cinema, person: Person, changes: Record<string, unknown> = {}) {
  const { admissionCode, ...ticket } = await buy(cinema, person, changes);
  if (admissionCode === undefined) throw new Error('The ticket has no code');
  return { ...ticket, code: admissionCode };
}
