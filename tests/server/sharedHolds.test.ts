import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import * as v from 'valibot';
import { ticketsSchema } from '#contract/ticket.ts';
import { SHARED_HOLD_DURATION } from '#domain/timings.ts';
import { auditBooks } from '../../src/server/store/audit.ts';
import { expectApiError } from './expectApiError.ts';
import { bookedSeatsListSchema } from '#contract/bookedSeats.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';
import {
  addPeople,
  balanceOf,
  buy,
  cancel,
  findHold,
  heldBy,
  hold,
  purchase,
  releaseHold,
  share,
  heldSeats,
  soldSeats,
  stopSharing,
} from './people.ts';

const MINUTE = 60_000;

const friends = async (cinema: Cinema) => {
  const [ana, budi, citra] = await addPeople(cinema, 3, { balance: 500_000 });
  if (ana === undefined || budi === undefined || citra === undefined) throw new Error('No users were added');
  return { ana, budi, citra };
};

/** The mark of a user or a code in a screening of The Kid. */
function markOf(secret: string, startsAt = '2026-03-05T13:35:00.000Z') {
  return createHash('sha256')
    .update(`${secret} ${Date.parse(startsAt)} The Kid`)
    .digest('base64url')
    .slice(0, 8);
}

/** The held and the paid seats of a shared hold for tonight; undefined if it has ended. */
async function progress(cinema: Cinema, code: string) {
  const [hall] = v.parse(bookedSeatsListSchema, await soldSeats(cinema));
  const found = hall?.holds?.find(({ share: mark }) => mark === markOf(code));
  return found && { held: found.seatNumbers, paid: found.paidSeatNumbers ?? [] };
}

