import { describe, expect, inject } from 'vitest';
import { postgres } from '../../programs/databases.ts';
import { rounds } from '../../rounds.ts';
import { describeOnSqlite } from '../onBothEngines.ts';
import type { Cinema } from '../openCinema.ts';
import { addPerson, booking, PASSWORD, type Person } from '../people.ts';
import { idOf, type Command, type Settled } from './flashSale.ts';
import { askAgain, judge, SOUND } from './judge.ts';
import { testFaults } from './testFaults.ts';
import { testReturns } from './testReturns.ts';

const BALANCE = 500_000;

/**
 * A person, and the history of a purchase, a refused one, a top-up, another purchase, and its cancellation. Each was unknown once.
 */
async function sell(cinema: Cinema) {
  const person = await addPerson(cinema, { balance: BALANCE });
  const bought = await settle(cinema, command(person, 'user/tickets', booking({ seatNumbers: [1, 2] })));
  const refused = await settle(cinema, command(person, 'user/tickets', booking({ seatNumbers: [2] })));
  const toppedUp = await settle(cinema, command(person, 'user/balance', { amount: 7000 }));
  const other = await settle(cinema, command(person, 'user/tickets', booking({ seatNumbers: [3] })));
  const cancelled = await settle(cinema, cancellation(person, idOf(other.answer)));
  return {
    person,
    bought,
    refused,
    toppedUp,
    other,
    cancelled,
    history: [bought, refused, toppedUp, other, cancelled],
  };
}

let keys = 0;

function command(person: Person, path: Command['path'], body: Command['body']): Command {
  keys += 1;
  return { person, method: 'POST', path, body, key: `key-${keys}` };
}

function cancellation(person: Person, ticketId: string | undefined): Command {
  return { ...command(person, 'user/tickets', { ticketId, password: PASSWORD }), method: 'DELETE' };
}

async function send(cinema: Cinema, { person, method, path, body, key }: Command) {
  const answer = await cinema.call(method, path, { token: person.token, body, key });
  return { status: answer.status, body: answer.body, retryAfter: 0 };
}

async function settle(cinema: Cinema, each: Command): Promise<Settled> {
  return { command: each, unknown: 1, answer: await send(cinema, each), sentAt: 0, at: 0 };
}

describeOnSqlite('the judge of a sale', ({ test }) => {
  test('finds a purchase, a cancellation and a top-up that were acknowledged, but lost', async ({ cinema }) => {
    const { person, bought, toppedUp, history } = await sell(cinema);
    const lost = [
      { ...bought, answer: { ...bought.answer, body: { id: 'lost' } } },
      { ...bought, command: cancellation(person, idOf(bought.answer)) },
      toppedUp,
    ];
    const verdict = await judge(cinema, [...history, ...lost], BALANCE);
    expect(verdict).toEqual({
      ...SOUND,
      lost: [
        'the purchase of ticket lost',
        `the cancellation of ticket ${idOf(bought.answer)}`,
        `77000 of the balance of ${person.id}`,
      ],
    });
  });

  test('finds what was refused, or never acknowledged, and is in the database all the same', async ({ cinema }) => {
    const { person, bought, toppedUp, other, history } = await sell(cinema);
    expect((await judge(cinema, history.slice(1), BALANCE)).unexpected).toEqual([`ticket ${idOf(bought.answer)}`]);
    const unknownTopUp = history.filter((settled) => settled !== toppedUp);
    expect((await judge(cinema, unknownTopUp, BALANCE)).unexpected).toEqual([`7000 in the balance of ${person.id}`]);
    const unknownCancellation = await judge(cinema, history.slice(0, -1), BALANCE);
    expect(unknownCancellation.unexpected).toEqual([
      `the cancellation of ticket ${idOf(other.answer)}`,
      `35000 in the balance of ${person.id}`,
    ]);
  });

  test('finds a command whose repetition gets another answer', async ({ cinema }) => {
    const { bought, refused, history } = await sell(cinema);
    const again = (each: Command) => send(cinema, each);
    expect(await askAgain(history, again)).toEqual([]);
    expect(await askAgain([{ ...refused, answer: bought.answer }], again)).toEqual([
      'POST user/tickets: 201, then 409',
    ]);
  });
});

const binaries = inject('postgresUrl') === '' ? undefined : postgres.find();
if (binaries === undefined)
  process.stderr.write('Skipped: faults of a cluster, because no PostgreSQL can be started\n');
// They take minutes, so they run before a release only; in the check, durability.test.ts restarts PostgreSQL during purchases.
else {
  describe.each(rounds([], [binaries]))(
    'reliability 44, 53 and 73: a sale over two servers loses no command',
    { timeout: 240_000 },
    testFaults,
  );
  describe.each(rounds([], [binaries]))(
    'reliability 44: a database that was away comes back',
    { timeout: 60_000 },
    testReturns,
  );
}
