import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { hash } from '@node-rs/argon2';
import { sql, type Kysely, type Selectable } from 'kysely';
import { ADMISSION_CODE_BYTES, admissionCodeOf } from '#domain/admissionCode.ts';
import type { Movie } from '#contract/movie.ts';
import type { Schema } from '../../src/server/db/schema.ts';
import { hashToken } from '../../src/server/store/sessions.ts';
import { nosferatu, theKid } from './catalogueMovies.ts';
import { CHEAP_COST, THURSDAY_MORNING } from './openCinema.ts';
import { PASSWORD } from './people.ts';

/** Named rows of every table. A table that is missing here is a type error. */
type NamedRows = { readonly [Table in keyof Schema]: Readonly<Record<string, Selectable<Schema[Table]>>> };

const DAY = 86_400_000;
const NOW = THURSDAY_MORNING;
const TONIGHT = Date.parse('2026-03-05T20:35:00+07:00');

/** The user whose calls are tested, with their session, ticket and keys. */
export const us = {
  userId: 'user of ours',
  username: 'our.user',
  token: 'our-token',
  otherToken: 'our-other-token',
  expiredToken: 'our-old-token',
  address: '192.0.2.1',
  passwordHash: await hash(PASSWORD, CHEAP_COST),
  doorToken: 'our-door-token',
  ticketId: 'ticket of ours',
  code: codeOf('ticket of ours'),
  usedTicketId: 'a used ticket of ours',
  usedCode: codeOf('a used ticket of ours'),
  ticketIds: [
    'ticket of ours',
    'a used ticket of ours',
    'our ticket for the same seat tomorrow',
    'our ticket for another showtime',
  ],
  seat: 1,
  heldSeat: 5,
  startsAt: TONIGHT,
  route: 'POST /user/balance',
  key: 'a-key',
  oldKey: 'an-old-key',
  refusedKey: 'a-refused-key',
  oldRefusedKey: 'an-old-refused-key',
} as const;

/** Another user, with the same password and the same idempotency keys as our user. */
export const stranger = {
  userId: 'another user',
  username: 'another.user',
  token: 'their-token',
  address: '198.51.100.1',
  ticketId: 'a ticket of theirs',
  usedCode: codeOf('a used ticket of theirs'),
  seat: 2,
  heldSeat: 6,
  shareCode: 'their_shared_hold_code',
  key: 'a-key-of-theirs',
} as const;

/** A film on sale without a sold ticket. */
export const sunrise: Movie = { ...theKid, id: 4, title: 'Sunrise' };
const faust: Movie = { ...theKid, id: 5, title: 'Faust' };
const metropolis: Movie = { ...theKid, id: 3, title: 'Metropolis' };

const { userId } = us;

/** A stored refusal. */
const REFUSED = { status: 404, body: '{"status":404,"code":"movie_not_found","message":"No such movie"}' };

/** More seats than one network may hold in one screening. */
const CROWD = Array.from({ length: 25 }, (_, index) => index + 20);

/** The rows that a call for our user may read or change. */
const ours: NamedRows = {
  users: { 'our user': userRow(userId, us.username) },
  movies: {
    'The Kid': movieRow(theKid),
    Nosferatu: movieRow(nosferatu),
    Sunrise: movieRow(sunrise),
    Faust: movieRow(faust),
    'a withdrawn film': { ...movieRow(metropolis), withdrawn_at: NOW - DAY },
  },
  sessions: { 'our session': sessionRow(userId, us.token, NOW - DAY) },
  // We bought our seat from the seats that another user shares.
  tickets: {
    'our ticket': ticketRow(us.ticketId, userId, { hold_code: stranger.shareCode }),
    'our used ticket': ticketRow(us.usedTicketId, userId, { seat_numbers: '[10]' }),
  },
  taken_seats: {
    'our seat': seatRow(us.seat, us.ticketId, { bought_from: `hold of ${stranger.userId}` }),
    'our held seat': heldRow(us.heldSeat, userId),
  },
  holds: { 'our hold': holdRow(userId) },
  hold_seats: { 'the seat of our hold': holdSeatRow(us.heldSeat, `hold of ${userId}`) },
  ledger: {
    'our top-up': entryRow(userId, 1, { kind: 'top-up', amount: 900_000 }),
    'our purchase': entryRow(userId, 2, { kind: 'purchase', amount: -35_000, ticket_id: us.ticketId }),
  },
  idempotency_keys: {
    'our key': keyRow(userId),
    'our old key': keyRow(userId, { key: us.oldKey, created_at: NOW - DAY }),
    'our refusal': keyRow(userId, { key: us.refusedKey, ...REFUSED }),
    'our old refusal': keyRow(userId, { key: us.oldRefusedKey, ...REFUSED, created_at: NOW - DAY / 96 }),
  },
  login_attempts: {
    'wrong passwords for our account': counterRow(['account', us.username], { failures: 4 }),
    'our known address': counterRow(['owner', us.username, us.address], { known_at: NOW - DAY }),
    'wrong passwords from our address': counterRow(['address', us.address], { failures: 5 }),
    'wrong passwords in our session': counterRow(['session', us.token], { failures: 2 }),
  },
  doors: { 'our door': doorRow('our door', us.doorToken) },
  admissions: {
    'our admission': { ticket_id: us.usedTicketId, door_id: 'our door', admitted_at: NOW - 60_000 },
  },
  pulse: { 'the pulse': { id: 1, beaten_at: NOW - DAY } },
  schema_migrations: {},
};

