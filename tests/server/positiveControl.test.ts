import {
  BinaryOperationNode,
  OperationNodeTransformer,
  OperatorNode,
  RawNode,
  ReferenceNode,
  sql,
  ValueNode,
  type KyselyPlugin,
  type QueryId,
  type SelectQueryNode,
} from 'kysely';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '../../src/server/db/inTransaction.ts';
import { findCredentials } from '../../src/server/store/accounts.ts';
import { openSession } from '../../src/server/store/sessions.ts';
import { countHeldSeats } from '../../src/server/store/holdLimits.ts';
import { holdSeats } from '../../src/server/store/takenSeats.ts';
import { auditBooks } from '../../src/server/store/audit.ts';
import { addDoor, admit, buyWithCode, THURSDAY_EVENING } from './atTheDoor.ts';
import {
  buyTenWithMoneyForOne,
  cancelTenTimes,
  changePasswordDuringSignIns,
  fillTheHall,
  holdWithoutMoney,
  refuseRetryDuringFirstAttempt,
  succeedAfterStoredRefusal,
} from './contests.ts';
import { describeOnAnyEngine, describeOnPostgres, type DatabaseLocation } from './onBothEngines.ts';
import {
  countByStatus,
  openCinema,
  REAL_COST,
  type CallAnswer,
  type Cinema,
  type CinemaOptions,
} from './openCinema.ts';
import {
  addPeople,
  addPerson,
  balanceOf,
  buy,
  cancel,
  heldBy,
  hold,
  purchase,
  share,
  stopSharing,
  topUp,
  withdraw,
} from './people.ts';
import { untilTransactionsWait } from './watchWaiting.ts';
import { theKid } from './catalogueMovies.ts';

/** Changes the showtime of every sold seat, so that the primary key no longer prevents selling a seat twice. */
const WITHOUT_SEAT_KEY = {
  sqlite: [
    `create trigger seats_move after insert on taken_seats when new.starts_at > 0 begin
      update taken_seats set starts_at = -abs(random() % 1000000000000)
      where movie_id = new.movie_id and starts_at = new.starts_at and seat_number = new.seat_number;
    end`,
  ],
  postgres: [
    `create function move_seat() returns trigger language plpgsql as
      $$ begin new.starts_at = -floor(random() * 1000000000000); return new; end $$`,
    `create trigger seats_move before insert on taken_seats for each row execute function move_seat()`,
  ],
} as const;

const WITHOUT_BALANCE_CHECKS = {
  sqlite: ['pragma ignore_check_constraints = on'],
  postgres: [
    'alter table users drop constraint users_balance_check',
    'alter table ledger drop constraint ledger_balance_after_check',
  ],
} as const;

const WITHOUT_REFUND_KEY = ['drop index ledger_once_per_ticket'];

/** Renames every stored idempotency key, so that a retry with the same key is not recognised. */
const WITHOUT_COMMAND_KEY = {
  sqlite: [
    `create trigger keys_move after insert on idempotency_keys begin
      update idempotency_keys set key = hex(randomblob(8))
      where user_id = new.user_id and route = new.route and key = new.key;
    end`,
  ],
  postgres: [
    `create function move_key() returns trigger language plpgsql as
      $$ begin new.key = gen_random_uuid(); return new; end $$`,
    `create trigger keys_move before insert on idempotency_keys for each row execute function move_key()`,
  ],
} as const;

const COMPARISONS = new Set<unknown>(['=', '>=', '<=', 'is']);
const ONE = ValueNode.createImmediate(1);
const ALWAYS = BinaryOperationNode.create(ONE, OperatorNode.create('='), ONE);

/** Makes every condition on a column true, as if the store's statements did not have it. */
function withoutCondition(column: string): KyselyPlugin {
  class ConditionRemover extends OperationNodeTransformer {
    protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
      const { leftOperand: left, operator } = node;
      const isOnColumn =
        ReferenceNode.is(left) && left.column.kind === 'ColumnNode' && left.column.column.name === column;
      // Comparisons are removed; a value computed with the column, such as a new balance, stays.
      const isComparison = OperatorNode.is(operator) && COMPARISONS.has(operator.operator);
      return isOnColumn && isComparison ? ALWAYS : super.transformBinaryOperation(node);
    }
  }
  return pluginOf(new ConditionRemover());
}

