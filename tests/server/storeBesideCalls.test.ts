import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { inTransaction } from '../../src/server/db/inTransaction.ts';
import type { Schema } from '../../src/server/db/schema.ts';
import { auditBooks } from '../../src/server/store/audit.ts';
import { forgetExpired } from '../../src/server/store/forgetExpired.ts';
import { closeAllDoors, closeDoor, listDoors, openDoor } from '../../src/server/store/doors.ts';
import { countHeldSeats } from '../../src/server/store/holdLimits.ts';
import { releaseHolds } from '../../src/server/store/holds.ts';
import { prepareDatabase } from '../../src/server/store/prepareDatabase.ts';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import { closeAllSessions } from '../../src/server/store/sessions.ts';
import { listTakenSeatsOfAll, parseTakenSeats, screeningKey } from '../../src/server/store/takenSeats.ts';
import { theKid } from './catalogueMovies.ts';
import { sortSeats } from '#domain/seats.ts';
import { describeOutcome, everyRowOf, fillEveryTable, outcomeOf, rowsChangedBy, sunrise, us } from './everyTable.ts';
import { collectStatements, listRefusedQueries } from './likePostgres.ts';
import { describeOnAnyEngine, describeOnPostgres } from './onBothEngines.ts';
import { THURSDAY_MORNING } from './openCinema.ts';

const root = join(import.meta.dirname, '../../src/server');

/** Functions without a database, and one whose result belongs to the clock. */
const WITHOUT_DATABASE = ['createOfferedStart', 'parseTakenSeats', 'readCatalogue', 'screeningKey'];

/** Functions that the calls about films use through another one, so that `everyCall.test.ts` tests them, too. */
const IN_CALLS = ['createKnownMovies', 'findMovie', 'listMovies'];

const now = THURSDAY_MORNING;
const { userId, startsAt } = us;
const tonight = { movieId: theKid.id, startsAt };

interface StoreCall {
  readonly call: (db: Kysely<Schema>, database: Database) => Promise<unknown>;
  /** All rows that the call changes or deletes. */
  readonly changes?: readonly string[];
  /** Checks the result. Without it, the result must be the same with and without the rows of others. */
  readonly returns?: (result: string) => void;
}

