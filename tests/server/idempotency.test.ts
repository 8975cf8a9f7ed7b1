import { expect } from 'vitest';
import { expectApiError } from './expectApiError.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import { addPerson, balanceOf, booking, buy, PASSWORD, purchase, topUp, withdraw } from './people.ts';

const HOUR = 3_600_000;

describeOnBothEngines('reliability 8: Idempotency-Key', ({ test }) => {
  test('a command that is repeated with its key gets the same response and runs once', async ({ cinema }) => {
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
  });

  test('ten simultaneous requests with one key run once and get one response', async ({ cinema }) => {
    const buyer = await addPerson(cinema, { balance: 350_000 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => purchase(cinema, buyer, {}, { key: 'k' })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 'different answers').toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(9);
    expect(await balanceOf(cinema, buyer)).toBe(315_000);
  });

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

  test('reliability 6: a refused command stores no key, so that it can succeed later', async ({ cinema }) => {
    const buyer = await addPerson(cinema);
    const send = () => purchase(cinema, buyer, {}, { key: 'k' });
    await expectApiError(cinema, 'not_enough_balance', send);
    await topUp(cinema, buyer, 35_000);
    expect((await send()).status).toBe(201);
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

  test('a key has 1 to 255 visible ASCII characters; any other is refused without an effect', async ({ cinema }) => {
    const person = await addPerson(cinema);
    for (const key of ['', 'two words', 'caf\u00E9', 'k'.repeat(256)]) {
      const { fields } = await expectApiError(cinema, 'invalid_request', () => topUp(cinema, person, 1000, { key }));
      expect(fields).toEqual({ 'Idempotency-Key': 'Idempotency-Key must be 1 to 255 visible ASCII characters' });
    }
    for (const key of ['!', '~', 'k'.repeat(255)]) await topUp(cinema, person, 1000, { key });
    expect(await balanceOf(cinema, person)).toBe(3000);
  });

  test('reusing an expired key removes no key of another call or user', async ({ cinema }) => {
    const [person, other] = [await addPerson(cinema), await addPerson(cinema)];
    await topUp(cinema, person, 1000, { key: 'old' });
    cinema.clock.now += 24 * HOUR - 1;
    const recent = [
      () => topUp(cinema, person, 2000, { key: 'recent' }),
      () => withdraw(cinema, person, 500, PASSWORD, { key: 'old' }),
      () => topUp(cinema, other, 3000, { key: 'old' }),
    ];
    for (const send of recent) expect((await send()).headers['idempotency-replayed']).toBeUndefined();
    cinema.clock.now += 1;
    await topUp(cinema, person, 1000, { key: 'old' });
    for (const send of recent) expect((await send()).headers['idempotency-replayed']).toBe('true');
    expect([await balanceOf(cinema, person), await balanceOf(cinema, other)]).toEqual([3500, 3000]);
  });
});
