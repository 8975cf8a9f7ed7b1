import { expect, test } from 'vitest';
import { expectSoundBooks } from './books.ts';
import { expectApiError } from './expectApiError.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import { addPerson, balanceOf, buy, PASSWORD } from './people.ts';

const WRONG_NUMBERS = [0, -1, 0.5, 1.5, 1_500_001, 2 ** 53];
const WRONG_TEXTS = ['', '0', '-5', '+5', ' 5', '5e4', '0x10', '1.0', '50.000', '1500001', '9007199254740992', 'abc'];

describeOnBothEngines('section 5, Top-up and Withdraw', ({ open }) => {
  test('a top-up adds to the balance, with or without a password', async () => {
    const cinema = await open();
    const person = await addPerson(cinema);
    const { token } = person;
    const first = await cinema.call('POST', 'user/balance', { token, body: { amount: 50_000 } });
    expect([first.status, first.body]).toEqual([200, { balance: 50_000 }]);
    const second = await cinema.call('POST', 'user/balance', { token, body: { amount: 1_500_000, password: 'no' } });
    expect([second.status, second.body]).toEqual([200, { balance: 1_550_000 }]);
    expect(await balanceOf(cinema, person)).toBe(1_550_000);
    await expectSoundBooks(cinema);
  });

  test('a withdrawal takes from the balance, down to nothing', async () => {
    const cinema = await open();
    const { token } = await addPerson(cinema, { balance: 500_000 });
    const withdraw = (amount: number) =>
      cinema.call('PUT', 'user/balance', { token, body: { amount, password: PASSWORD } });
    expect((await withdraw(1)).body).toEqual({ balance: 499_999 });
    expect((await withdraw(499_999)).body).toEqual({ balance: 0 });
    const problem = await expectApiError(cinema, 'not_enough_balance', () => withdraw(1));
    expect(problem).toMatchObject({ message: 'Not enough balance (Rp.1)', balance: 0, total: 1, shortfall: 1 });
    await expectSoundBooks(cinema);
  });

  test('reliability 2: the ledger tells how the balance came about', async () => {
    const cinema = await open();
    const person = await addPerson(cinema);
    const { token } = person;
    await cinema.call('POST', 'user/balance', { token, body: { amount: 100_000 } });
    const { id: ticketId } = await buy(cinema, person);
    await cinema.call('PUT', 'user/balance', { token, body: { amount: 5000, password: PASSWORD } });
    await cinema.call('DELETE', 'user/tickets', { token, body: { ticketId, password: PASSWORD } });
    const entries = await cinema.db
      .selectFrom('ledger')
      .select(['sequence', 'kind', 'amount', 'balance_after', 'ticket_id'])
      .orderBy('sequence')
      .execute();
    expect(entries).toEqual([
      { sequence: 1, kind: 'top-up', amount: 100_000, balance_after: 100_000, ticket_id: null },
      { sequence: 2, kind: 'purchase', amount: -35_000, balance_after: 65_000, ticket_id: ticketId },
      { sequence: 3, kind: 'withdrawal', amount: -5000, balance_after: 60_000, ticket_id: null },
      { sequence: 4, kind: 'refund', amount: 35_000, balance_after: 95_000, ticket_id: ticketId },
    ]);
  });

  test('a wrong password withdraws nothing', async () => {
    const cinema = await open();
    const { token } = await addPerson(cinema, { balance: 500_000 });
    await expectApiError(cinema, 'wrong_password', () =>
      cinema.call('PUT', 'user/balance', { token, body: { amount: 1000, password: 'wrong password' } }),
    );
  });

  test('reliability 10: a typed amount is sent as text and taken as the number it spells', async () => {
    const cinema = await open();
    const { token } = await addPerson(cinema);
    const toppedUp = await cinema.call('POST', 'user/balance', { token, body: { amount: '12345' } });
    expect([toppedUp.status, toppedUp.body]).toEqual([200, { balance: 12_345 }]);
    const body = { amount: '345', password: PASSWORD };
    const withdrawn = await cinema.call('PUT', 'user/balance', { token, body });
    expect([withdrawn.status, withdrawn.body]).toEqual([200, { balance: 12_000 }]);
    await expectSoundBooks(cinema);
  });

  test.each([...WRONG_NUMBERS, ...WRONG_TEXTS, null, undefined, [50_000], {}, true])(
    'reliability 10: a top-up of %j is refused',
    async (amount) => {
      const cinema = await open();
      const { token } = await addPerson(cinema);
      const { fields } = await expectApiError(cinema, 'invalid_request', () =>
        cinema.call('POST', 'user/balance', { token, body: { amount } }),
      );
      expect(fields).toEqual({ amount: 'Top up amount must be a whole number from 1 to Rp.1.500.000' });
    },
  );

  test('reliability 11: a top-up that would leave the safe integers is refused', async () => {
    const cinema = await open();
    const { token } = await addPerson(cinema, { balance: 9_000_000_000_000_000 - 5 });
    expect((await cinema.call('POST', 'user/balance', { token, body: { amount: 5 } })).body).toEqual({
      balance: 9_000_000_000_000_000,
    });
    await expectApiError(cinema, 'invalid_request', () =>
      cinema.call('POST', 'user/balance', { token, body: { amount: 1 } }),
    );
    await expectSoundBooks(cinema);
  });

  test('reliability 11: a refund comes back whole, also to a balance that no top-up could make any larger', async () => {
    const cinema = await open();
    const buyer = await addPerson(cinema, { balance: 9_000_000_000_000_000 });
    const { token } = buyer;
    const { id: ticketId } = await buy(cinema, buyer);
    const toppedUp = await cinema.call('POST', 'user/balance', { token, body: { amount: 35_000 } });
    expect(toppedUp.body).toEqual({ balance: 9_000_000_000_000_000 });
    const cancelled = await cinema.call('DELETE', 'user/tickets', { token, body: { ticketId, password: PASSWORD } });
    expect(cancelled.status).toBe(200);
    expect(await balanceOf(cinema, buyer)).toBe(9_000_000_000_035_000);
    await expectSoundBooks(cinema);
  });
});
