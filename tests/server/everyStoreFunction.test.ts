import type { Kysely, Transaction } from 'kysely';
import { describe, expect, test } from 'vitest';
import { HOLD_LIMITS } from '#domain/heldSeats.ts';
import type { Database } from '../../src/server/db/database.ts';
import { inTransaction } from '../../src/server/db/inTransaction.ts';
import type { Schema } from '../../src/server/db/schema.ts';
import { ApiError } from '../../src/server/errors.ts';
import { findCredentials, findPasswordHash, replacePasswordHash, signUp } from '../../src/server/store/accounts.ts';
import { auditBooks } from '../../src/server/store/audit.ts';
import {
  releaseSeats,
  forgetHeldSeats,
  holdSeats,
  listSeatsOfHold,
  listTakenSeats,
  listTakenSeatsOfAll,
  parseSeatList,
  releaseHeldSeats,
  returnSeats,
  takeSeats,
} from '../../src/server/store/takenSeats.ts';
import { countHeldSeats, endOfHold, listRunningHolds } from '../../src/server/store/holdLimits.ts';
import {
  createHold,
  endHoldOfPurchase,
  endUnbackedHold,
  findHold,
  findRunningShare,
  findSharesOfTicket,
  findSharedHold,
  forgetHolds,
  releaseHold,
  releaseHolds,
} from '../../src/server/store/holds.ts';
import { forgetExpired } from '../../src/server/store/forgetExpired.ts';
import { answerOnce, forgetKeys, forgetRefusals } from '../../src/server/store/idempotency.ts';
import { listTransactions, moveMoney, selectTransactions, topUp, withdraw } from '../../src/server/store/ledger.ts';
import {
  countFailedAttempt,
  findAttemptRecord,
  forgetLoginAttempts,
  forgetOwners,
  recordSuccessfulAttempt,
  rememberOwner,
} from '../../src/server/store/loginAttempts.ts';
import { findMovie, hasMovie, listMovies } from '../../src/server/store/movies.ts';
import { findOffer } from '../../src/server/store/offers.ts';
import { prepareDatabase } from '../../src/server/store/prepareDatabase.ts';
import { writePulse } from '../../src/server/store/pulse.ts';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import {
  closeAllSessions,
  closeOtherSessions,
  closeSession,
  findSession,
  forgetSessions,
  isSessionLive,
  openSession,
  touchSession,
} from '../../src/server/store/sessions.ts';
import { createOfferedStart } from '../../src/server/store/showtimes.ts';
import { cancelTicket, findHeldTicket, listTickets, purchaseTicket } from '../../src/server/store/tickets.ts';
import { theKid } from './catalogueMovies.ts';
import {
  describeOutcome,
  everyRowOf,
  fillEveryTable,
  outcomeOf,
  rowsChangedBy,
  stranger,
  sunrise,
  us,
} from './everyTable.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';
import { booking } from './people.ts';
import { THURSDAY_MORNING } from './openCinema.ts';

const modules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = import.meta.glob(
  '../../src/server/store/*.ts',
  { eager: true },
);

/** Exports that use no database. */
const WITHOUT_DATABASE = [
  'catalogueSchema',
  'countSeats',
  'countUnbacked',
  'createOfferedStart',
  'hashToken',
  'isHeld',
  'isTouchDue',
  'newTicketId',
  'parseSeatList',
  'parseSeatNumbers',
  'readCatalogue',
  'refuseTaken',
  'refuseTooYoung',
  'screeningKey',
];

const now = THURSDAY_MORNING;
const max = 1000;
const unknownAddress = '203.0.113.9';
const { userId, token, address, username, startsAt } = us;
const tonight = { movieId: theKid.id, startsAt };
const offeredStart = createOfferedStart('Asia/Jakarta');
const credentials = { userId, passwordHash: us.passwordHash, sessionVersion: 0 };
const signIn = { at: 'sign-in', username, address } as const;
const inSession = { at: 'session', token, address } as const;
const failed = { wait: 0, failures: 3, known: false };
const claim = { ...tonight, userId, now };
const ourHold = `hold of ${userId}`;
const theirHold = `hold of ${stranger.userId}`;
const wanted = {
  ...claim,
  isShared: false,
  ticketPrice: theKid.ticket_price,
  balance: 500_000,
  network: address,
  previousId: ourHold,
};
const holding = { userId, age: 30, network: address, now, offeredStart, limits: HOLD_LIMITS };
const holdOf = (seatNumbers: number[]) => ({
  movieTitle: theKid.title,
  showtimeDate: '05 Mar',
  showtimeTime: '20.35' as const,
  seatNumbers,
});
const command = { userId, route: us.route, key: us.key, request: { amount: 1 }, now };
const held = { showtimeDate: '05 Mar', showtimeTime: '20.35', movieId: '1', movieTitle: theKid.title };
const expiredSessions = ['an expired session of ours', 'an expired session of theirs'];
const expiredKeys = ['our old key', 'an expired key of theirs'];
const oldCounter = 'an old counter';
const oldAddress = 'an old known address';