/** Functions that commands, the start of the server and the feeds call. A name has the function, and after a colon the case. */
const storeCalls: Readonly<Record<string, StoreCall>> = {
  auditBooks: { call: (db) => auditBooks(db), returns: (result) => expect(result).toContain('users: 3') },
  closeAllSessions: {
    call: (db) => closeAllSessions(db),
    changes: everyRowOf('sessions'),
    returns: (result) => expect(result).toBe(String(everyRowOf('sessions').length)),
  },
  closeAllDoors: {
    call: (db) => closeAllDoors(db, now),
    changes: ['our door', 'another door'],
    returns: (result) => expect(result).toBe('2'),
  },
  closeDoor: { call: (db) => closeDoor(db, { name: 'The door our door', now }), changes: ['our door'] },
  listDoors: {
    call: (db) => listDoors(db, now),
    returns: (result) => expect(result.match(/admitted: 1,/g)).toHaveLength(2),
  },
  openDoor: {
    call: (db) =>
      inTransaction(db, (transaction) => openDoor(transaction, { name: 'The door ended', now, endsAt: now + 1 })),
    changes: ['a door that has ended'],
  },
  'openDoor: open already': {
    call: (db) =>
      inTransaction(db, (transaction) =>
        openDoor(transaction, { name: 'The door our door', now, endsAt: now + 1 }),
      ).catch(String),
  },
  countHeldSeats: {
    call: (db) => countHeldSeats(db, { now }),
    returns: (result) => expect(result).toBe(describeOutcome({ backed: 3, unbacked: 25 })),
  },
  forgetExpired: {
    call: (db) => forgetExpired(db, { now, stopping: new AbortController().signal }),
    changes: [
      'an expired session of ours',
      'an expired session of theirs',
      'our old key',
      'another key of ours, as old as our old key',
      'a key of another route, as old as our old key',
      'a key of another user, as old as our old key',
      'an expired key of theirs',
      'an expired held seat of theirs',
      'our old refusal',
      'an old hold of another user',
      'a hold made while the clock was wrong',
      'the seat of an old hold',
      'an old counter',
      'an old known address',
    ],
  },
  listTakenSeatsOfAll: {
    call: async (db) => {
      const screenings = [tonight, { movieId: 2, startsAt }, { movieId: 4, startsAt }];
      const taken = await listTakenSeatsOfAll(db, screenings, now);
      return screenings.map((screening) => {
        const { sold, holds } = parseTakenSeats(taken.get(screeningKey(screening)) ?? 'none');
        return { sold, held: sortSeats(holds.flatMap(({ held }) => held)) };
      });
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
  prepareDatabase: { call: (_, database) => prepareDatabase(database, { movies: [], areChosen: false, now }) },
  releaseHolds: {
    call: (db) => inTransaction(db, (transaction) => releaseHolds(transaction, { userId, now })),
    changes: ['our held seat', 'our hold'],
    returns: (result) => expect(result).toBe('1'),
  },
  'releaseHolds: of a screening': {
    call: (db) => inTransaction(db, (transaction) => releaseHolds(transaction, { ...tonight, now })),
    changes: ['a held seat of theirs', 'our held seat', 'our hold', 'the hold of theirs'],
    returns: (result) => expect(result).toBe('2'),
  },
  seedCatalogue: {
    call: (_, database) => seedCatalogue(database, [theKid, { ...sunrise, title: 'Sunset' }], now),
    changes: ['Nosferatu', 'Sunrise', 'Faust'],
    // Without sold tickets, Nosferatu and the withdrawn film are removed.
    returns: (result) => expect(result).toContain("withdrawn: [ 'Nosferatu' ]"),
  },
};

/** The store functions that files of these folders import. */
function importedBy(isImporter: (path: string) => boolean): Set<string> {
  const files = globSync('**/*.ts', { cwd: root }).filter((path) => !path.startsWith('store/') && isImporter(path));
  const names = files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return [...text.matchAll(/import \{([^}]*)\} from '[./]*store\/\w+\.ts'/g)].flatMap(([, list = '']) =>
      list.split(','),
    );
  });
  return new Set(names.map((name) => name.trim()).filter((name) => /^[a-z]/.test(name) && !name.startsWith('type ')));
}

describe('the table of store functions', () => {
  test('has every function that is not called by a route or by the sign-in, whose calls everyCall.test.ts sends', () => {
    const byCalls = importedBy((path) => /^(?:routes|auth)\//.test(path));
    const others = importedBy((path) => !/^(?:routes|auth)\//.test(path));
    expect(byCalls.size).toBeGreaterThan(20);
    const covered = Object.keys(storeCalls).map((name) => name.replace(/:.*/, ''));
    expect(
      [...others].filter((name) => !byCalls.has(name)).toSorted(),
      'add each of these functions to storeCalls in tests/server/storeBesideCalls.test.ts, with the rows that it changes',
    ).toEqual([...new Set([...covered, ...WITHOUT_DATABASE, ...IN_CALLS])].toSorted());
  });
});

describeOnAnyEngine(
  'section 6: a store function that no call uses changes only the rows that its arguments name',
  ({ open }) => {
    test.each(Object.entries(storeCalls))('%s', async (_name, { call, changes = [], returns }) => {
      const options = { movies: [], spoilsBooks: true };
      const beside = await open(options);
      await fillEveryTable(beside.db, false);
      let outcome = '';
      const changed = await rowsChangedBy(beside.db, async () => {
        outcome = await outcomeOf(() => collectStatements(() => call(beside.db, beside)));
      });
      expect(changed, 'the rows that the call changed').toEqual(changes.toSorted());
      if (returns !== undefined) return returns(outcome);
      const alone = await open(options);
      await fillEveryTable(alone.db, true);
      expect(outcome, 'its result').toBe(await outcomeOf(() => call(alone.db, alone)));
    });
  },
);

describeOnPostgres('a store function that no call uses', ({ test: onPostgres }) => {
  onPostgres('runs only queries that PostgreSQL accepts', async ({ cinema }) => {
    expect(await listRefusedQueries(cinema.db)).toEqual([]);
  });
});