describeOnAnyEngine('section 7: sharing seats with friends', ({ test }) => {
  test('holds them for fifteen minutes under a code that shows the seats and nobody’s name', async ({ cinema }) => {
    const { ana } = await friends(cinema);
    const { shareCode: code, id, ...held } = await share(cinema, ana, [13, 12]);
    expect(code).toMatch(/^[\w-]{22}$/);
    expect(held.expiresAt).toBe(new Date(cinema.clock.now + 15 * MINUTE).toISOString());
    expect(await progress(cinema, code)).toEqual({ held: [12, 13], paid: [] });
    expect(await findHold(cinema, ana)).toEqual({ ...held, id, shareCode: code });
    expect(await heldSeats(cinema)).toEqual([12, 13]);
  });

  test('the same request again returns the code, also after a friend has paid for a seat', async ({ cinema }) => {
    const { ana, budi } = await friends(cinema);
    const shared = await share(cinema, ana, [12, 13]);
    await buy(cinema, budi, { seatNumbers: [12], shareCode: shared.shareCode });
    expect(await heldBy(cinema, ana, [12, 13], { shared: true, replaces: shared.id.slice(0, 8) })).toEqual(shared);
  });

  test('a report of the seats tells each hold by marks that only its user, or somebody with the code, recognises', async ({
    cinema,
  }) => {
    const { ana, budi, citra } = await friends(cinema);
    const shared = await share(cinema, ana, [12, 13, 14]);
    await buy(cinema, budi, { seatNumbers: [12], shareCode: shared.shareCode });
    await buy(cinema, citra, { seatNumbers: [30] });
    const held = await heldBy(cinema, citra, [20]);
    const [tonight] = v.parse(bookedSeatsListSchema, await soldSeats(cinema));
    expect(tonight?.holds?.toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt))).toEqual([
      { by: markOf(citra.id), id: held.id.slice(0, 8), seatNumbers: [20], expiresAt: held.expiresAt },
      {
        by: markOf(ana.id),
        id: shared.id.slice(0, 8),
        seatNumbers: [13, 14],
        expiresAt: shared.expiresAt,
        share: markOf(shared.shareCode),
        paidSeatNumbers: [12],
      },
    ]);
    await heldBy(cinema, citra, [20], { showtimeTime: '17.15' });
    const [earlier] = v.parse(bookedSeatsListSchema, await soldSeats(cinema, '05 Mar', '17.15'));
    expect(earlier?.holds?.map(({ by }) => by)).toEqual([markOf(citra.id, '2026-03-05T10:15:00.000Z')]);
  });

  test('each friend buys with the code, and the other seats stay held until all are paid for', async ({ cinema }) => {
    const { ana, budi, citra } = await friends(cinema);
    const { shareCode: code } = await share(cinema, ana, [12, 13, 14]);
    await expectApiError(cinema, 'seat_held', () => purchase(cinema, budi, { seatNumbers: [12] }));
    expect((await buy(cinema, budi, { seatNumbers: [12], shareCode: code })).shareCode).toBe(code);
    expect(await progress(cinema, code)).toEqual({ held: [13, 14], paid: [12] });
    expect((await buy(cinema, ana, { seatNumbers: [13] })).shareCode, 'of the owner, from another tab').toBe(code);
    await buy(cinema, citra, { seatNumbers: [14], shareCode: code });
    expect(await progress(cinema, code)).toEqual({ held: [], paid: [12, 13, 14] });
    expect(await balanceOf(cinema, ana)).toBe(465_000);
    expect((await auditBooks(cinema.db)).breaches).toEqual([]);
  });

  test('a friend may buy free seats along with a shared one, but none that somebody else holds', async ({ cinema }) => {
    const { ana, budi, citra } = await friends(cinema);
    const { shareCode: code } = await share(cinema, ana, [12, 13]);
    await heldBy(cinema, citra, [15]);
    const { seatNumbers } = await expectApiError(cinema, 'seat_held', () =>
      purchase(cinema, budi, { seatNumbers: [12, 15], shareCode: code }),
    );
    expect(seatNumbers).toEqual([15]);
    await buy(cinema, budi, { seatNumbers: [12, 14], shareCode: code });
    expect(await progress(cinema, code)).toEqual({ held: [13], paid: [12] });
  });

  test('a ticket has the code only if a seat of it was shared', async ({ cinema }) => {
    const { ana, budi } = await friends(cinema);
    const { shareCode: code } = await share(cinema, ana, [12, 13]);
    const { shareCode } = await buy(cinema, budi, { seatNumbers: [20], shareCode: code });
    expect(shareCode).toBeUndefined();
    await buy(cinema, budi, { seatNumbers: [12], shareCode: code });
    const { body } = await cinema.call('GET', 'user/tickets', { token: budi.token });
    expect(v.parse(ticketsSchema, body).map((ticket) => ticket.shareCode)).toEqual([code, undefined]);
  });

  test('of two friends who buy one seat, one gets it, and the other buys another shared seat', async ({ cinema }) => {
    const { ana, budi, citra } = await friends(cinema);
    const { shareCode: code } = await share(cinema, ana, [12, 13]);
    const wish = { seatNumbers: [12], shareCode: code };
    const [answer, other] = await Promise.all([purchase(cinema, budi, wish), purchase(cinema, citra, wish)]);
    expect([answer.status, other.status].toSorted((one, next) => one - next)).toEqual([201, 409]);
    const loser = answer.status === 409 ? budi : citra;
    await buy(cinema, loser, { seatNumbers: [13], shareCode: code });
    expect(await balanceOf(cinema, loser)).toBe(465_000);
  });

  test('keeps the seats of a friend who cancels for the friends again, and counts them as not paid', async ({
    cinema,
  }) => {
    const { ana, budi, citra } = await friends(cinema);
    const { shareCode: code } = await share(cinema, ana, [12, 13]);
    const { id } = await buy(cinema, budi, { seatNumbers: [12, 13], shareCode: code });
    expect(await progress(cinema, code)).toEqual({ held: [], paid: [12, 13] });
    expect((await cancel(cinema, budi, id)).status).toBe(200);
    expect(await progress(cinema, code)).toEqual({ held: [12, 13], paid: [] });
    await expectApiError(cinema, 'seat_held', () => hold(cinema, citra, { seatNumbers: [12] }));
    await expectApiError(cinema, 'seat_held', () => purchase(cinema, citra, { seatNumbers: [12] }));
    await buy(cinema, citra, { seatNumbers: [12], shareCode: code });
    expect(await progress(cinema, code)).toEqual({ held: [13], paid: [12] });
  });

  test('gives the seats of a cancelled ticket back to each of the two shares from which they were bought', async ({
    cinema,
  }) => {
    const { ana, budi } = await friends(cinema);
    const { shareCode: code } = await share(cinema, ana, [1, 2]);
    const own = await share(cinema, budi, [11, 12]);
    const { id, shareCode } = await buy(cinema, budi, { seatNumbers: [1, 11], shareCode: code });
    expect(shareCode, 'the share that the buyer named, not their own').toBe(code);
    await cancel(cinema, budi, id);
    expect([await progress(cinema, code), await progress(cinema, own.shareCode)]).toEqual([
      { held: [1, 2], paid: [] },
      { held: [11, 12], paid: [] },
    ]);
  });

  test('keeps only the shared seats of a cancelled ticket that has other seats as well', async ({ cinema }) => {
    const { ana, budi, citra } = await friends(cinema);
    const { shareCode: code } = await share(cinema, ana, [12, 13]);
    const { id } = await buy(cinema, budi, { seatNumbers: [12, 14], shareCode: code });
    expect((await cancel(cinema, budi, id)).status).toBe(200);
    expect(await progress(cinema, code)).toEqual({ held: [12, 13], paid: [] });
    await heldBy(cinema, citra, [14]);
  });

  test.for(['its time', 'its release'] as const)(
    'frees the seats of a friend who cancels after %s ended it',
    async (ending, { cinema }) => {
      const { ana, budi, citra } = await friends(cinema);
      const { shareCode: code } = await share(cinema, ana, [12, 13]);
      const { id } = await buy(cinema, budi, { seatNumbers: [12], shareCode: code });
      if (ending === 'its time') cinema.clock.now += SHARED_HOLD_DURATION;
      else await stopSharing(cinema, ana);
      expect((await cancel(cinema, budi, id)).status).toBe(200);
      await buy(cinema, citra, { seatNumbers: [12] });
    },
  );
});

