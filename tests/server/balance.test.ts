import { expect } from 'vitest';
import { expectSoundBooks } from './books.ts';
import { expectApiError } from './expectApiError.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import { addPerson, balanceOf, buy, cancel, topUp, withdraw } from './people.ts';

describeOnBothEngines('section 5, Top-up and Withdraw', ({ test }) => {
  test('a top-up adds to the balance, with or without a password', async ({ cinema }) => {
    const { token } = await addPerson(cinema);
    const first = await topUp(cinema, { token }, 50_000);
    expect([first.status, first.body]).toEqual([200, { balance: 50_000 }]);
    const second = await cinema.call('POST', 'user/balance', { token, body: { amount: 1_500_000, password: 'no' } });
    expect([second.status, second.body]).toEqual([200, { balance: 1_550_000 }]);
    await expectSoundBooks(cinema);
  });

  test('reliability 2: a withdrawal takes from the balance, down to nothing and no further, and nothing for a wrong password', async ({
    cinema,
  }) => {
    const person = await addPerson(cinema, { balance: 500_000 });
    await expectApiError(cinema, 'wrong_password', () => withdraw(cinema, person, 1000, 'wrong password'));
    expect((await withdraw(cinema, person, 1)).body).toEqual({ balance: 499_999 });
    expect((await withdraw(cinema, person, 499_999)).body).toEqual({ balance: 0 });
    const problem = await expectApiError(cinema, 'not_enough_balance', () => withdraw(cinema, person, 1));
    expect(problem).toMatchObject({ message: 'Not enough balance (Rp.1)', balance: 0, total: 1, shortfall: 1 });
    await expectSoundBooks(cinema);
  });

  test('reliability 10: a typed amount is sent as text and taken as the number it spells', async ({ cinema }) => {
    const person = await addPerson(cinema);
    expect((await topUp(cinema, person, '12345')).body).toEqual({ balance: 12_345 });
    expect((await withdraw(cinema, person, '345')).body).toEqual({ balance: 12_000 });
    await expectSoundBooks(cinema);
  });

  test('reliability 11: a top-up that would leave the safe integers is refused', async ({ cinema }) => {
    const person = await addPerson(cinema, { balance: 9_000_000_000_000_000 - 5 });
    expect((await topUp(cinema, person, 5)).body).toEqual({ balance: 9_000_000_000_000_000 });
    await expectApiError(cinema, 'invalid_request', () => topUp(cinema, person, 1));
    await expectSoundBooks(cinema);
  });

  test('reliability 11: a refund comes back whole, also to a balance that no top-up could make any larger', async ({
    cinema,
  }) => {
    const buyer = await addPerson(cinema, { balance: 9_000_000_000_000_000 });
    const { id } = await buy(cinema, buyer);
    expect((await topUp(cinema, buyer, 35_000)).body).toEqual({ balance: 9_000_000_000_000_000 });
    expect((await cancel(cinema, buyer, id)).status).toBe(200);
    expect(await balanceOf(cinema, buyer)).toBe(9_000_000_000_035_000);
    await expectSoundBooks(cinema);
  });
});