interface StoreCall {
  readonly call: (db: Kysely<Schema>, database: Database) => Promise<unknown>;
  /** All rows that the call changes or deletes. */
  readonly changes?: readonly string[];
  /** Checks the result. Without it, the result must be the same with and without the rows of others. */
  readonly returns?: (result: unknown) => void;
}

/** A call in one transaction. */
function commits(call: (transaction: Transaction<Schema>) => Promise<unknown>): StoreCall['call'] {
  return (db) => inTransaction(db, call);
}

/** Calls of the store functions for our user. A name has the exported function, and after a colon the case. */
const storeCalls: Readonly<Record<string, StoreCall>> = {
  signUp: { call: (db) => signUp(db, { ...us, username: 'new', displayName: 'New', age: 20, now }) },
  'signUp: under the name of another user': {
    call: (db) => signUp(db, { ...us, username: stranger.username, displayName: 'New', age: 20, now }),
    returns: (result) => expect(result).toContain('username_taken'),
  },
  findCredentials: { call: (db) => findCredentials(db, { username }) },
  findPasswordHash: { call: (db) => findPasswordHash(db, { userId }) },
  replacePasswordHash: {
    call: commits((db) => replacePasswordHash(db, { userId, token, from: us.passwordHash, to: 'another hash', now })),
    changes: ['our user', 'the session of our other device'],
    returns: (result) => expect(result).toBe(describeOutcome({ ended: 1 })),
  },
  'replacePasswordHash: a hash that is no longer stored': {
    call: commits((db) => replacePasswordHash(db, { userId, token, from: 'an older hash', to: 'another hash', now })),
  },
  auditBooks: {
    call: (db) => auditBooks(db),
    returns: (result) => expect(result).toContain('users: 3'),
  },
  listTakenSeats: {
    call: (db) => listTakenSeats(db, tonight, now),
    returns: (result) =>
      expect(result).toBe(describeOutcome({ held: [us.heldSeat, stranger.heldSeat], sold: [us.seat, stranger.seat] })),
  },
  listTakenSeatsOfAll: {
    call: async (db) => {
      const screenings = [tonight, { movieId: 2, startsAt }, { movieId: 4, startsAt }];
      return [...(await listTakenSeatsOfAll(db, screenings, now)).values()].map((seats) => parseSeatList(seats));
    },
    returns: (result) =>
      expect(result).toBe(
        describeOutcome([
          { sold: [1, 2], held: [5, 6] },
          { sold: [1, 3], held: [5] },
          { sold: [], held: [] },
        ]),
      ),
  },
  takeSeats: {
    call: commits((db) => takeSeats(db, { ...claim, ticketId: us.ticketId, seatNumbers: [9] })),
  },
  'takeSeats: held by our user, and an expired one of theirs': {
    call: commits((db) => takeSeats(db, { ...claim, ticketId: us.ticketId, seatNumbers: [us.heldSeat, 7] })),
    changes: ['our held seat', 'an expired held seat of theirs'],
  },
  holdSeats: {
    call: commits((db) =>
      holdSeats(db, { ...claim, holdId: 'new', heldUntil: now + 1, seatNumbers: [us.heldSeat, 9] }),
    ),
    changes: ['our held seat'],
  },
  releaseHeldSeats: {
    call: commits((db) => releaseHeldSeats(db, { ...tonight, holdId: ourHold })),
    changes: ['our held seat'],
  },
  forgetHeldSeats: {
    call: (db) => forgetHeldSeats(db, { now, max }),
    changes: ['an expired held seat of theirs'],
    returns: (result) => expect(result).toBe('1'),
  },
  createHold: {
    call: commits((db) => createHold(db, { ...holding, request: holdOf([us.heldSeat, 8]) })),
    changes: ['our held seat', 'our hold'],
  },
  'createHold: the same seats again': {
    call: commits((db) => createHold(db, { ...holding, request: holdOf([us.heldSeat]) })),
  },
  'createHold: a seat that another user holds': {
    call: commits((db) => createHold(db, { ...holding, request: holdOf([stranger.heldSeat]) })),
    returns: (result) => expect(result).toContain('seat_held'),
  },
  findHold: { call: (db) => findHold(db, { userId, now }) },
  findSharedHold: {
    call: (db) => findSharedHold(db, { code: stranger.holdCode, now }),
    returns: (result) => expect(result).toContain(`seatNumbers: [ ${stranger.heldSeat} ]`),
  },
  findRunningShare: {
    call: (db) => findRunningShare(db, { code: stranger.holdCode, now }),
    returns: (result) => expect(result).toContain(`id: '${theirHold}'`),
  },
  findSharesOfTicket: {
    call: (db) => findSharesOfTicket(db, { ...tonight, ticketId: us.ticketId, now }),
    returns: (result) => expect(String(result).match(/ id: '.*?'/g)).toEqual([` id: '${theirHold}'`]),
  },
  listSeatsOfHold: {
    call: (db) => listSeatsOfHold(db, { ...tonight, holdId: theirHold }),
    returns: (result) => expect(result).toBe(describeOutcome({ sold: [us.seat], held: [stranger.heldSeat] })),
  },
  returnSeats: {
    call: commits((db) =>
      returnSeats(db, {
        ...tonight,
        ticketId: us.ticketId,
        holdId: theirHold,
        userId: stranger.userId,
        heldUntil: now + 60_000,
      }),
    ),
    changes: ['our seat'],
    returns: (result) => expect(result).toBe('undefined'),
  },
  'returnSeats: to another hold': {
    call: commits((db) =>
      returnSeats(db, { ...tonight, ticketId: us.ticketId, holdId: ourHold, userId, heldUntil: now + 60_000 }),
    ),
  },
  releaseHold: {
    call: commits((db) => releaseHold(db, { userId, now, isShared: false })),
    changes: ['our held seat', 'our hold'],
  },
  'releaseHold: of another user': {
    call: commits((db) => releaseHold(db, { userId, now, isShared: false, id: theirHold })),
    returns: (result) => expect(result).toContain('hold_changed'),
  },
  'releaseHold: a shared one while the user has an ordinary one': {
    call: commits((db) => releaseHold(db, { userId, now, isShared: true })),
  },
  endHoldOfPurchase: {
    call: commits((db) => endHoldOfPurchase(db, { userId, holdId: ourHold, now })),
    changes: ['our held seat', 'our hold'],
  },
  'endHoldOfPurchase: a shared one': {
    call: commits((db) => endHoldOfPurchase(db, { userId: stranger.userId, holdId: theirHold, now })),
  },
  'endHoldOfPurchase: of another user': {
    call: commits((db) => endHoldOfPurchase(db, { userId, holdId: theirHold, now })),
  },
  endUnbackedHold: {
    call: commits(async (db) => {
      await withdraw(db, { userId, amount: 500_000, now });
      return endUnbackedHold(db, { userId, now, limits: { ...HOLD_LIMITS, unbackedSeats: 0 } });
    }),
    changes: ['our held seat', 'our hold', 'our user'],
    returns: (result) => expect(result).toBe('true'),
  },
  'endUnbackedHold: within the limit': {
    call: commits(async (db) => {
      await withdraw(db, { userId, amount: 500_000, now });
      return endUnbackedHold(db, { userId, now, limits: { ...HOLD_LIMITS, unbackedSeats: 1 } });
    }),
    changes: ['our user'],
    returns: (result) => expect(result).toBe('false'),
  },
  releaseHolds: {
    call: commits((db) => releaseHolds(db, { userId, now })),
    changes: ['our held seat', 'our hold'],
    returns: (result) => expect(result).toBe('1'),
  },
  'releaseHolds: of a screening': {
    call: commits((db) => releaseHolds(db, { ...tonight, now })),
    changes: ['a held seat of theirs', 'our held seat', 'our hold', 'the hold of theirs'],
    returns: (result) => expect(result).toBe('2'),
  },
  endOfHold: {
    call: commits((db) => endOfHold(db, { ...wanted, seatNumbers: [us.heldSeat, 8] }, HOLD_LIMITS)),
    returns: (result) => expect(result).toBe(String(now + 5 * 60_000)),
  },
  listRunningHolds: {
    call: (db) =>
      listRunningHolds(db, { ...tonight, now }).then((holds) => holds.map(({ id, seats }) => `${id}: ${seats}`)),
    returns: (result) => expect(result).toBe(describeOutcome([`${theirHold}: 1`, `${ourHold}: 1`])),
  },
  countHeldSeats: {
    call: (db) => countHeldSeats(db, { now }),
    returns: (result) => expect(result).toBe(describeOutcome({ backed: 3, unbacked: 25 })),
  },
  forgetHolds: {
    call: (db) => forgetHolds(db, { now, max }),
    changes: ['an old hold of another user', 'the seat of an old hold'],
    returns: (result) => expect(result).toBe('1'),
  },
  releaseSeats: {
    call: commits((db) => releaseSeats(db, { ...tonight, ticketId: us.ticketId })),
    changes: ['our seat'],
  },
  forgetExpired: {
    call: (db) => forgetExpired(db, { now, stopping: new AbortController().signal }),
    changes: [
      ...expiredSessions,
      ...expiredKeys,
      'an expired held seat of theirs',
      'our old refusal',
      'an old hold of another user',
      'the seat of an old hold',
      oldCounter,
      oldAddress,
    ],
  },
  answerOnce: { call: (db) => answerOnce(db, { ...command, key: 'new' }, 201, async () => 'done') },
  'answerOnce: without a key': {
    call: (db) => answerOnce(db, { ...command, key: undefined }, 201, async () => 'done'),
  },
  'answerOnce: a request that was sent before': { call: (db) => answerOnce(db, command, 201, async () => 'twice') },
  'answerOnce: a refused request that was sent before': { call: (db) => answerOnce(db, command, 201, refuse) },
  'answerOnce: a refused request under the key of another user': {
    call: (db) => answerOnce(db, { ...command, key: stranger.key }, 201, refuse),
  },
  'answerOnce: under the key of another user': {
    call: (db) => answerOnce(db, { ...command, key: stranger.key }, 201, async () => 'done'),
  },
  'answerOnce: under a key that has expired': {
    call: (db) => answerOnce(db, { ...command, key: us.oldKey }, 201, async () => 'done'),
    changes: ['our old key'],
  },
  'answerOnce: a refused request under a key that has expired': {
    call: (db) => answerOnce(db, { ...command, key: us.oldKey }, 201, refuse),
    changes: ['our old key'],
  },
  'answerOnce: a request that was refused before': {
    call: (db) => answerOnce(db, { ...command, key: us.refusedKey }, 201, async () => 'done'),
    returns: (result) => expect(result).toContain('movie_not_found'),
  },
  'answerOnce: a request whose refusal has expired': {
    call: (db) => answerOnce(db, { ...command, key: us.oldRefusedKey }, 201, async () => 'done'),
    changes: ['our old refusal'],
  },
  forgetKeys: {
    call: (db) => forgetKeys(db, { now, max }),
    changes: expiredKeys,
    returns: (result) => expect(result).toBe('2'),
  },
  forgetRefusals: {
    call: (db) => forgetRefusals(db, { now, max }),
    changes: ['our old refusal'],
    returns: (result) => expect(result).toBe('1'),
  },
  topUp: { call: commits((db) => topUp(db, { userId, amount: 1, now })), changes: ['our user'] },
  'topUp: too much': { call: commits((db) => topUp(db, { userId, amount: 9_000_000_000_000_000, now })) },
  withdraw: { call: commits((db) => withdraw(db, { userId, amount: 1, now })), changes: ['our user'] },
  'withdraw: more than the balance': { call: commits((db) => withdraw(db, { userId, amount: 900_000, now })) },
  moveMoney: {
    call: commits((db) => moveMoney(db, { userId, kind: 'withdrawal', amount: -1, now })),
    changes: ['our user'],
  },
  listTransactions: { call: (db) => listTransactions(db, { userId, before: undefined, limit: 10 }) },
  'listTransactions: the second page': {
    call: (db) => listTransactions(db, { userId, before: 2, limit: 10 }),
    returns: (result) => expect(result).not.toContain("id: '2'"),
  },
  selectTransactions: { call: (db) => selectTransactions(db, { userId, before: undefined, limit: 10 }).execute() },
  findAttemptRecord: { call: (db) => findAttemptRecord(db, { attempt: signIn, now }) },
  'findAttemptRecord: from an unknown address': {
    call: (db) => findAttemptRecord(db, { attempt: { ...signIn, address: unknownAddress }, now }),
  },
  'findAttemptRecord: in a session': { call: (db) => findAttemptRecord(db, { attempt: inSession, now }) },
  countFailedAttempt: {
    call: (db) => countFailedAttempt(db, { attempt: signIn, known: false, now }),
    changes: ['wrong passwords for our account', 'wrong passwords from our address'],
  },
  'countFailedAttempt: from a known address': {
    call: (db) => countFailedAttempt(db, { attempt: signIn, known: true, now }),
    changes: ['our known address'],
  },
  'countFailedAttempt: in a session': {
    call: (db) => countFailedAttempt(db, { attempt: inSession, known: false, now }),
    changes: ['wrong passwords in our session'],
  },
  recordSuccessfulAttempt: {
    call: (db) => recordSuccessfulAttempt(db, { attempt: signIn, record: failed, now }),
    changes: ['our known address', 'wrong passwords for our account'],
  },
  'recordSuccessfulAttempt: from a known address': {
    call: (db) => recordSuccessfulAttempt(db, { attempt: signIn, record: { ...failed, known: true }, now }),
    changes: ['our known address'],
  },
  'recordSuccessfulAttempt: in a session': {
    call: (db) => recordSuccessfulAttempt(db, { attempt: inSession, record: failed, now }),
    changes: ['wrong passwords in our session'],
  },
  rememberOwner: { call: (db) => rememberOwner(db, { username, address, now }), changes: ['our known address'] },
  forgetLoginAttempts: {
    call: (db) => forgetLoginAttempts(db, { now, max }),
    changes: [oldCounter],
    returns: (result) => expect(result).toBe('1'),
  },
  forgetOwners: {
    call: (db) => forgetOwners(db, { now, max }),
    changes: [oldAddress],
    returns: (result) => expect(result).toBe('1'),
  },
  findMovie: { call: (db) => findMovie(db, { title: 'sunrise' }) },
  'findMovie: withdrawn': { call: (db) => findMovie(db, { title: 'Metropolis' }) },
  hasMovie: { call: (db) => hasMovie(db, { title: 'sunrise' }) },
  'hasMovie: withdrawn': { call: (db) => hasMovie(db, { title: 'Metropolis' }) },
  listMovies: { call: (db) => listMovies(db) },
  findOffer: {
    call: (db) => findOffer(db, { title: theKid.title, startsAt, seatNumbers: [us.seat, us.heldSeat, 4], userId, now }),
  },
  'findOffer: withdrawn': {
    call: (db) => findOffer(db, { title: 'Metropolis', startsAt, seatNumbers: [us.seat], userId, now }),
    returns: (result) => expect(result).toContain('movie_not_found'),
  },
  prepareDatabase: { call: (_, database) => prepareDatabase(database, { movies: [], areChosen: false, now }) },
  writePulse: { call: (db) => writePulse(db, { now }), changes: ['the pulse'] },
  seedCatalogue: {
    call: (_, database) => seedCatalogue(database, [theKid, { ...sunrise, title: 'Sunset' }], now),
    changes: ['Nosferatu', 'Sunrise', 'Faust'],
    // Without sold tickets, Nosferatu and the withdrawn film are removed.
    returns: (result) => expect(result).toContain("withdrawn: [ 'Nosferatu' ]"),
  },
  openSession: { call: commits((db) => openSession(db, { ...credentials, now })) },
  'openSession: after other sessions were ended': {
    call: commits((db) => openSession(db, { ...credentials, sessionVersion: 1, now })),
    returns: (result) => expect(result).toBe('undefined'),
  },
  'openSession: after the password was changed': {
    call: commits((db) => openSession(db, { ...credentials, passwordHash: 'an older hash', now })),
    returns: (result) => expect(result).toBe('undefined'),
  },
  findSession: { call: (db) => findSession(db, { token, now }) },
  'findSession: with an unknown token': { call: (db) => findSession(db, { token: 'unknown', now }) },
  'findSession: with a token that has expired': {
    call: (db) => findSession(db, { token: us.expiredToken, now }),
    returns: (result) => expect(result).toBe('undefined'),
  },
  isSessionLive: {
    call: (db) => isSessionLive(db, { token, now }),
    returns: (result) => expect(result).toBe('true'),
  },
  'isSessionLive: with a token that has expired': {
    call: (db) => isSessionLive(db, { token: us.expiredToken, now }),
    returns: (result) => expect(result).toBe('false'),
  },
  touchSession: {
    call: async (db) => {
      const session = await findSession(db, { token, now });
      return session && touchSession(db, { token, session, now });
    },
    changes: ['our session'],
  },
  closeSession: { call: (db) => closeSession(db, { token }), changes: ['our session'] },
  closeOtherSessions: {
    call: commits((db) => closeOtherSessions(db, { userId, token, now })),
    changes: ['our user', 'the session of our other device'],
    returns: (result) => expect(result).toBe(describeOutcome({ ended: 1 })),
  },
  forgetSessions: {
    call: (db) => forgetSessions(db, { now, max }),
    changes: expiredSessions,
    returns: (result) => expect(result).toBe('2'),
  },
  closeAllSessions: {
    call: (db) => closeAllSessions(db),
    changes: everyRowOf('sessions'),
    returns: (result) => expect(result).toBe(String(everyRowOf('sessions').length)),
  },
  listTickets: {
    call: (db) => listTickets(db, { userId, limit: 50 }).then((tickets) => tickets.map(({ id }) => id).toSorted()),
    returns: (result) => expect(result).toBe(describeOutcome([...us.ticketIds].toSorted())),
  },
  'listTickets: the second page': {
    call: (db) => listTickets(db, { userId, limit: 50, before: us.ticketId }).then((list) => list.map(({ id }) => id)),
    returns: (result) => expect(result).not.toContain(us.ticketId),
  },
  findHeldTicket: { call: (db) => findHeldTicket(db, { userId, record: { ...held, seatNumbers: [us.seat] } }) },
  'findHeldTicket: for a seat of another user': {
    call: (db) => findHeldTicket(db, { userId, record: { ...held, seatNumbers: [stranger.seat] } }),
  },
  purchaseTicket: {
    call: commits((db) => purchaseTicket(db, { userId, age: 30, booking: bookingOf([3, 4]), now, offeredStart })),
    changes: ['our user'],
  },
  'purchaseTicket: a seat that is sold': {
    call: commits((db) => purchaseTicket(db, { userId, age: 30, booking: bookingOf([us.seat]), now, offeredStart })),
  },
  cancelTicket: {
    call: commits((db) => cancelTicket(db, { userId, ticketId: us.ticketId, now })),
    changes: ['our seat', 'our ticket', 'our user'],
  },
  'cancelTicket: of another user': {
    call: commits((db) => cancelTicket(db, { userId, ticketId: stranger.ticketId, now })),
  },
};