describeOnAnyEngine('reliability 63: a code of shared seats', ({ test }) => {
  test('dies with its hold: by time, by release and by another share', async ({ cinema }) => {
    const { ana, budi } = await friends(cinema);
    const first = await share(cinema, ana, [12, 13]);
    const second = await share(cinema, ana, [13, 14]);
    expect(await progress(cinema, first.shareCode)).toBeUndefined();
    await heldBy(cinema, budi, [12]);
    expect((await stopSharing(cinema, ana)).status).toBe(204);
    expect(await progress(cinema, second.shareCode)).toBeUndefined();
    const third = await share(cinema, budi, [20, 21]);
    cinema.clock.now += SHARED_HOLD_DURATION - 1;
    expect(await progress(cinema, third.shareCode)).toBeDefined();
    cinema.clock.now += 1;
    expect(await progress(cinema, third.shareCode)).toBeUndefined();
  });

  test('is ignored once it has died: free seats can be bought, held ones cannot', async ({ cinema }) => {
    const { ana, budi, citra } = await friends(cinema);
    const { shareCode: code } = await share(cinema, ana, [12, 13]);
    await stopSharing(cinema, ana);
    await heldBy(cinema, citra, [12]);
    await expectApiError(cinema, 'seat_held', () => purchase(cinema, budi, { seatNumbers: [12], shareCode: code }));
    expect((await buy(cinema, budi, { seatNumbers: [13], shareCode: code })).shareCode).toBeUndefined();
  });

  test('opens nothing when it is wrong', async ({ cinema }) => {
    const { ana, budi } = await friends(cinema);
    await share(cinema, ana, [12, 13]);
    for (const code of ['', 'x', 'a'.repeat(22), 'a'.repeat(5000), '\0', '%', 'é'.repeat(22)])
      await expectApiError(cinema, 'seat_held', () => purchase(cinema, budi, { seatNumbers: [12], shareCode: code }));
  });

  test('is another one for each share, and is not accepted for another screening', async ({ cinema }) => {
    const { ana, budi, citra } = await friends(cinema);
    const tonight = await share(cinema, ana, [12, 13]);
    const { shareCode: code } = await heldBy(cinema, budi, [12, 13], { showtimeTime: '17.15', shared: true });
    expect(code).not.toBe(tonight.shareCode);
    await expectApiError(cinema, 'seat_held', () => purchase(cinema, citra, { seatNumbers: [12], shareCode: code }));
  });
});

describeOnAnyEngine('reliability 63: a shared hold', ({ test }) => {
  test('is not replaced by an ordinary hold of the same user, nor released with one or by a sign-out', async ({
    cinema,
  }) => {
    const { ana } = await friends(cinema);
    const { shareCode: code } = await share(cinema, ana, [12, 13]);
    cinema.clock.now += 5 * MINUTE;
    const { retryAfter } = await expectApiError(cinema, 'too_many_holds', () =>
      hold(cinema, ana, { seatNumbers: [20] }),
    );
    expect(retryAfter).toBe(600);
    expect((await releaseHold(cinema, ana)).status).toBe(204);
    expect((await cinema.call('POST', 'user/signout', { token: ana.token })).status).toBe(204);
    expect(await progress(cinema, code)).toEqual({ held: [12, 13], paid: [] });
  });

  test('replaces an ordinary hold of the same seats', async ({ cinema }) => {
    const { ana } = await friends(cinema);
    await heldBy(cinema, ana, [12, 13]);
    const { shareCode: code } = await share(cinema, ana, [12, 13]);
    expect(await share(cinema, ana, [12, 13])).toMatchObject({ shareCode: code });
    expect((await stopSharing(cinema, ana)).status).toBe(204);
    await heldBy(cinema, ana, [12]);
    expect((await stopSharing(cinema, ana)).status).toBe(204);
    expect(await heldSeats(cinema)).toEqual([12]);
  });

  test.for([false, true])(
    'does not prevent another hold once all its seats are paid for (shared: %s)',
    async (shared, { cinema }) => {
      const { ana } = await friends(cinema);
      await share(cinema, ana, [12, 13]);
      await buy(cinema, ana, { seatNumbers: [12, 13] });
      await heldBy(cinema, ana, [20, 21], { shared });
    },
  );
});