/** Removes the locks by which holds of one user, and of one screening, take turns on PostgreSQL. */
function withoutLocks(): KyselyPlugin {
  class LockRemover extends OperationNodeTransformer {
    protected override transformRaw(node: RawNode): RawNode {
      const isLock = node.sqlFragments.some((part) => part.includes('hashtextextended'));
      return isLock ? RawNode.createWithSql('null') : super.transformRaw(node);
    }
  }
  return pluginOf(new LockRemover());
}

/** Removes `for share` and `for update` from all statements. */
function withoutRowLocks(): KyselyPlugin {
  class RowLockRemover extends OperationNodeTransformer {
    protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
      const { endModifiers: _, ...rest } = super.transformSelectQuery(node, queryId);
      return rest;
    }
  }
  return pluginOf(new RowLockRemover());
}

function pluginOf(transformer: OperationNodeTransformer): KyselyPlugin {
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  };
}

async function run({ db }: Cinema, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

async function openWith(
  plugins: readonly KyselyPlugin[],
  location: DatabaseLocation,
  options: CinemaOptions = {},
): Promise<Cinema> {
  const database = location.connect();
  const db = plugins.reduce((open, plugin) => open.withPlugin(plugin), database.db);
  const cinema = await openCinema({ ...database, db }, options);
  onTestFinished(() => cinema.app.close());
  return cinema;
}

function openWithout(columns: readonly string[], location: DatabaseLocation): Promise<Cinema> {
  return openWith(columns.map(withoutCondition), location);
}

/**
 * Each test removes one guard and expects the fault that the race tests exclude.
 * Otherwise the race tests might pass without the guard.
 */
describeOnAnyEngine('the positive controls of the races', ({ engine, open, location }) => {
  test('reliability 1: without the primary key of sold seats the hall is oversold, and the audit reports it', async () => {
    const cinema = await open({ spoilsBooks: true });
    await run(cinema, WITHOUT_SEAT_KEY[engine]);
    expect((await fillTheHall(cinema))[201]).toBeGreaterThan(64);
    expect((await auditBooks(cinema.db)).breaches.length).toBeGreaterThan(64);
  });

  test('reliability 62: without the holder’s condition, a purchase that read the seat first takes it from its holder', async () => {
    for (const columns of [[], ['held_by', 'held_until']]) {
      const cinema = await openWithout(columns, await location());
      const [holder, buyer] = await addPeople(cinema, 2);
      const claim = { movieId: theKid.id, startsAt: 1, seatNumbers: [12], now: cinema.clock.now };
      const take = (userId = '') =>
        inTransaction(cinema.db, (transaction) =>
          holdSeats(transaction, { ...claim, userId, holdId: userId, heldUntil: cinema.clock.now + 1 }),
        );
      await take(holder?.id);
      const outcome = await take(buyer?.id).then(
        () => 'taken',
        () => 'refused',
      );
      expect([columns, outcome]).toEqual([columns, columns.length === 0 ? 'refused' : 'taken']);
    }
  });

  test('reliability 2: without the balance checks a user buys ten tickets with money for one, and the audit reports it', async () => {
    const cinema = await openWithout(['balance'], await location());
    await run(cinema, WITHOUT_BALANCE_CHECKS[engine]);
    expect(await buyTenWithMoneyForOne(cinema)).toEqual({ 201: 10 });
    expect((await auditBooks(cinema.db)).breaches).toContainEqual(expect.stringContaining('has a balance of -315000'));
  });

  test('reliability 4: without the refund checks a ticket is refunded ten times, and the audit reports it', async () => {
    const cinema = await openWithout(['cancelled_at'], await location());
    await run(cinema, WITHOUT_REFUND_KEY);
    expect(await cancelTenTimes(cinema)).toEqual({ answers: { 200: 10 }, balance: 350_000 });
    expect((await auditBooks(cinema.db)).breaches).toContainEqual(expect.stringMatching(/but has .*refund.*refund/));
  });

  test('reliability 8: without stored idempotency keys ten concurrent top-ups with one key all take effect', async () => {
    const cinema = await open();
    await run(cinema, WITHOUT_COMMAND_KEY[engine]);
    const person = await addPerson(cinema);
    const topUps = Array.from({ length: 10 }, () => topUp(cinema, person, 1000, { key: 'k' }));
    const answers = await Promise.all(topUps);
    expect(countByStatus(answers)).toEqual({ 200: 10 });
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toEqual([]);
    expect(await balanceOf(cinema, person)).toBe(10_000);
  });

  test('reliability 6: without the key, a retry is refused although its first attempt was carried out', async () => {
    const cinema = await open();
    await run(cinema, WITHOUT_COMMAND_KEY[engine]);
    expect(await refuseRetryDuringFirstAttempt(cinema)).toEqual({ first: 'done', retry: 'seat_taken', stored: 2 });
  });

  test('reliability 60: without the password and session version checks, sessions of the old password survive its change', async () => {
    const cinema = await openWithout(['password_hash', 'session_version'], await location());
    const owner = await addPerson(cinema, REAL_COST);
    const { live } = await changePasswordDuringSignIns(cinema, owner);
    // The number of sign-ins that read the old password in time varies. With the checks exactly one session survives.
    expect(live).toBeGreaterThan(1);
  });
});

/** Each lock of the server that only PostgreSQL needs, by file and kind or names, and the test of a race that fails without it. */
const LOCKS: Readonly<Record<string, string>> = {
  'src/server/db/locks.ts advisory':
    'positiveControl.test.ts: reliability 64: users without money hold more seats than the limit only without the locks',
  'src/server/db/migrate.ts advisory':
    'deploy.test.ts: two servers that start at once apply the missing migrations once, in order, and keep every row',
  'src/server/store/admissions.ts forNoKeyUpdate':
    'positiveControl.test.ts: reliability 74: a cancelled ticket is inside only without the row lock or without the trigger',
  'src/server/store/holds.ts holderLock(userId), screeningLock(screening)':
    'positiveControl.test.ts: reliability 64: users without money hold more seats than the limit only without the locks',
  'src/server/store/holds.ts holderLock(userId)':
    'positiveControl.test.ts: reliability 64: a withdrawal leaves more seats without money than the limit only without the locks',
  'src/server/store/holds.ts screeningLock(screening)':
    'positiveControl.test.ts: reliability 64: two cancellations return more seats without money than the limit only without the locks',
  'src/server/store/holds.ts screeningLock(screeningOf(hold))':
    'positiveControl.test.ts: reliability 64: a withdrawal leaves more seats without money than the limit only without the locks',
  'src/server/store/holds.ts forShare':
    'positiveControl.test.ts: reliability 63: a seat stays with an ended share only without the row locks',
  'src/server/store/seedCatalogue.ts forUpdate':
    'withdrawnFilms.test.ts: cannot go to another film during its first purchase',
  'src/server/store/sessions.ts forShare':
    'positiveControl.test.ts: reliability 60: without its row lock, a sign-in opens a session during a change of the password',
};

describe('every lock that only PostgreSQL needs', () => {
  test('is in the list LOCKS, with a race that fails without it', () => {
    const root = join(import.meta.dirname, '../..');
    const found = globSync('src/server/**/*.ts', { cwd: root }).flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8');
      const rows = source.matchAll(/\b(for(?:KeyShare|NoKeyUpdate|Share|Update))\(/g);
      const names = source.matchAll(/\b(?:lockNames\(\w+, \[(.*)\]\)|pg_(advisory)_xact_lock)/g);
      return [...rows, ...names].map(([, first = '', name = first]) => `${path} ${name}`);
    });
    expect(new Set(found)).toEqual(new Set(Object.keys(LOCKS)));
    for (const race of Object.values(LOCKS)) {
      const [file = '', ...title] = race.split(': ');
      expect(readFileSync(join(import.meta.dirname, file), 'utf8'), race).toContain(title.join(': '));
    }
  });
});