async function refuse(): Promise<never> {
  throw new ApiError('movie_not_found');
}

function bookingOf(seatNumbers: number[]) {
  return { ...booking(), seatNumbers };
}

describe('the table of store functions', () => {
  test('has every exported function that uses the database', () => {
    const names = Object.values(modules).flatMap((module) => Object.keys(module));
    const covered = Object.keys(storeCalls).map((name) => name.replace(/:.*/, ''));
    expect(names.length).toBeGreaterThan(45);
    expect([...new Set([...covered, ...WITHOUT_DATABASE])].toSorted()).toEqual(names.toSorted());
  });
});

describeOnAnyEngine(
  'section 6: every store function reads and changes only the rows that its arguments name',
  ({ open }) => {
    test.each(Object.entries(storeCalls))('%s', async (_name, { call, changes = [], returns }) => {
      const [alone, beside] = [
        await open({ movies: [], spoilsBooks: true }),
        await open({ movies: [], spoilsBooks: true }),
      ];
      await fillEveryTable(alone.db, true);
      await fillEveryTable(beside.db, false);
      const expected = await outcomeOf(() => call(alone.db, alone));
      let outcome = '';
      const changed = await rowsChangedBy(beside.db, async () => {
        outcome = await outcomeOf(() => call(beside.db, beside));
      });
      expect(changed, 'the rows that the call changed').toEqual(changes.toSorted());
      if (returns === undefined) expect(outcome, 'its result').toBe(expected);
      else returns(outcome);
    });
  },
);