/** Rows of other users, and rows of our user that belong to another session, screening or key, past and future. */
const others: NamedRows = {
  users: {
    'a user with another password': {
      ...userRow('a user', 'a.user'),
      password_hash: 'another hash',
      balance: 7,
      age: 9,
    },
    'another user': userRow(stranger.userId, stranger.username),
  },
  movies: {},
  sessions: {
    'the session of our other device': sessionRow(userId, us.otherToken, NOW - 2 * DAY),
    'an expired session of ours': { ...sessionRow(userId, us.expiredToken, NOW - 100 * DAY), expires_at: NOW - DAY },
    'an expired session of theirs': {
      ...sessionRow(stranger.userId, 'their-old-token', NOW - 100 * DAY),
      expires_at: NOW - DAY,
    },
    'the session of theirs': sessionRow(stranger.userId, stranger.token, NOW - DAY),
    // More than a user may have, on both sides of ours: a limit on the sessions of all users would end ours.
    ...Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [
        `session ${index} of theirs`,
        sessionRow(stranger.userId, `their-token-${index}`, NOW - 2 * DAY + index * 4_000_000),
      ]),
    ),
  },
  tickets: {
    'our ticket for the same seat tomorrow': ticketRow('our ticket for the same seat tomorrow', userId, {
      showtime_date: '06 Mar',
      starts_at: TONIGHT + DAY,
    }),
    'our ticket for another showtime': ticketRow('our ticket for another showtime', userId, {
      showtime_time: '23.10',
      starts_at: TONIGHT + DAY / 8,
    }),
    'a cancelled ticket of ours': ticketRow('a cancelled ticket of ours', userId, { cancelled_at: NOW - DAY }),
    'a ticket of theirs': ticketRow(stranger.ticketId, stranger.userId, { seat_numbers: '[2]' }),
    'a used ticket of theirs': ticketRow('a used ticket of theirs', stranger.userId, { seat_numbers: '[11]' }),
    'a ticket of theirs for another film': ticketRow('for another film', stranger.userId, {
      movie_id: nosferatu.id,
      movie_title: nosferatu.title,
    }),
    'a past ticket of theirs': ticketRow('a past ticket', stranger.userId, {
      movie_id: metropolis.id,
      movie_title: metropolis.title,
      starts_at: NOW - DAY,
    }),
    'a cancelled ticket of theirs': ticketRow('a cancelled ticket', stranger.userId, { cancelled_at: NOW - DAY }),
  },
  taken_seats: {
    'our seat tomorrow': seatRow(us.seat, 'our ticket for the same seat tomorrow', { starts_at: TONIGHT + DAY }),
    'our seat at another showtime': seatRow(us.seat, 'our ticket for another showtime', {
      starts_at: TONIGHT + DAY / 8,
    }),
    'a seat of theirs': seatRow(stranger.seat, stranger.ticketId),
    'the same seat for another film': seatRow(us.seat, 'for another film', { movie_id: nosferatu.id }),
    'another seat for another film': seatRow(3, 'for another film', { movie_id: nosferatu.id }),
    'another seat tomorrow': seatRow(4, 'our ticket for the same seat tomorrow', { starts_at: TONIGHT + DAY }),
    'a held seat of theirs': heldRow(stranger.heldSeat, stranger.userId),
    'an expired held seat of theirs': heldRow(7, stranger.userId, { hold_id: 'expired', held_until: NOW - 1 }),
    'a held seat for another film': heldRow(us.heldSeat, stranger.userId, { movie_id: nosferatu.id }),
    ...Object.fromEntries(
      CROWD.map((seat) => [
        `seat ${seat}, held from our network tomorrow`,
        heldRow(seat, 'a user', { hold_id: 'crowd', starts_at: TONIGHT + DAY }),
      ]),
    ),
    'a seat in the past': seatRow(us.seat, 'a past ticket', { movie_id: metropolis.id, starts_at: NOW - DAY }),
  },
  holds: {
    'the hold of theirs': holdRow(stranger.userId, { code: stranger.shareCode }),
    'an old hold of another user': holdRow('a user', { id: 'old', held_at: NOW - DAY, expires_at: NOW - DAY }),
    'a hold made while the clock was wrong': holdRow('a user', {
      id: 'wrong clock',
      held_at: NOW + DAY,
      expires_at: NOW + DAY,
    }),
    // Each uses up a limit that does not concern our user: of another account, of sharing, of a seat tomorrow, of another screening.
    'ended holds of theirs': holdRow(stranger.userId, { id: 'ended', held_at: NOW - DAY / 48, expires_at: NOW - 1 }),
    'ended shares of ours': holdRow(userId, {
      id: 'shares',
      code: 'ended_share_of_our_own',
      held_at: NOW - DAY / 48,
      expires_at: NOW - 1,
    }),
    'a hold from our network tomorrow': holdRow('a user', {
      id: 'crowd',
      network: us.address,
      starts_at: TONIGHT + DAY,
      held_at: NOW - DAY / 48,
    }),
  },
  hold_seats: {
    'the seat of the hold of theirs': holdSeatRow(stranger.heldSeat, `hold of ${stranger.userId}`),
    'the seat of an old hold': holdSeatRow(us.heldSeat, 'old'),
    ...Object.fromEntries(
      [us.heldSeat, 8].map((seat) => [
        `seat ${seat}, held for too long tomorrow`,
        holdSeatRow(seat, 'crowd', { starts_at: TONIGHT + DAY }),
      ]),
    ),
  },
  ledger: {
    'their top-up': entryRow(stranger.userId, 1, { kind: 'top-up', amount: 900_000 }),
    'their purchase': entryRow(stranger.userId, 2, {
      kind: 'purchase',
      amount: -35_000,
      ticket_id: stranger.ticketId,
    }),
    'their latest top-up': entryRow(stranger.userId, 9, { kind: 'top-up', amount: 1 }),
  },
  idempotency_keys: {
    'our key of another route': keyRow(userId, { route: 'A /route' }),
    'another key of ours': keyRow(userId, { key: '0' }),
    'the same key of theirs': keyRow(stranger.userId),
    'a key that only they used': keyRow(stranger.userId, { key: stranger.key }),
    'our old key, used again with another route': keyRow(userId, { route: 'A /route', key: us.oldKey }),
    'our old key, used again by another user': keyRow(stranger.userId, { key: us.oldKey }),
    'another key of ours, as old as our old key': keyRow(userId, { key: 'also old', created_at: NOW - DAY }),
    'a key of another route, as old as our old key': keyRow(userId, {
      route: 'B /route',
      key: us.oldKey,
      created_at: NOW - DAY,
    }),
    'a key of another user, as old as our old key': keyRow('a user', { key: us.oldKey, created_at: NOW - DAY }),
    'an expired key of theirs': keyRow(stranger.userId, { key: 'expired', created_at: NOW - 2 * DAY }),
    'the same refusal of theirs': keyRow(stranger.userId, { key: us.refusedKey, ...REFUSED }),
    'our old refusal, used again by another user': keyRow(stranger.userId, { key: us.oldRefusedKey }),
  },
  login_attempts: {
    // The lowest subject, so that a read without its condition finds this counter first.
    'the first counter': counterRow([], { subject: '!', failures: 9 }),
    'wrong passwords for their account': counterRow(['account', stranger.username], { failures: 9 }),
    'their known address': counterRow(['owner', stranger.username, us.address], { failures: 9, known_at: NOW - DAY }),
    'another known address of ours': counterRow(['owner', us.username, stranger.address], {
      failures: 9,
      known_at: NOW - DAY,
    }),
    'wrong passwords from their address': counterRow(['address', stranger.address], { failures: 900 }),
    'wrong passwords in their session': counterRow(['session', stranger.token], { failures: 9 }),
    'wrong passwords in our other session': counterRow(['session', us.otherToken], { failures: 9 }),
    'an old counter': counterRow(['account', 'old'], { failures: 9, failed_at: NOW - 2 * DAY }),
    'an old known address': counterRow(['owner', 'old'], {
      failures: 9,
      failed_at: NOW - 200 * DAY,
      known_at: NOW - 200 * DAY,
    }),
  },
  doors: {
    'another door': doorRow('another door', 'their-door-token'),
    'a door that has ended': doorRow('ended', 'ended-door-token', { ends_at: NOW - 1 }),
    'a closed door': doorRow('closed', 'closed-door-token', { closed_at: NOW - 1 }),
  },
  admissions: {
    'an admission by another door': {
      ticket_id: 'a used ticket of theirs',
      door_id: 'another door',
      admitted_at: NOW - 60_000,
    },
  },
  pulse: {},
  schema_migrations: {},
};

