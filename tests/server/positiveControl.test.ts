import {
  BinaryOperationNode,
  OperationNodeTransformer,
  OperatorNode,
  ReferenceNode,
  sql,
  ValueNode,
  type KyselyPlugin,
} from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { auditBooks } from '../../src/server/store/audit.ts';
import { buyTenWithMoneyForOne, cancelTenTimes, changePasswordDuringSignIns, fillTheHall } from './contests.ts';
import { describeOnBothEngines, type DatabaseLocation } from './onBothEngines.ts';
import { countByStatus, openCinema, REAL_COST, type Cinema } from './openCinema.ts';
import { addPerson, balanceOf, topUp } from './people.ts';

/** Moves every seat sold out of the way, so that the key which stops a seat from being sold twice never bites. */
const WITHOUT_SEAT_KEY = {
  sqlite: [
    `create trigger seats_move after insert on booked_seats when new.starts_at > 0 begin
      update booked_seats set starts_at = -abs(random() % 1000000000000)
      where movie_id = new.movie_id and starts_at = new.starts_at and seat_number = new.seat_number;
    end`,
  ],
  postgres: [
    `create function move_seat() returns trigger language plpgsql as
      $$ begin new.starts_at = -floor(random() * 1000000000000); return new; end $$`,
    `create trigger seats_move before insert on booked_seats for each row execute function move_seat()`,
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

/** Gives every idempotency key that is stored another name, so that a second one like it never meets it. */
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

/** Makes every condition on a column hold, as if the statements of the store did not carry it. */
function withoutCondition(column: string): KyselyPlugin {
  class ConditionRemover extends OperationNodeTransformer {
    protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
      const { leftOperand: left, operator } = node;
      const isOnColumn =
        ReferenceNode.is(left) && left.column.kind === 'ColumnNode' && left.column.column.name === column;
      // A comparison is left out; a value computed with a column, such as a new balance, stays.
      const isComparison = OperatorNode.is(operator) && COMPARISONS.has(operator.operator);
      return isOnColumn && isComparison ? ALWAYS : super.transformBinaryOperation(node);
    }
  }
  const transformer = new ConditionRemover();
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  };
}

async function run({ db }: Cinema, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

async function openWithout(columns: readonly string[], location: DatabaseLocation): Promise<Cinema> {
  const database = location.connect();
  const db = columns.reduce((open, column) => open.withPlugin(withoutCondition(column)), database.db);
  const cinema = await openCinema({ ...database, db });
  onTestFinished(() => cinema.app.close());
  return cinema;
}

/**
 * Each takes a guard away and leaves the rest: what the races show to be impossible must then happen.
 * Otherwise those tests would pass whether or not the guard is there.
 */
describeOnBothEngines('the positive controls of the races', ({ engine, open, location }) => {
  test('reliability 1: without the key of a sold seat the hall is oversold, and the audit says so', async () => {
    const cinema = await open({ spoilsBooks: true });
    await run(cinema, WITHOUT_SEAT_KEY[engine]);
    expect((await fillTheHall(cinema))[201]).toBeGreaterThan(64);
    expect((await auditBooks(cinema.db)).breaches.length).toBeGreaterThan(64);
  });

  test('reliability 2: without condition and check ten tickets are bought with money for one, and the audit says so', async () => {
    const cinema = await openWithout(['balance'], await location());
    await run(cinema, WITHOUT_BALANCE_CHECKS[engine]);
    expect(await buyTenWithMoneyForOne(cinema)).toEqual({ 201: 10 });
    expect((await auditBooks(cinema.db)).breaches).toContainEqual(expect.stringContaining('has a balance of -315000'));
  });

  test('reliability 4: without condition and key a ticket is refunded ten times, and the audit says so', async () => {
    const cinema = await openWithout(['cancelled_at'], await location());
    await run(cinema, WITHOUT_REFUND_KEY);
    expect(await cancelTenTimes(cinema)).toEqual({ answers: { 200: 10 }, balance: 350_000 });
    expect((await auditBooks(cinema.db)).breaches).toContainEqual(expect.stringMatching(/but has .*refund.*refund/));
  });

  test('reliability 8: without the key of a command ten at once have ten effects', async () => {
    const cinema = await open();
    await run(cinema, WITHOUT_COMMAND_KEY[engine]);
    const person = await addPerson(cinema);
    const topUps = Array.from({ length: 10 }, () => topUp(cinema, person, 1000, { key: 'k' }));
    const answers = await Promise.all(topUps);
    expect(countByStatus(answers)).toEqual({ 200: 10 });
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toEqual([]);
    expect(await balanceOf(cinema, person)).toBe(10_000);
  });

  test('reliability 60: without the conditions on what was checked, sessions of the old password outlive its change', async () => {
    const cinema = await openWithout(['password_hash', 'session_version'], await location());
    const owner = await addPerson(cinema, REAL_COST);
    const { live } = await changePasswordDuringSignIns(cinema, owner);
    // How many had read the old password before it was changed is the machine's affair; with the conditions one session lives.
    expect(live).toBeGreaterThan(1);
  });
});