/** SQLite has one writer, so that its transactions take turns without locks. */
describeOnPostgres('the positive controls of the locks', ({ location }) => {
  test('reliability 6: without the key, the first attempt is carried out after its refusal was stored', async () => {
    const cinema = await openWith([], await location());
    await run(cinema, WITHOUT_COMMAND_KEY.postgres);
    const settled = { first: 'done', retry: 'seat_taken', stored: [409, 201], balance: 1000 };
    expect(await succeedAfterStoredRefusal(cinema)).toEqual(settled);
  });

  test('reliability 60: without its row lock, a sign-in opens a session during a change of the password', async () => {
    const where = await location();
    const cinema = await openWith([withoutRowLocks()], where);
    const { id, username } = await addPerson(cinema);
    const found = await findCredentials(cinema.db, { username });
    if (found === undefined) throw new Error('No user has this name');
    const opened = await inTransaction(where.connect().db, async (transaction) => {
      await transaction.updateTable('users').set({ password_hash: 'new' }).where('id', '=', id).execute();
      return inTransaction(cinema.db, (other) => openSession(other, { ...found.credentials, now: cinema.clock.now }));
    });
    expect(opened).toBeDefined();
  });

  test.each([true, false])(
    'reliability 64: users without money hold more seats than the limit only without the locks (locks: %s)',
    async (isLocked) => {
      const plugins = isLocked ? [] : [withoutLocks()];
      const where = await location();
      const cinema = await openWith(plugins, where, { holdLimits: { unbackedSeats: 2 } });
      // The requests use all connections of the server.
      const { db } = where.connect();
      const { holds } = await inTransaction(db, async (transaction) => {
        // No request writes its hold before several have read those of the others, or wait for their turn.
        await sql`lock table holds in share mode`.execute(transaction);
        const started = { holds: holdWithoutMoney(cinema) };
        await untilTransactionsWait(db, 3);
        return started;
      });
      const { 201: held = 0 } = await holds;
      if (isLocked) expect(held).toBe(2);
      else expect(held).toBeGreaterThan(2);
    },
  );

  describe.each(['another user', 'the user'] as const)('while %s holds more seats', (other) => {
    test.each([true, false])(
      'reliability 64: a withdrawal leaves more seats without money than the limit only without the locks (locks: %s)',
      async (isLocked) => {
        const where = await location();
        const cinema = await openWith(isLocked ? [] : [withoutLocks()], where, { holdLimits: { unbackedSeats: 3 } });
        const [rich, poor] = [await addPerson(cinema, { balance: 140_000 }), await addPerson(cinema)];
        await heldBy(cinema, rich, [1, 2]);
        const { db } = where.connect();
        const answers = await inTransaction(db, async (transaction) => {
          // The hold counts the seats without money before the withdrawal, and is written after it.
          await sql`lock table holds in share mode`.execute(transaction);
          const held =
            other === 'the user'
              ? hold(cinema, rich, { seatNumbers: [1, 2, 3, 4] })
              : hold(cinema, poor, { seatNumbers: [3, 4] });
          await untilTransactionsWait(db, 1);
          const withdrawn = withdraw(cinema, rich, 140_000);
          await (isLocked ? untilTransactionsWait(db, 2) : withdrawn);
          return { held, withdrawn };
        });
        expect((await answers.held).status).toBe(201);
        expect((await answers.withdrawn).status).toBe(200);
        const { unbacked } = await countHeldSeats(cinema.db, { now: cinema.clock.now });
        if (isLocked) expect(unbacked).toBeLessThanOrEqual(3);
        else expect(unbacked).toBe(4);
      },
    );
  });

  test('reliability 64: a user whose holds wait for each other keeps only one, whatever the time at which each was sent', async () => {
    const where = await location();
    const cinema = await openWith([], where);
    const person = await addPerson(cinema);
    const { db } = where.connect();
    const halls = [{ showtimeTime: '20.35' }, { showtimeTime: '17.15' }, { movieTitle: 'Nosferatu' }];
    const sentAt = cinema.clock.now;
    const { holds } = await inTransaction(db, async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`holder ${person.id}`}, 0))`.execute(transaction);
      const started: Promise<CallAnswer>[] = [];
      for (const [index, hall] of halls.entries()) {
        // A later place in the queue, but an earlier time: with its own time, a request would see holds as running that have ended.
        cinema.clock.now = sentAt - index;
        started.push(hold(cinema, person, hall));
        await untilTransactionsWait(db, index + 1);
      }
      cinema.clock.now = sentAt + 1;
      return { holds: started };
    });
    expect(countByStatus(await Promise.all(holds))).toEqual({ 201: 3 });
    const held = await cinema.db.selectFrom('taken_seats').select('hold_id').where('ticket_id', 'is', null).execute();
    expect(held).toHaveLength(1);
  });

  test('reliability 62: a sign-out frees seats whose hold was still being created', async () => {
    const where = await location();
    const cinema = await openWith([], where);
    const person = await addPerson(cinema);
    const { db } = where.connect();
    const answers = await inTransaction(db, async (transaction) => {
      await sql`lock table holds in share mode`.execute(transaction);
      const held = hold(cinema, person);
      await untilTransactionsWait(db, 1);
      const signedOut = cinema.call('POST', 'user/signout', { token: person.token });
      await untilTransactionsWait(db, 2);
      return { held, signedOut };
    });
    expect([(await answers.held).status, (await answers.signedOut).status]).toEqual([201, 204]);
    const held = await cinema.db.selectFrom('taken_seats').select('hold_id').where('ticket_id', 'is', null).execute();
    expect(held).toEqual([]);
  });

  test.each([true, false])(
    'reliability 64: two cancellations return more seats without money than the limit only without the locks (locks: %s)',
    async (isLocked) => {
      const where = await location();
      const cinema = await openWith(isLocked ? [] : [withoutLocks()], where, { holdLimits: { unbackedSeats: 4 } });
      const friend = await addPerson(cinema, { balance: 500_000 });
      const tickets: string[] = [];
      for (const [index, person] of (await addPeople(cinema, 2, { balance: 35_000 })).entries()) {
        const seatNumbers = [1, 2, 3].map((seat) => seat + 10 * index);
        const { shareCode } = await share(cinema, person, seatNumbers);
        tickets.push((await buy(cinema, friend, { seatNumbers, shareCode })).id);
      }
      const { db } = where.connect();
      const { cancelled } = await inTransaction(db, async (transaction) => {
        // Without the locks, both count the seats without money before one of them returns its own.
        await sql`lock table taken_seats in share mode`.execute(transaction);
        const started = { cancelled: tickets.map((id) => cancel(cinema, friend, id)) };
        await untilTransactionsWait(db, 2);
        return started;
      });
      expect(countByStatus(await Promise.all(cancelled))).toEqual({ 200: 2 });
      const { unbacked } = await countHeldSeats(cinema.db, { now: cinema.clock.now });
      // With the locks, the balance of the second user covers the fourth seat.
      expect(unbacked).toBe(isLocked ? 3 : 6);
    },
  );

  test.each([true, false])(
    'reliability 63: a seat stays with an ended share only without the row locks (locks: %s)',
    async (isLocked) => {
      const where = await location();
      const cinema = await openWith(isLocked ? [] : [withoutRowLocks()], where);
      const [ana, budi, citra] = await addPeople(cinema, 3, { balance: 500_000 });
      if (ana === undefined || budi === undefined || citra === undefined) throw new Error('No users were added');
      const { shareCode } = await share(cinema, ana, [12, 13]);
      const { id } = await buy(cinema, budi, { seatNumbers: [12, 13], shareCode });
      const { db } = where.connect();
      const answers = await inTransaction(db, async (transaction) => {
        // The cancellation returns the seats to the share, and then waits here for the balance.
        await transaction.updateTable('users').set({ display_name: 'B' }).where('id', '=', budi.id).execute();
        const cancelled = cancel(cinema, budi, id);
        await untilTransactionsWait(db, 1);
        const ended = stopSharing(cinema, ana);
        await (isLocked ? untilTransactionsWait(db, 2) : ended);
        return { cancelled, ended };
      });
      expect((await answers.cancelled).status).toBe(200);
      expect((await answers.ended).status).toBeLessThan(300);
      const { status } = await purchase(cinema, citra, { seatNumbers: [12] });
      expect(status).toBe(isLocked ? 201 : 409);
    },
  );

  test.each(['with both guards', 'without the row lock', 'without the trigger'])(
    'reliability 74: a cancelled ticket is inside only without the row lock or without the trigger (%s)',
    async (guards) => {
      const where = await location();
      const cinema = await openWith(guards === 'without the row lock' ? [withoutRowLocks()] : [], where);
      if (guards === 'without the trigger') await run(cinema, ['drop trigger tickets_stay_used on tickets']);
      const visitor = await addPerson(cinema, { balance: 35_000 });
      const { id, code } = await buyWithCode(cinema, visitor);
      cinema.clock.now = THURSDAY_EVENING;
      const door = await addDoor(cinema);
      const { db } = where.connect();
      const answers = await inTransaction(db, async (transaction) => {
        // The door has read the ticket, and waits here to admit it.
        await sql`lock table admissions in share mode`.execute(transaction);
        const admitted = admit(cinema, door, code);
        await untilTransactionsWait(db, 1);
        const cancelled = cancel(cinema, visitor, id);
        await (guards === 'without the row lock' ? cancelled : untilTransactionsWait(db, 2));
        return { admitted, cancelled };
      });
      expect((await answers.admitted).answer).toBe('welcome');
      const { status } = await answers.cancelled;
      const { breaches } = await auditBooks(cinema.db);
      if (guards === 'with both guards') {
        expect([status, breaches]).toEqual([409, []]);
      } else {
        expect(status).toBe(200);
        expect(breaches).toContainEqual(expect.stringMatching(/was admitted, but is cancelled$/));
      }
    },
  );
});
