import { expect } from 'vitest';
import { expectApiError } from './expectApiError.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import { addPerson, balanceOf, booking, buy, cancel, soldSeats } from './people.ts';
import { theKid } from './catalogueMovies.ts';

const STARTS_AT = Date.parse('2026-03-05T20:35:00+07:00');

describeOnAnyEngine('section 4, Cancel', ({ test }) => {
  test('a cancellation refunds the ticket, frees its seats and removes it from the list', async ({ cinema }) => {
    const buyer = await addPerson(cinema, { balance: 100_000 });
    const { id } = await buy(cinema, buyer, { seatNumbers: [1, 2] });
    await buy(cinema, await addPerson(cinema, { balance: 35_000 }), { seatNumbers: [3] });
    const answer = await cancel(cinema, buyer, id);
    expect([answer.status, answer.body]).toEqual([200, { message: 'Ticket cancelled' }]);
    expect(await balanceOf(cinema, buyer)).toBe(100_000);
    expect(await soldSeats(cinema)).toMatchObject([{ seatNumbers: [3] }]);
    expect((await cinema.call('GET', 'user/tickets', { token: buyer.token })).body).toEqual([]);
    await buy(cinema, await addPerson(cinema, { balance: 35_000 }), { seatNumbers: [2] });
  });

  test('reliability 4: the refund is the price paid, also after the film’s price changed', async ({ cinema }) => {
    const buyer = await addPerson(cinema, { balance: 35_000 });
    const { id: ticketId } = await buy(cinema, buyer);
    await seedCatalogue(cinema, [{ ...theKid, ticket_price: 99_000 }], cinema.clock.now);
    await cancel(cinema, buyer, ticketId);
    expect(await balanceOf(cinema, buyer)).toBe(35_000);
  });

  test('a ticket can be cancelled until the millisecond in which its showtime begins', async ({ cinema }) => {
    const buyer = await addPerson(cinema, { balance: 70_000 });
    const first = await buy(cinema, buyer, { seatNumbers: [1] });
    const second = await buy(cinema, buyer, { seatNumbers: [2] });
    cinema.clock.now = STARTS_AT - 1;
    expect((await cancel(cinema, buyer, first.id)).status).toBe(200);
    cinema.clock.now = STARTS_AT;
    await expectApiError(cinema, 'ticket_expired', () => cancel(cinema, buyer, second.id));
  });

  test('reliability 26: another user\u2019s, a cancelled and a missing ticket get the same response', async ({
    cinema,
  }) => {
    const [owner, other] = [await addPerson(cinema, { balance: 70_000 }), await addPerson(cinema)];
    const { id: foreign } = await buy(cinema, owner, { seatNumbers: [1] });
    const refused = await expectApiError(cinema, 'ticket_not_found', () => cancel(cinema, other, foreign));
    const { id: own } = await buy(cinema, owner, { seatNumbers: [2] });
    expect((await cancel(cinema, owner, own)).status).toBe(200);
    for (const id of [own, 'no such ticket', 7, 'a\0b', `' or 1=1 --`]) {
      expect(await expectApiError(cinema, 'ticket_not_found', () => cancel(cinema, owner, id))).toEqual(refused);
    }
  });

  test('reliability 35: a ticket is refunded only once when the clock jumps', async ({ cinema }) => {
    const buyer = await addPerson(cinema, { balance: 35_000 });
    const { id } = await buy(cinema, buyer, booking({ showtimeDate: '08 Mar' }));
    cinema.clock.now += 86_400_000;
    expect((await cancel(cinema, buyer, id)).status).toBe(200);
    cinema.clock.now -= 2 * 86_400_000;
    await expectApiError(cinema, 'ticket_not_found', () => cancel(cinema, buyer, id));
  });
});