/** The tables, in an order that satisfies their foreign keys. */
const TABLES = Object.keys(ours);
const nameByRow = new Map([ours, others].flatMap((rows) => TABLES.flatMap((table) => namesIn(rows, table))));

/** The names of all rows of a table. */
export function everyRowOf(table: keyof Schema): string[] {
  return [ours, others].flatMap((rows) => Object.keys(rows[table]));
}

/** Fills every table of an empty database with the rows of `ours`, and with those of `others` unless `isAlone`. */
export async function fillEveryTable(db: Kysely<Schema>, isAlone: boolean): Promise<void> {
  for (const table of TABLES) {
    // The rows of others come first, so that a query without ORDER BY finds them first.
    for (const rows of isAlone ? [ours] : [others, ours]) {
      for (const row of rowsIn(rows, table)) await insert(db, table, row);
    }
  }
}

/** Runs `work` and returns the names of the rows, of all tables, that it has changed or deleted. */
export async function rowsChangedBy(db: Kysely<Schema>, work: () => Promise<unknown>): Promise<string[]> {
  const before = await readEveryTable(db);
  await work();
  const after = new Set(await readEveryTable(db));
  return before
    .filter((row) => !after.has(row))
    .map((row) => nameByRow.get(row) ?? row)
    .toSorted();
}

