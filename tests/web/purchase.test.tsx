import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { messages } from '#domain/messages.ts';
import { theKid } from '../server/catalogueMovies.ts';
import { balanceOf, soldSeats } from '../server/people.ts';
import { broken } from './network.ts';
import { openSignedIn, passTime } from './openProduct.tsx';
import { arriveAt, findSeat, findToast, KID_TONIGHT, reviewPurchase, whereabouts, noDialog } from './visitor.ts';

async function openBuyDialog(balance: number, seatNumbers: readonly number[], path = KID_TONIGHT, age = 30) {
  const product = await openSignedIn(path, { balance, age });
  await findSeat(1);
  const dialog = within(await reviewPurchase(product.user, seatNumbers));
  return { dialog, ...product };
}

describe('section 2: Buy dialog', () => {
  test("a user not older than the film's rating of 13: the message with a Back button and nothing to buy", async () => {
    const tooYoung = 'Sorry but you are not old enough (13) to watch this movie :)';
    const { dialog, user } = await openBuyDialog(200_000, [12], '/movie/Nosferatu?date=05+Mar&time=20.35', 13);
    expect(dialog.getByText(tooYoung)).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Buy' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await noDialog();
    expect(screen.getByText(tooYoung), 'the page says it, too').toBeTruthy();
    expect((await findSeat(12)).getAttribute('aria-pressed')).toBe('true');
  });

  test('Not enough balance links to Top Up and comes back to the same seats', async () => {
    const { dialog, user, testApp } = await openBuyDialog(30_000, [12, 13]);
    await user.click(dialog.getByRole('button', { name: 'Top Up' }));
    await arriveAt('/topup');
    const suggested = await screen.findByRole('radio', { name: '50k', checked: true });
    expect(suggested, 'the smallest that suffices is chosen').toBeTruthy();
    await user.click(await screen.findByRole('radio', { name: '100k' }));
    await user.click(screen.getByRole('button', { name: 'Top Up' }));
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect(await findToast('bottom-left', messages.topUpSuccess)).toBeTruthy();
    await passTime(testApp, 1500);
    await arriveAt(KID_TONIGHT);
    const again = within(await reviewPurchase(user, []));
    expect(again.getByText('Seats 12 and 13')).toBeTruthy();
    expect(again.getByText('Change Rp.60.000')).toBeTruthy();
  });
});

describe('section 4: Purchase', () => {
  test('the ticket booking call runs first, then the booked-seats call, with their payloads (section 7)', async () => {
    const { dialog, user, network, person } = await openBuyDialog(200_000, [13, 12]);
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    await findToast('bottom-left', messages.purchaseSuccess);
    const sent = network.calls.filter(({ kind }) => kind.startsWith('POST'));
    const screening = {
      showtimeDate: '05 Mar',
      showtimeTime: '20.35',
      movieTitle: theKid.title,
      seatNumbers: [12, 13],
    };
    const common = { authorization: `Bearer ${person.token}` };
    expect(sent).toEqual([
      expect.objectContaining({
        ...common,
        kind: 'POST user/tickets',
        body: {
          ...screening,
          movieAgeRating: theKid.age_rating,
          movieTicketPrice: theKid.ticket_price,
          moviePoster: theKid.poster_url,
        },
      }),
      expect.objectContaining({ ...common, kind: 'POST booked-seats', body: { ...screening, movieId: theKid.id } }),
    ]);
  });

  test('the message leads to the ticket, and who follows it is not sent home', async () => {
    const { dialog, user, testApp } = await openBuyDialog(200_000, [12]);
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    await findToast('bottom-left', messages.purchaseSuccess);
    await user.click(screen.getByRole('link', { name: 'Open ticket' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'The Kid' })).toBeTruthy();
    await passTime(testApp, 1500);
    expect(whereabouts()).toMatch(/^\/my-tickets\//);
  });
});

describe('section 4: a purchase whose second call fails', () => {
  test('the dialog says that it is bought, the call is repeated, and nothing is bought twice', async () => {
    const { dialog, user, network, testApp, person } = await openBuyDialog(200_000, [12]);
    network.nextCall('POST booked-seats', broken);
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    expect(await dialog.findByText('Bought. Confirming your seats')).toBeTruthy();
    await passTime(testApp, 1000);
    await findToast('bottom-left', messages.purchaseSuccess);
    expect(network.callsOf('POST user/tickets')).toHaveLength(1);
    expect(network.callsOf('POST booked-seats')).toHaveLength(2);
    expect(await balanceOf(testApp, person)).toBe(165_000);
    expect(await soldSeats(testApp)).toEqual([expect.objectContaining({ seatNumbers: [12] })]);
  });
});
