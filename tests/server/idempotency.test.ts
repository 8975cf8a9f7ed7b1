import { expect } from 'vitest';
import { expectSoundBooks } from './books.ts';
import { expectApiError } from './expectApiError.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import { addPerson, balanceOf, booking, buy, PASSWORD, purchase, topUp } from './people.ts';

const HOUR = 3_600_000;

describeOnBothEngines('reliability 8: Idempotency-Key', ({ test }) => {
  test('a purchase, a top-up, a withdrawal and a cancellation repeated with their keys are answered again and done once', async ({
    cinema,
  }) => {
    const person = await addPerson(cinema, { balance: 200_000 });
    const { token } = person;
    const { id: ticketId } = await buy(cinema, person, { seatNumbers: [1] });
    for (const [method, path, body, status] of [
      ['POST', 'user/tickets', booking(), 201],
      ['POST', 'user/balance', { amount: 10_000 }, 200],
      ['PUT', 'user/balance', { amount: 5000, password: PASSWORD }, 200],
      ['DELETE', 'user/tickets', { ticketId, password: PASSWORD }, 200],
    ] as const) {
      const first = await cinema.call(method, path, { token, key: 'same-key', body });
      expect(first.headers['idempotency-replayed']).toBeUndefined();
      const again = await cinema.call(method, path, { token, key: 'same-key', body });
      expect([first.status, again.status, again.body]).toEqual([status, status, first.body]);
      expect(again.headers['idempotency-replayed']).toBe('true');
    }
    expect(await balanceOf(cinema, person)).toBe(170_000);
    await expectSoundBooks(cinema);
  });

  test('ten at once with one key have one effect and one answer', async ({ cinema }) => {
    const buyer = await addPerson(cinema, { balance: 350_000 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => purchase(cinema, buyer, {}, 'command-1')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 'different answers').toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(9);
    expect(await balanceOf(cinema, buyer)).toBe(315_000);
    await expectSoundBooks(cinema);
  });

  test('reliability 10: an amount as a number and as its text is the same body', async ({ cinema }) => {
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
    await expectSoundBooks(cinema);
  });

  test('a key belongs to its user and to its route', async ({ cinema }) => {
    const [one, other] = [await addPerson(cinema, { balance: 100_000 }), await addPerson(cinema)];
    const body = { amount: 1000, password: PASSWORD };
    await cinema.call('POST', 'user/balance', { token: one.token, key: 'k', body });
    await cinema.call('POST', 'user/balance', { token: other.token, key: 'k', body: { amount: 2000 } });
    await cinema.call('PUT', 'user/balance', { token: one.token, key: 'k', body });
    expect([await balanceOf(cinema, one), await balanceOf(cinema, other)]).toEqual([100_000, 2000]);
  });

  test('a key of one user does not lead another, who is refused, to what the first was answered', async ({
    cinema,
  }) => {
    const [one, other] = [await addPerson(cinema, { balance: 35_000 }), await addPerson(cinema, { balance: 35_000 })];
    expect((await purchase(cinema, one, {}, 'k')).status).toBe(201);
    await expectApiError(cinema, 'seat_taken', () => purchase(cinema, other, {}, 'k'));
  });

  test('an answer is not given again to somebody who sends a wrong password', async ({ cinema }) => {
    const { token } = await addPerson(cinema, { balance: 100_000 });
    const withdraw = (password: string) =>
      cinema.call('PUT', 'user/balance', { token, key: 'k', body: { amount: 1000, password } });
    expect((await withdraw(PASSWORD)).status).toBe(200);
    await expectApiError(cinema, 'wrong_password', () => withdraw('wrong password'));
  });

  test('reliability 6: a refused attempt keeps no key: the same command succeeds when it can', async ({ cinema }) => {
    const buyer = await addPerson(cinema);
    await expectApiError(cinema, 'not_enough_balance', () => purchase(cinema, buyer, {}, 'command-1'));
    await topUp(cinema, buyer, 35_000);
    expect((await purchase(cinema, buyer, {}, 'command-1')).status).toBe(201);
    await expectSoundBooks(cinema);
  });

  test('a key lives 24 hours and is new after that', async ({ cinema }) => {
    const person = await addPerson(cinema);
    const send = () => cinema.call('POST', 'user/balance', { token: person.token, key: 'k', body: { amount: 1000 } });
    await send();
    cinema.clock.now += 24 * HOUR - 1;
    expect((await send()).headers['idempotency-replayed']).toBe('true');
    cinema.clock.now += 1;
    expect((await send()).headers['idempotency-replayed']).toBeUndefined();
    expect(await balanceOf(cinema, person), 'the balance').toBe(2000);
    await expectSoundBooks(cinema);
  });
});