/** The result or error code of a call, as a text without the ids, tokens and codes that the call created. */
export async function outcomeOf(work: () => Promise<unknown>): Promise<string> {
  const outcome = await work().catch((error: unknown) => {
    if (error instanceof Error && 'code' in error) return `${String(error.code)}: ${error.message}`;
    throw error;
  });
  return describeOutcome(outcome);
}

/** A value as the text of `outcomeOf`. */
export function describeOutcome(outcome: unknown): string {
  return inspect(outcome, { depth: null, sorted: true, breakLength: 100 }).replace(
    /[\da-f]{8}-[\da-f-]{27}|[\w-]{43}|(?<=admissionCode: ')\w{20}/g,
    'new',
  );
}

async function readEveryTable(db: Kysely<Schema>): Promise<string[]> {
  const rows: string[] = [];
  for (const table of TABLES) {
    const read = await sql<object>`select * from ${sql.table(table)}`.execute(db);
    rows.push(...read.rows.map((row) => textOf(table, row)));
  }
  return rows;
}

async function insert(db: Kysely<Schema>, table: string, row: object): Promise<void> {
  const columns = Object.keys(row).map((column) => sql.ref(column));
  await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(Object.values(row))})`.execute(
    db,
  );
}

function rowsIn(rows: NamedRows, table: string): object[] {
  return Object.entries(rows).flatMap(([name, named]) => (name === table ? Object.values(named) : []));
}

function namesIn(rows: NamedRows, table: string): [row: string, name: string][] {
  return Object.entries(rows).flatMap(([each, named]) =>
    each === table ? Object.entries(named).map(([name, row]): [string, string] => [textOf(table, row), name]) : [],
  );
}

function textOf(table: string, row: object): string {
  return `${table} ${JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;
}

function movieRow(movie: Movie): Selectable<Schema['movies']> {
  return { ...movie, description_id: null, withdrawn_at: null };
}

function userRow(id: string, username: string): Selectable<Schema['users']> {
  return {
    id,
    username,
    username_key: username,
    display_name: 'A Person',
    age: 30,
    password_hash: us.passwordHash,
    balance: 500_000,
    ledger_entries: 9,
    created_at: NOW - DAY,
    session_version: 0,
  };
}

function sessionRow(owner: string, token: string, createdAt: number): Selectable<Schema['sessions']> {
  return {
    token_hash: hashToken(token),
    user_id: owner,
    created_at: createdAt,
    last_used_at: NOW - 60_000,
    expires_at: NOW + DAY,
  };
}

