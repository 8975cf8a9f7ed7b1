import * as v from 'valibot';
import { expect } from 'vitest';
import { transactionPageSchema, type TransactionPage } from '#contract/transaction.ts';
import { listTransactions, selectTransactions } from '../../src/server/store/ledger.ts';
import { expectApiError } from './expectApiError.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';
import { addPeople, addPerson, balanceOf, buy, cancel, topUp, withdraw, type Person } from './people.ts';
import { planOf } from './planOf.ts';

const strictPage = v.strictObject(transactionPageSchema.entries);

async function read(cinema: Cinema, { token }: Person, query = ''): Promise<TransactionPage> {
  const answer = await cinema.call('GET', `user/transactions${query}`, { token });
  expect(answer.status).toBe(200);
  return v.parse(strictPage, answer.body);
}

async function topUpAll(cinema: Cinema, person: Person, ...amounts: readonly number[]): Promise<void> {
  for (const amount of amounts) await topUp(cinema, person, amount);
}

function idsOf({ transactions }: TransactionPage): string[] {
  return transactions.map(({ id }) => id);
}

describeOnAnyEngine('the transactions of a user', ({ test, engine, open }) => {
  test('list the ledger entries, newest first, with kind, amount, balance, time and ticket', async ({ cinema }) => {
    const person = await addPerson(cinema);
    const { token } = person;
    await topUpAll(cinema, person, 100_000);
    cinema.clock.now += 60_000;
    const ticket = await buy(cinema, person, { seatNumbers: [22, 21] });
    cinema.clock.now += 60_000;
    await withdraw(cinema, { token }, 5000);
    cinema.clock.now += 60_000;
    await cancel(cinema, { token }, ticket.id);
    const paid = {
      id: ticket.id,
      movieTitle: 'The Kid',
      showtimeDate: '05 Mar',
      showtimeTime: '20.35',
      seatNumbers: [21, 22],
    };
    expect(await read(cinema, person)).toEqual({
      transactions: [
        { id: '4', kind: 'refund', amount: 70_000, balanceAfter: 95_000, at: '2026-03-05T03:03:00.000Z', ticket: paid },
        { id: '3', kind: 'withdrawal', amount: -5000, balanceAfter: 25_000, at: '2026-03-05T03:02:00.000Z' },
        {
          id: '2',
          kind: 'purchase',
          amount: -70_000,
          balanceAfter: 30_000,
          at: '2026-03-05T03:01:00.000Z',
          ticket: paid,
        },
        { id: '1', kind: 'top-up', amount: 100_000, balanceAfter: 100_000, at: '2026-03-05T03:00:00.000Z' },
      ],
    });
  });

  test('are paginated in ledger order, each entry once, even when the clock goes back', async ({ cinema }) => {
    const person = await addPerson(cinema);
    expect(await read(cinema, person)).toEqual({ transactions: [] });
    await topUpAll(cinema, person, 1, 2, 3);
    cinema.clock.now -= 86_400_000;
    await topUpAll(cinema, person, 4, 5);
    for (const [query, ids, next] of [
      ['?limit=2', ['5', '4'], '4'],
      ['?limit=2&before=4', ['3', '2'], '2'],
      ['?limit=2&before=2', ['1'], undefined],
      ['?limit=4', ['5', '4', '3', '2'], '2'],
      ['?limit=5', ['5', '4', '3', '2', '1'], undefined],
    ] as const) {
      const page = await read(cinema, person, query);
      expect({ query, ids: idsOf(page), next: page.next }).toEqual({ query, ids, next });
    }
  });

  test('are read by an index, without a scan or a sort', async () => {
    const cinema = await open({ spoilsBooks: true });
    const { id: userId } = await addPerson(cinema, { balance: 1 });
    await addPeople(cinema, 40, { balance: 1 });
    for (let first = 2; first < 4000; first += 500) {
      const entries = Array.from({ length: 500 }, (_, index) => ({
        user_id: userId,
        sequence: first + index,
        kind: 'top-up' as const,
        amount: 1,
        balance_after: first + index,
        ticket_id: null,
        entered_at: cinema.clock.now,
      }));
      await cinema.db.insertInto('ledger').values(entries).execute();
    }
    const page = { userId, before: 2000, limit: 20 };
    expect((await listTransactions(cinema.db, page)).next).toBe('1980');
    const { sql, parameters } = selectTransactions(cinema.db, page).compile();
    const plan = await planOf(cinema, 'ledger', sql, parameters);
    const found =
      engine === 'sqlite'
        ? /SEARCH ledger USING PRIMARY KEY \(user_id=\? AND sequence<\?\)/
        : /Index Scan (?:Backward )?using ledger_pkey on ledger/;
    expect(plan).toMatch(found);
    expect(plan).not.toMatch(/SCAN ledger|Seq Scan on ledger|TEMP B-TREE|Sort/);
  });
});

describeOnAnyEngine('section 5, Top-up and Withdraw', ({ test }) => {
  test('reliability 2: a withdrawal needs the password and can empty the balance but not exceed it', async ({
    cinema,
  }) => {
    const person = await addPerson(cinema, { balance: 500_000 });
    await expectApiError(cinema, 'wrong_password', () => withdraw(cinema, person, 1000, 'wrong password'));
    expect((await withdraw(cinema, person, 1)).body).toEqual({ balance: 499_999 });
    expect((await withdraw(cinema, person, 499_999)).body).toEqual({ balance: 0 });
    const problem = await expectApiError(cinema, 'not_enough_balance', () => withdraw(cinema, person, 1));
    expect(problem).toMatchObject({ message: 'Not enough balance (Rp.1)', balance: 0, total: 1, shortfall: 1 });
  });

  test('reliability 11: a top-up cannot exceed the maximum balance, and a refund above it is paid in full', async ({
    cinema,
  }) => {
    const buyer = await addPerson(cinema, { balance: 9_000_000_000_000_000 });
    const { id } = await buy(cinema, buyer);
    expect((await topUp(cinema, buyer, 35_000)).body).toEqual({ balance: 9_000_000_000_000_000 });
    await expectApiError(cinema, 'invalid_request', () => topUp(cinema, buyer, 1));
    expect((await cancel(cinema, buyer, id)).status).toBe(200);
    expect(await balanceOf(cinema, buyer)).toBe(9_000_000_000_035_000);
  });
});
