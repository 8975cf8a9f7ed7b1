import { describe, expect } from 'vitest';
import { seatList, seatName } from '#domain/seatNames.ts';
import { messages } from '#domain/messages.ts';
import { MAXIMUM_SEATS } from '#domain/seats.ts';
import { seatsFrom } from '../seatsFrom.ts';
import { buySeats, ticketsOf } from './callApi.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { addressOf, dateIn } from './showtimes.ts';
import { startCinemaAt } from './startCinemaAt.ts';
import { toast } from './toast.ts';

const title = 'Sherlock Jr.';

describe.concurrent('section 2, Movie detail behaviour', () => {
  test('a link with date and time opens the seats, another showtime has its own, Back leaves the page and Forward finds all again', async ({
    product,
    visit,
  }) => {
    const matinee = { showtimeDate: dateIn(2), showtimeTime: '11.40' };
    const evening = { showtimeDate: dateIn(3), showtimeTime: '20.35' };
    const other = await signUpMember(product.url, { balance: 100_000 });
    await buySeats(product.url, other, title, matinee, [5]);
    await buySeats(product.url, other, title, evening, [6]);
    const { page } = await visit();
    const booked = (seatNumber: number) =>
      page.getByRole('button', { name: seatName(seatNumber), description: 'Booked' });
    const chosen = (name: string) => page.getByRole('button', { name, pressed: true });

    await page.goto('/movies');
    await page.goto(addressOf(title, matinee));
    await booked(5).waitFor();
    await chosen(matinee.showtimeDate).waitFor();
    await chosen(matinee.showtimeTime).waitFor();
    await page.getByRole('button', { name: seatName(7) }).click();
    await page.getByText('Seat 7', { exact: true }).waitFor();

    await page.getByRole('button', { name: evening.showtimeTime }).click();
    await chosen(evening.showtimeTime).waitFor();
    expect(await page.getByText('Seat 7', { exact: true }).allTextContents()).toEqual([]);
    await page.getByRole('button', { name: evening.showtimeDate }).click();
    await booked(6).waitFor();
    expect(new URL(page.url()).searchParams.get('date')).toBe(evening.showtimeDate);
    expect(new URL(page.url()).searchParams.get('time')).toBe(evening.showtimeTime);
    expect(await page.getByRole('button', { pressed: true }).allTextContents()).toEqual([
      evening.showtimeDate,
      evening.showtimeTime,
    ]);
    await page.getByRole('button', { name: seatName(8) }).click();

    await page.goBack();
    await page.waitForURL('/movies');
    await page.goForward();
    await booked(6).waitFor();
    await page.getByText('Seat 8', { exact: true }).waitFor();
    await page.getByRole('button', { name: matinee.showtimeDate }).click();
    await page.getByRole('button', { name: matinee.showtimeTime }).click();
    await booked(5).waitFor();
    await page.getByText('Seat 7', { exact: true }).waitFor();
  });

  test('no showtime, no seats; no more of them than a purchase may hold; no Buy Tickets while signed out', async ({
    visit,
  }) => {
    const { page } = await visit();
    await page.goto(addressOf(title, { showtimeDate: '31 Feb', showtimeTime: '20.35' }));
    await page.getByText(messages.selectShowtime).waitFor();
    expect(await page.getByRole('grid').allTextContents()).toEqual([]);
    await page.getByRole('button', { name: dateIn(4) }).click();
    await page.getByRole('button', { name: '17.15' }).click();
    for (const seatNumber of seatsFrom(1)) await page.getByRole('button', { name: seatName(seatNumber) }).click();
    await page.getByText(messages.maximumSeats).waitFor();
    await page.getByRole('button', { name: seatName(40) }).click({ force: true });
    await page.getByText(seatList(seatsFrom(1)), { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Buy Tickets' }).allTextContents()).toEqual([]);
    await page.getByRole('button', { name: seatName(1) }).click();
    await page.getByRole('button', { name: seatName(40) }).click();
    await page.getByText(seatList([...seatsFrom(2, MAXIMUM_SEATS - 1), 40]), { exact: true }).waitFor();
  });
});

describe.concurrent('section 9: dates around New Year', () => {
  test('on 30 December 02 Jan can be chosen and bought, and is next year', async ({ onTestFinished, visit }) => {
    const instant = Date.parse('2026-12-30T10:00:00+07:00');
    const cinema = await startCinemaAt(instant);
    onTestFinished(cinema.stop);
    const member = await signUpMember(cinema.url, { balance: 100_000 });
    const { page } = await visit({ url: cinema.url, token: member.token });
    await page.clock.setFixedTime(instant);
    await page.goto('/movie/The%20Kid');
    const dates = page.getByRole('group', { name: 'Date' }).getByRole('button');
    await dates.first().waitFor();
    expect(await dates.allTextContents()).toEqual(['30 Dec', '31 Dec', '01 Jan', '02 Jan', '03 Jan']);
    await page.getByRole('button', { name: '02 Jan' }).click();
    await page.getByRole('button', { name: '11.40' }).click();
    await page.getByRole('button', { name: seatName(64) }).click();
    await page.getByRole('button', { name: 'Buy Tickets' }).click();
    await page.getByRole('button', { name: 'Buy', exact: true }).click();
    await toast(page, messages.purchaseSuccess).waitFor();
    await page.waitForURL('/');

    await page.goto('/my-tickets');
    const ticket = page.getByRole('listitem', { name: 'The Kid' });
    await ticket.getByText('02 Jan, 11.40').waitFor();
    await ticket.getByRole('button', { name: 'Cancel' }).waitFor();
    expect(await ticketsOf(cinema.url, member)).toEqual([
      expect.objectContaining({ showtimeDate: '02 Jan', startsAt: '2027-01-02T04:40:00.000Z' }),
    ]);
  });
});
