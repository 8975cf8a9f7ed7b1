import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { visuallyHidden } from '../../src/web/styles/text.css.ts';
import { messages } from '../fixtures/messages.ts';
import { theKid } from '../server/catalogueMovies.ts';
import { balanceOf, soldSeats } from '../server/people.ts';
import { broken } from './network.ts';
import { openSignedIn, passTime } from './openProduct.tsx';
import { findSeat, findToast, KID_TONIGHT, reviewPurchase, noDialog } from './visitor.ts';

async function openBuyDialog(balance: number, seatNumbers: readonly number[], path = KID_TONIGHT, age = 30) {
  const product = await openSignedIn(path, { balance, age });
  await findSeat(1);
  const dialog = within(await reviewPurchase(product.user, seatNumbers));
  return { dialog, ...product };
}

describe('section 2: Buy dialog', () => {
  test('a user who is too young (13) sees a message and a Back button but no Buy button', async () => {
    const tooYoung = 'Sorry but you are not old enough (13) to watch this movie :)';
    const { dialog, user } = await openBuyDialog(200_000, [12], '/movie/Nosferatu?date=05+Mar&time=20.35', 13);
    expect(dialog.getByText(tooYoung)).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Buy' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await noDialog();
    expect(screen.getByText(tooYoung), 'the page shows the message, too').toBeTruthy();
    expect((await findSeat(12)).getAttribute('aria-pressed')).toBe('true');
  });
});

describe('section 4: Purchase', () => {
  test('sends the ticket request first, then the booked-seats request (payloads of section 7)', async () => {
    const { dialog, user, network, person } = await openBuyDialog(200_000, [13, 12]);
    expect(dialog.getByRole('button', { name: 'Back' }).ariaDisabled).toBeNull();
    expect(dialog.queryByText(/ paid$/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    await findToast('bottom-left', messages.purchaseSuccess);
    expect(dialog.queryByRole('button', { name: 'Buy' })).toBeNull();
    const sent = network.calls.filter(({ kind }) => kind.startsWith('POST') && kind !== 'POST holds');
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
});

describe('section 4: a purchase whose second request fails', () => {
  test('the dialog says that the seats are bought, the page retries the request, and the user pays once', async () => {
    const { dialog, user, network, testApp, person } = await openBuyDialog(200_000, [12]);
    network.nextCall('POST booked-seats', broken);
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    expect((await dialog.findByText('Bought. Confirming your seats')).classList).not.toContain(visuallyHidden);
    await passTime(testApp, 1000);
    await findToast('bottom-left', messages.purchaseSuccess);
    expect(network.callsOf('POST user/tickets')).toHaveLength(1);
    expect(network.callsOf('POST booked-seats')).toHaveLength(2);
    expect(await balanceOf(testApp, person)).toBe(165_000);
    expect(await soldSeats(testApp)).toEqual([expect.objectContaining({ seatNumbers: [12] })]);
  });
});
