import { sql } from 'kysely';
import { expect } from 'vitest';
import type { ErrorCode } from '#contract/problem.ts';
import { forgetRefusals } from '../../src/server/store/idempotency.ts';
import { dump } from './books.ts';
import { refuseRetryDuringFirstAttempt, succeedAfterStoredRefusal } from './contests.ts';
import { expectApiError, expectProblem } from './expectApiError.ts';
import { describeOnAnyEngine, describeOnBothEngines, describeOnPostgres } from './onBothEngines.ts';
import { openCinema, type CallAnswer, type Cinema } from './openCinema.ts';
import {
  addPerson,
  balanceOf,
  booking,
  buy,
  cancel,
  heldBy,
  hold,
  PASSWORD,
  purchase,
  releaseHold,
  share,
  signInAgain,
  stopSharing,
  topUp,
  withdraw,
  type Person,
} from './people.ts';
import { watchWaiting } from './watchWaiting.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const HOLD = { movieTitle: 'The Kid', showtimeDate: '05 Mar', showtimeTime: '20.35' };

describeOnBothEngines('reliability 8: a command that is sent again with its key', ({ test }) => {
  test('gets the same response and runs once', async ({ cinema }) => {
    const person = await addPerson(cinema, { balance: 200_000 });
    const { token } = person;
    const { id: ticketId } = await buy(cinema, person, { seatNumbers: [1] });
    for (const [method, path, body, status] of [
      ['POST', 'user/tickets', booking(), 201],
      ['POST', 'user/balance', { amount: 10_000 }, 200],
      ['PUT', 'user/balance', { amount: 5000, password: PASSWORD }, 200],
      ['DELETE', 'user/tickets', { ticketId, password: PASSWORD }, 200],
      ['POST', 'holds', { ...HOLD, seatNumbers: [2] }, 201],
      ['PUT', 'user/password', { password: PASSWORD, newPassword: 'curtain-in-row-f' }, 200],
    ] as const) {
      const first = await cinema.call(method, path, { token, key: 'same-key', body });
      expect(first.headers['idempotency-replayed']).toBeUndefined();
      const again = await cinema.call(method, path, { token, key: 'same-key', body });
      expect([first.status, again.status, again.body]).toEqual([status, status, first.body]);
      expect(again.headers['idempotency-replayed']).toBe('true');
    }
    expect(await balanceOf(cinema, person)).toBe(170_000);
  });

  test('runs once and gets one response, also when it is sent ten times at the same time', async ({ cinema }) => {
    const buyer = await addPerson(cinema, { balance: 350_000 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => purchase(cinema, buyer, {}, { key: 'k' })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 'different answers').toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(9);
    expect(await balanceOf(cinema, buyer)).toBe(315_000);
  });
});

describeOnAnyEngine('reliability 8: Idempotency-Key', ({ test }) => {
  test('reliability 10: an amount as number and as text is the same request', async ({ cinema }) => {
    const person = await addPerson(cinema, { balance: 100_000 });
    const { token } = person;
    for (const method of ['POST', 'PUT'] as const) {
      const send = (amount: number | string) =>
        cinema.call(method, 'user/balance', { token, key: 'k', body: { amount, password: PASSWORD } });
      const first = await send(50_000);
      const again = await send('50000');
      expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([200, first.body, 'true']);
      await expectApiError(cinema, 'idempotency_conflict', () => send('50001'));
    }
    expect(await balanceOf(cinema, person)).toBe(100_000);
  });

  test('a key belongs to one user and one call: others never get its response', async ({ cinema }) => {
    const [one, other] = [await addPerson(cinema, { balance: 100_000 }), await addPerson(cinema, { balance: 35_000 })];
    await topUp(cinema, one, 1000, { key: 'k' });
    await topUp(cinema, other, 2000, { key: 'k' });
    await withdraw(cinema, one, 1000, PASSWORD, { key: 'k' });
    expect((await purchase(cinema, one, {}, { key: 'k' })).status).toBe(201);
    await expectApiError(cinema, 'seat_taken', () => purchase(cinema, other, {}, { key: 'k' }));
    expect([await balanceOf(cinema, one), await balanceOf(cinema, other)]).toEqual([65_000, 37_000]);
  });

  test('a repeated request with a wrong password does not get the stored response', async ({ cinema }) => {
    const person = await addPerson(cinema, { balance: 100_000 });
    const send = (password: string) => withdraw(cinema, person, 1000, password, { key: 'k' });
    expect((await send(PASSWORD)).status).toBe(200);
    await expectApiError(cinema, 'wrong_password', () => send('wrong password'));
  });

  test('a request that is repeated with a new password gets the stored response, because the key does not cover passwords', async ({
    cinema,
  }) => {
    const person = await addPerson(cinema, { balance: 100_000 });
    const send = (password: string) => withdraw(cinema, person, 1000, password, { key: 'k' });
    const { body } = await send(PASSWORD);
    const changed = { password: PASSWORD, newPassword: 'curtain-in-row-f' };
    await cinema.call('PUT', 'user/password', { token: person.token, body: changed });
    expect(await send('curtain-in-row-f')).toMatchObject({ status: 200, body });
  });

  test('a key expires after 24 hours', async ({ cinema }) => {
    const person = await addPerson(cinema);
    const send = () => topUp(cinema, person, 1000, { key: 'k' });
    await send();
    cinema.clock.now += 24 * HOUR - 1;
    expect((await send()).headers['idempotency-replayed']).toBe('true');
    cinema.clock.now += 1;
    expect((await send()).headers['idempotency-replayed']).toBeUndefined();
    expect(await balanceOf(cinema, person), 'the balance').toBe(2000);
  });

  test('a late repeat that would be refused by now gets the stored success, and so does every later one', async ({
    cinema,
  }) => {
    const person = await addPerson(cinema, { balance: 1000 });
    const send = () => withdraw(cinema, person, 1000, PASSWORD, { key: 'k' });
    const { body } = await send();
    for (let repeat = 0; repeat < 3; repeat += 1) {
      cinema.clock.now += 16 * MINUTE;
      expect(await send()).toMatchObject({ status: 200, body });
    }
  });

  test('a key has 1 to 255 visible ASCII characters; any other is refused without an effect', async ({ cinema }) => {
    const person = await addPerson(cinema);
    for (const key of ['', 'two words', 'caf\u00E9', 'k'.repeat(256)]) {
      const { fields } = await expectApiError(cinema, 'invalid_request', () => topUp(cinema, person, 1000, { key }));
      expect(fields).toEqual({ 'Idempotency-Key': 'Idempotency-Key must be 1 to 255 visible ASCII characters' });
    }
    for (const key of ['!', '~', 'k'.repeat(255)]) await topUp(cinema, person, 1000, { key });
    expect(await balanceOf(cinema, person)).toBe(3000);
  });
});

interface Refused {
  readonly command: string;
  readonly code: ErrorCode;
  readonly status: number;
  /** Prepares a command that is refused. Returns it, and a function that removes the reason. */
  readonly prepare: (cinema: Cinema) => Promise<{
    readonly send: (key: string) => Promise<CallAnswer>;
    readonly removeReason: () => unknown;
  }>;
}

const STARTS_AT = Date.parse('2026-03-05T20:35:00+07:00');

/** Every command that can be refused in its transaction. A change of password cannot, except by a simultaneous one. */
const refusedCommands: readonly Refused[] = [
  {
    command: 'a purchase',
    code: 'not_enough_balance',
    status: 201,
    async prepare(cinema) {
      const buyer = await addPerson(cinema);
      return {
        send: (key) => purchase(cinema, buyer, {}, { key }),
        removeReason: () => topUp(cinema, buyer, 35_000),
      };
    },
  },
  {
    command: 'a cancellation',
    code: 'ticket_expired',
    status: 200,
    async prepare(cinema) {
      const buyer = await addPerson(cinema, { balance: 35_000 });
      const { id } = await buy(cinema, buyer);
      cinema.clock.now = STARTS_AT;
      return {
        send: (key) => cancel(cinema, buyer, id, PASSWORD, { key }),
        // The clock of the server was fast.
        removeReason: () => (cinema.clock.now -= 60_000),
      };
    },
  },
  {
    command: 'a top-up',
    code: 'invalid_request',
    status: 200,
    async prepare(cinema) {
      const person = await addPerson(cinema, { balance: 9_000_000_000_000_000 });
      return {
        send: (key) => topUp(cinema, person, 1000, { key }),
        removeReason: () => withdraw(cinema, person, 1000),
      };
    },
  },
  {
    command: 'a withdrawal',
    code: 'not_enough_balance',
    status: 200,
    async prepare(cinema) {
      const person = await addPerson(cinema);
      return {
        send: (key) => withdraw(cinema, person, 1000, PASSWORD, { key }),
        removeReason: () => topUp(cinema, person, 1000),
      };
    },
  },
  {
    command: 'a hold',
    code: 'seat_held',
    status: 201,
    async prepare(cinema) {
      const [person, holder] = [await addPerson(cinema), await addPerson(cinema)];
      await heldBy(cinema, holder, [12]);
      return {
        send: (key) => hold(cinema, person, {}, { key }),
        removeReason: () => releaseHold(cinema, holder),
      };
    },
  },
];

interface NotRefusedForGood {
  readonly reason: string;
  readonly status: number;
  /** Prepares a command that is refused. Returns it, and a function that removes the reason. */
  readonly prepare: (
    cinema: Cinema,
    person: Person,
  ) => Promise<{
    readonly send: (isRight: boolean) => Promise<CallAnswer>;
    readonly removeReason?: () => unknown;
  }>;
}

const notRefusedForGood: readonly NotRefusedForGood[] = [
  {
    reason: 'an invalid body',
    status: 400,
    prepare: async (cinema, person) => ({
      send: (isRight) => topUp(cinema, person, isRight ? 1000 : -1000, { key: 'k' }),
    }),
  },
  {
    reason: 'a wrong password',
    status: 403,
    prepare: async (cinema, person) => ({
      send: (isRight) => withdraw(cinema, person, 1000, isRight ? PASSWORD : 'wrong horse', { key: 'k' }),
    }),
  },
  {
    reason: 'a wrong password for a change of password',
    status: 403,
    prepare: async (cinema, { token }) => ({
      send: (isRight) =>
        cinema.call('PUT', 'user/password', {
          token,
          key: 'k',
          body: { password: isRight ? PASSWORD : 'wrong horse', newPassword: 'curtain-in-row-f' },
        }),
    }),
  },
  {
    reason: 'a session that has ended',
    status: 401,
    async prepare(cinema, person) {
      let { token } = person;
      await cinema.call('POST', 'user/signout', { token });
      return {
        send: () => topUp(cinema, { token }, 1000, { key: 'k' }),
        removeReason: async () => ({ token } = await signInAgain(cinema, person)),
      };
    },
  },
  {
    reason: 'a limit of time (429)',
    status: 429,
    async prepare(cinema, person) {
      await share(cinema, person, [12, 13]);
      return {
        send: () => hold(cinema, person, { seatNumbers: [20] }, { key: 'k' }),
        removeReason: () => stopSharing(cinema, person),
      };
    },
  },
  {
    reason: 'an error of the server',
    status: 500,
    async prepare(cinema, person) {
      await sql`alter table tickets rename to hidden`.execute(cinema.db);
      return {
        send: () => purchase(cinema, person, {}, { key: 'k' }),
        removeReason: () => sql`alter table hidden rename to tickets`.execute(cinema.db),
      };
    },
  },
];

describeOnAnyEngine('reliability 6: a late attempt of a refused command', ({ test, open }) => {
  test.for(refusedCommands)(
    '$command: gets the refusal again although its reason is gone, and a new key succeeds',
    async ({ code, status, prepare }, { cinema }) => {
      const { send, removeReason } = await prepare(cinema);
      const refused = await send('k');
      expectProblem(refused, code);
      expect(refused.headers['idempotency-replayed']).toBeUndefined();
      await removeReason();
      const before = await dump(cinema);
      const late = await send('k');
      expect([late.status, late.body, late.headers['idempotency-replayed']]).toEqual([
        refused.status,
        refused.body,
        'true',
      ]);
      expect(await dump(cinema)).toEqual(before);
      expect((await send('another')).status).toBe(status);
    },
  );

  test('with another body is refused as a conflict', async ({ cinema }) => {
    const buyer = await addPerson(cinema, { balance: 35_000 });
    await expectApiError(cinema, 'not_enough_balance', () => withdraw(cinema, buyer, 40_000, PASSWORD, { key: 'k' }));
    for (const amount of [30_000, 50_000])
      await expectApiError(cinema, 'idempotency_conflict', () =>
        withdraw(cinema, buyer, amount, PASSWORD, { key: 'k' }),
      );
  });

  test.for(notRefusedForGood)('succeeds with the same key after $reason', async ({ status, prepare }) => {
    const cinema = await open();
    const person = await addPerson(cinema, { balance: 100_000 });
    const { send, removeReason } = await prepare(cinema, person);
    const before = await dump(cinema).catch(() => undefined);
    expect((await send(false)).status).toBe(status);
    expect(await dump(cinema).catch(() => undefined)).toEqual(before);
    await removeReason?.();
    const { status: answered, headers } = await send(true);
    expect(answered).toBeLessThan(300);
    expect(headers['idempotency-replayed']).toBeUndefined();
  });
});

describeOnBothEngines('reliability 6: a late attempt of a refused command', ({ test }) => {
  test('gets the refusal for 15 minutes; then the key is free again, also for another refusal', async ({ cinema }) => {
    const buyer = await addPerson(cinema);
    const send = () => purchase(cinema, buyer, {}, { key: 'k' });
    await expectApiError(cinema, 'not_enough_balance', send);
    cinema.clock.now += HOUR / 4;
    expect((await send()).headers['idempotency-replayed']).toBeUndefined();
    await topUp(cinema, buyer, 35_000);
    cinema.clock.now += HOUR / 4 - 1;
    await expectApiError(cinema, 'not_enough_balance', send);
    cinema.clock.now += 1;
    expect((await send()).status).toBe(201);
    expect((await send()).headers['idempotency-replayed']).toBe('true');
  });

  test('gets the refusal from every server of the database', async ({ cinema }) => {
    const buyer = await addPerson(cinema);
    const refused = await purchase(cinema, buyer, {}, { key: 'k' });
    await topUp(cinema, buyer, 35_000);
    const other = await openCinema(cinema);
    const late = await purchase(other, buyer, {}, { key: 'k' });
    await other.app.close();
    expect([late.status, late.body]).toEqual([409, refused.body]);
  });

  test('a retry that is refused while the first attempt is carried out gets the success', async ({ cinema }) => {
    expect(await refuseRetryDuringFirstAttempt(cinema)).toEqual({ first: 'done', retry: 'done', stored: 1 });
  });
});

/** Makes each DELETE of keys wait for a lock after PostgreSQL has fixed which rows the statement sees. */
const DELETES_WAIT = [
  `create function wait_for_lock() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(1); return null; end'`,
  `create trigger keys_wait before delete on idempotency_keys for each statement execute function wait_for_lock()`,
];

describeOnPostgres(
  'reliability 6: a command whose expired key is deleted while the command is refused again',
  ({ test }) => {
    test.for([
      {
        deletion: 'a late attempt',
        start: (cinema: Cinema, buyer: Person) => purchase(cinema, buyer, {}, { key: 'k' }),
      },
      {
        deletion: 'the deletion of expired rows',
        start: ({ db, clock }: Cinema) => forgetRefusals(db, { now: clock.now, max: 10 }),
      },
    ])('stays refused: $deletion', async ({ start }, { cinema }) => {
      const buyer = await addPerson(cinema);
      const send = () => purchase(cinema, buyer, {}, { key: 'k' });
      await expectApiError(cinema, 'not_enough_balance', send);
      cinema.clock.now += HOUR / 4;
      for (const statement of DELETES_WAIT) await sql.raw(statement).execute(cinema.db);
      await topUp(cinema, buyer, 35_000);
      const { started } = await cinema.db.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(1)`.execute(transaction);
        const untilItWaits = await watchWaiting(cinema, transaction);
        const started = start(cinema, buyer);
        await untilItWaits();
        await withdraw(cinema, buyer, 35_000);
        expectProblem(await send(), 'not_enough_balance');
        await topUp(cinema, buyer, 35_000);
        return { started };
      });
      await started;
      expectProblem(await send(), 'not_enough_balance');
      expect(await balanceOf(cinema, buyer), 'the money is not spent').toBe(35_000);
    });
  },
);

describeOnPostgres('reliability 6: a refusal that is stored while the first attempt is carried out', ({ test }) => {
  test('stays: the first attempt gets it, too, and changes nothing', async ({ cinema }) => {
    const settled = { first: 'seat_taken', retry: 'seat_taken', stored: [409], balance: 0 };
    expect(await succeedAfterStoredRefusal(cinema)).toEqual(settled);
  });
});
