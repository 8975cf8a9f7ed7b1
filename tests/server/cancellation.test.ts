import { expect, test } from 'vitest';
import { expectSoundBooks } from './books.ts';
import { expectApiError } from './expectApiError.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import { theKid } from './catalogueMovies.ts';
import { addPerson, balanceOf, booking, buy, PASSWORD, soldSeats } from './people.ts';

const STARTS_AT = Date.parse('2026-03-05T20:35:00+07:00');

describeOnBothEngines('section 4, Cancel', ({ open }) => {
  test('a cancelled ticket is refunded, its seats alone are free and it is gone from the list', async () => {
    const cinema = await open();
    const buyer = await addPerson(cinema, { balance: 100_000 });
    const { id: ticketId } = await buy(cinema, buyer, { seatNumbers: [1, 2] });
    await buy(cinema, await addPerson(cinema, { balance: 35_000 }), { seatNumbers: [3] });

    const answer = await cinema.call('DELETE', 'user/tickets', {
      token: buyer.token,
      body: { ticketId, password: PASSWORD },
    });

    expect([answer.status, answer.body]).toEqual([200, { message: 'Ticket cancelled' }]);
    expect(await balanceOf(cinema, buyer)).toBe(100_000);
    expect(await soldSeats(cinema)).toMatchObject([{ seatNumbers: [3] }]);
    expect((await cinema.call('GET', 'user/tickets', { token: buyer.token })).body).toEqual([]);
    await expectSoundBooks(cinema);
    await buy(cinema, await addPerson(cinema, { balance: 35_000 }), { seatNumbers: [2] });
    await expectSoundBooks(cinema);
  });

  test('reliability 4: the refund is the price paid, whatever the film costs by then', async () => {
    const cinema = await open();
    const buyer = await addPerson(cinema, { balance: 35_000 });
    const { id: ticketId } = await buy(cinema, buyer);
    await seedCatalogue(cinema, [{ ...theKid, ticket_price: 99_000 }], cinema.clock.now);
    await cinema.call('DELETE', 'user/tickets', { token: buyer.token, body: { ticketId, password: PASSWORD } });
    expect(await balanceOf(cinema, buyer)).toBe(35_000);
    await expectSoundBooks(cinema);
  });

  test('a ticket can be cancelled until one millisecond before the showtime, and not from its start', async () => {
    const cinema = await open();
    const buyer = await addPerson(cinema, { balance: 70_000 });
    const [first, second] = [
      await buy(cinema, buyer, { seatNumbers: [1] }),
      await buy(cinema, buyer, { seatNumbers: [2] }),
    ];
    const cancel = (ticketId: string) =>
      cinema.call('DELETE', 'user/tickets', { token: buyer.token, body: { ticketId, password: PASSWORD } });
    cinema.clock.now = STARTS_AT - 1;
    expect((await cancel(first.id)).status).toBe(200);
    cinema.clock.now = STARTS_AT;
    await expectApiError(cinema, 'ticket_expired', () => cancel(second.id));
  });

  test('section 6: a wrong password cancels nothing and leaves the session', async () => {
    const cinema = await open();
    const buyer = await addPerson(cinema, { balance: 35_000 });
    const { id: ticketId } = await buy(cinema, buyer);
    await expectApiError(cinema, 'wrong_password', () =>
      cinema.call('DELETE', 'user/tickets', { token: buyer.token, body: { ticketId, password: 'Correct horse' } }),
    );
    expect(await balanceOf(cinema, buyer), 'the balance').toBe(0);
  });

  test('reliability 26: another user\u2019s ticket, a cancelled one and a missing one are refused alike', async () => {
    const cinema = await open();
    const [owner, other] = [await addPerson(cinema, { balance: 70_000 }), await addPerson(cinema)];
    const { id: foreign } = await buy(cinema, owner, { seatNumbers: [1] });
    const cancel = (token: string, ticketId: unknown) => () =>
      cinema.call('DELETE', 'user/tickets', { token, body: { ticketId, password: PASSWORD } });
    const refused = await expectApiError(cinema, 'ticket_not_found', cancel(other.token, foreign));
    const { id: own } = await buy(cinema, owner, { seatNumbers: [2] });
    expect((await cancel(owner.token, own)()).status).toBe(200);
    for (const ticketId of [own, 'no such ticket', 7, 'a\0b', `' or 1=1 --`]) {
      expect(await expectApiError(cinema, 'ticket_not_found', cancel(owner.token, ticketId))).toEqual(refused);
    }
  });

  test('reliability 35: after the clock jumped a day back and forth a ticket is still refunded once', async () => {
    const cinema = await open();
    const buyer = await addPerson(cinema, { balance: 35_000 });
    const { id: ticketId } = await buy(cinema, buyer, booking({ showtimeDate: '08 Mar' }));
    const cancel = () =>
      cinema.call('DELETE', 'user/tickets', { token: buyer.token, body: { ticketId, password: PASSWORD } });
    cinema.clock.now += 86_400_000;
    expect((await cancel()).status).toBe(200);
    cinema.clock.now -= 2 * 86_400_000;
    await expectApiError(cinema, 'ticket_not_found', cancel);
    await expectSoundBooks(cinema);
  });
});
