import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { ADMISSION_CODE_BYTES, admissionCodeOf } from '#domain/admissionCode.ts';
import type { Engine } from '../database.ts';
import type { Schema } from '../schema.ts';

const TICKETS_AT_ONCE = 1000;
const DAY = 86_400_000;

/**
 * Adds doors, the admissions of tickets, and the code of each ticket that can still be admitted. An older ticket, and one that an older
 * server sells during an update, gets its code when it is listed. No ticket that is inside can be cancelled, not even by an older server.
 */
export async function addDoors(db: Kysely<Schema>, engine: Engine): Promise<void> {
  for (const statement of [...tables(engine), ...keysWithoutUsers(engine), ...guard(engine)])
    await sql.raw(statement).execute(db);
  await fillCodes(db, Date.now() - DAY);
}

function tables(engine: Engine): string[] {
  const whole = engine === 'sqlite' ? 'integer' : 'bigint';
  const strict = engine === 'sqlite' ? 'strict' : '';
  const key = engine === 'sqlite' ? 'text' : 'text collate "C"';
  return [
    `alter table tickets add column admission_code ${key}`,
    `create unique index tickets_by_admission_code on tickets (admission_code)`,
    `create index live_tickets_by_start on tickets (starts_at) where cancelled_at is null`,
    `create table doors (
      id ${key} primary key,
      name ${key} not null,
      token_hash ${key} not null unique,
      opened_at ${whole} not null,
      ends_at ${whole} not null,
      closed_at ${whole}
    ) ${strict}`,
    `create unique index open_doors_by_name on doors (name) where closed_at is null`,
    `create table admissions (
      ticket_id ${key} primary key references tickets (id),
      door_id ${key} not null references doors (id),
      admitted_at ${whole} not null
    ) ${strict}`,
  ];
}

/** Doors send idempotency keys, too, so the owner of a key need not be a user any more. */
function keysWithoutUsers(engine: Engine): string[] {
  if (engine === 'postgres') return [`alter table idempotency_keys drop constraint idempotency_keys_user_id_fkey`];
  return [
    `create table keys_of_all (
      user_id text not null,
      route text not null,
      key text not null,
      request_hash text not null,
      status integer,
      body text,
      created_at integer not null,
      primary key (user_id, route, key)
    ) strict, without rowid`,
    `insert into keys_of_all select user_id, route, key, request_hash, status, body, created_at from idempotency_keys`,
    `drop table idempotency_keys`,
    `alter table keys_of_all rename to idempotency_keys`,
    `create index idempotency_keys_by_age on idempotency_keys (created_at)`,
    `create index refusals_by_age on idempotency_keys (created_at) where status >= 400`,
  ];
}

function guard(engine: Engine): string[] {
  if (engine === 'sqlite') {
    return [
      `create trigger tickets_stay_used before update of cancelled_at on tickets
        when new.cancelled_at is not null and exists (select 1 from admissions where ticket_id = new.id)
        begin select raise(abort, 'the ticket has been used'); end`,
    ];
  }
  return [
    // With the rights of the owner: an older server has no rights to the new table.
    `create function refuse_used_ticket() returns trigger language plpgsql security definer set search_path from current as
      $$ begin
        if exists (select 1 from admissions where ticket_id = new.id) then
          raise exception 'the ticket has been used' using errcode = 'check_violation';
        end if;
        return new;
      end $$`,
    `create trigger tickets_stay_used before update of cancelled_at on tickets for each row
      when (new.cancelled_at is not null) execute function refuse_used_ticket()`,
  ];
}

async function fillCodes(db: Kysely<Schema>, startsAfter: number): Promise<void> {
  for (let last = ''; ;) {
    const tickets = await db
      .selectFrom('tickets')
      .select('id')
      .where('id', '>', last)
      .where('starts_at', '>', startsAfter)
      .where('cancelled_at', 'is', null)
      .orderBy('id')
      .limit(TICKETS_AT_ONCE)
      .execute();
    const latest = tickets.at(-1)?.id;
    if (latest === undefined) return;
    const codes = tickets.map(({ id }) => sql`(${id}, ${admissionCodeOf(randomBytes(ADMISSION_CODE_BYTES))})`);
    await sql`update tickets set admission_code = column2 from (values ${sql.join(codes)}) as given
      where tickets.id = column1`.execute(db);
    last = latest;
  }
}