function ticketRow(
  id: string,
  owner: string,
  changes: Partial<Selectable<Schema['tickets']>> = {},
): Selectable<Schema['tickets']> {
  return {
    id,
    user_id: owner,
    movie_id: theKid.id,
    movie_title: theKid.title,
    movie_poster: theKid.poster_url,
    age_rating: theKid.age_rating,
    ticket_price: theKid.ticket_price,
    showtime_date: '05 Mar',
    showtime_time: '20.35',
    starts_at: TONIGHT,
    seat_numbers: '[1]',
    booked_at: NOW - DAY,
    cancelled_at: null,
    hold_code: null,
    admission_code: codeOf(id),
    ...changes,
  };
}

function codeOf(ticketId: string): string {
  return admissionCodeOf(createHash('sha256').update(ticketId).digest().subarray(0, ADMISSION_CODE_BYTES));
}

function doorRow(
  id: string,
  token: string,
  changes: Partial<Selectable<Schema['doors']>> = {},
): Selectable<Schema['doors']> {
  return {
    id,
    name: `The door ${id}`,
    token_hash: hashToken(token),
    opened_at: NOW - DAY / 8,
    ends_at: NOW + DAY / 2,
    closed_at: null,
    ...changes,
  };
}

function seatRow(
  seat: number,
  ticketId: string,
  changes: Partial<Selectable<Schema['taken_seats']>> = {},
): Selectable<Schema['taken_seats']> {
  const notHeld = { hold_id: null, held_by: null, held_until: null };
  const place = { movie_id: theKid.id, starts_at: TONIGHT, seat_number: seat };
  return { ...place, ticket_id: ticketId, bought_from: null, ...notHeld, ...changes };
}

function heldRow(
  seat: number,
  owner: string,
  changes: Partial<Selectable<Schema['taken_seats']>> = {},
): Selectable<Schema['taken_seats']> {
  return {
    movie_id: theKid.id,
    starts_at: TONIGHT,
    seat_number: seat,
    ticket_id: null,
    hold_id: `hold of ${owner}`,
    held_by: owner,
    held_until: NOW + 60_000,
    bought_from: null,
    ...changes,
  };
}

function holdSeatRow(
  seat: number,
  holdId: string,
  changes: Partial<Selectable<Schema['hold_seats']>> = {},
): Selectable<Schema['hold_seats']> {
  return { movie_id: theKid.id, starts_at: TONIGHT, seat_number: seat, hold_id: holdId, ...changes };
}

function holdRow(owner: string, changes: Partial<Selectable<Schema['holds']>> = {}): Selectable<Schema['holds']> {
  return {
    id: `hold of ${owner}`,
    user_id: owner,
    network: owner === userId ? us.address : stranger.address,
    movie_id: theKid.id,
    starts_at: TONIGHT,
    movie_title: theKid.title,
    showtime_date: '05 Mar',
    showtime_time: '20.35',
    seat_numbers: `[${owner === userId ? us.heldSeat : stranger.heldSeat}]`,
    held_at: NOW - 240_000,
    expires_at: NOW + 60_000,
    code: null,
    ...changes,
  };
}

function entryRow(
  owner: string,
  sequence: number,
  entry: Pick<Selectable<Schema['ledger']>, 'kind' | 'amount'> & Partial<Selectable<Schema['ledger']>>,
): Selectable<Schema['ledger']> {
  return { user_id: owner, sequence, balance_after: 500_000, ticket_id: null, entered_at: NOW - DAY, ...entry };
}

function keyRow(
  owner: string,
  changes: Partial<Selectable<Schema['idempotency_keys']>> = {},
): Selectable<Schema['idempotency_keys']> {
  const isOurs = owner === userId && changes.route === undefined && changes.key !== '0';
  return {
    user_id: owner,
    route: us.route,
    key: us.key,
    request_hash: createHash('sha256').update('{"amount":1}').digest('base64url'),
    status: 200,
    body: isOurs ? '{"balance":500000}' : '{"balance":1}',
    created_at: NOW - 60_000,
    ...changes,
  };
}

function counterRow(
  subject: readonly string[],
  changes: Partial<Selectable<Schema['login_attempts']>> = {},
): Selectable<Schema['login_attempts']> {
  return {
    subject: createHash('sha256').update(JSON.stringify(subject)).digest('base64url'),
    failures: 3,
    failed_at: NOW - 60_000,
    known_at: null,
    ...changes,
  };
}
