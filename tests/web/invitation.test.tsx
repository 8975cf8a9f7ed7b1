import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { SHARE_SHEET_OPENING } from '#domain/timings.ts';
import { actorOf } from '#machines/actors.ts';
import { seat } from '../../src/web/pages/movie/hall.css.ts';
import { addPerson, buy } from '../server/people.ts';
import { openTestApp, openProduct, passTime } from './openProduct.tsx';
import { findSeat, findToast, KID_TONIGHT } from './visitor.ts';

/** Replaces a property of `navigator` until the test ends. */
function withNavigator(name: 'share' | 'clipboard', value: unknown) {
  Object.defineProperty(navigator, name, { value, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, name));
}

/** A server where a friend has bought seats 28 and 29 of The Kid, and a second user who was invited. */
async function openInvitation() {
  const testApp = await openTestApp();
  const friend = await addPerson(testApp, { balance: 1_000_000 });
  const ticket = await buy(testApp, friend, { seatNumbers: [28, 29] });
  const person = await addPerson(testApp, { balance: 1_000_000 });
  return { testApp, person, friend, ticket };
}

test('the page marks and names the seats of friends, and Best seats picks seats next to them; other showtimes have none', async () => {
  const { testApp, person } = await openInvitation();
  const { user } = await openProduct(testApp, `${KID_TONIGHT}&beside=28,29`, { person });
  expect(await screen.findByText('Your friends sit in row D, seats 28 and 29')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Seat 28, row D, left side, your friends' })).toBeTruthy();
  expect(screen.getByText('Friends')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Best 2 seats' }));
  expect(screen.getByText('Seats 26 and 27')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '14.30' }));
  await findSeat(28);
  expect(screen.queryByText(/^Your friends/)).toBeNull();
});

function look(name: RegExp) {
  const button = screen.getByRole('button', { name });
  const { ariaPressed, ariaDisabled, className } = button;
  const description = button.getAttribute('aria-describedby');
  const note = description === null ? null : document.getElementById(description)?.textContent;
  return { ariaPressed, ariaDisabled, className, note };
}

test('the map styles friends’ seats, other sold seats and selected seats differently', async () => {
  const { testApp, person } = await openInvitation();
  await buy(testApp, await addPerson(testApp, { balance: 1_000_000 }), { seatNumbers: [30] });
  const { user } = await openProduct(testApp, `${KID_TONIGHT}&beside=28,29`, { person });
  await user.click(await findSeat(26));
  const sold = { ariaPressed: 'false', ariaDisabled: 'true', note: 'Booked' };
  expect(look(/^Seat 28, row D, left side, your friends$/)).toEqual({ ...sold, className: seat.friends });
  expect(look(/^Seat 30, row D, right side$/)).toEqual({ ...sold, className: seat.sold });
  const free = { ariaPressed: 'false', ariaDisabled: null, note: null };
  expect(look(/^Seat 26, row D, left side$/)).toEqual({ ...free, ariaPressed: 'true', className: seat.selected });
  expect(look(/^Seat 27, row D, left side$/)).toEqual({ ...free, className: seat.free });
  expect(new Set(Object.values(seat)).size, 'each kind of seat has its own class').toBe(Object.keys(seat).length);
});

test('a Best seats button that finds too few seats says how many are free', async () => {
  const { testApp, person } = await openInvitation();
  const crowd = await addPerson(testApp, { balance: 5_000_000 });
  const seats = Array.from({ length: 64 }, (_, index) => index + 1).filter((each) => ![28, 29, 40, 41].includes(each));
  for (let from = 0; from < seats.length; from += 6)
    await buy(testApp, crowd, { seatNumbers: seats.slice(from, from + 6) });
  const { user } = await openProduct(testApp, `${KID_TONIGHT}&beside=28,29`, { person });
  const three = await screen.findByRole('button', { name: 'Best 3 seats', description: 'Only 2 seats are free' });
  expect(three.ariaDisabled).toBe('true');
  await user.click(three);
  expect(screen.getByText('No seats chosen')).toBeTruthy();
  const two = screen.getByRole('button', { name: 'Best 2 seats', description: '' });
  expect(two.ariaDisabled).toBeNull();
  await user.click(two);
  expect(await screen.findByText('Seats 40 and 41')).toBeTruthy();
});

test('the share sheet of the device shares the film, showtime and seats of a ticket, and nothing else', async () => {
  const { testApp, friend, ticket } = await openInvitation();
  const shared: unknown[] = [];
  withNavigator('share', (link: unknown) => Promise.resolve(shared.push(link)));
  const { user } = await openProduct(testApp, `/my-tickets/${ticket.id}?beside=1,2`, { person: friend });
  await user.click(await screen.findByRole('button', { name: 'Invite friends' }));
  expect(shared).toEqual([
    {
      title: `Watch The Kid with friends, ${ticket.showtimeDate}, ${ticket.showtimeTime} WIB`,
      url: `${location.origin}/movie/The%20Kid?date=${ticket.showtimeDate.replace(' ', '%20')}&time=${ticket.showtimeTime}&beside=1,2,28,29`,
    },
  ]);
});

test('closing the share sheet copies nothing and shows no message', async () => {
  const { testApp, friend, ticket } = await openInvitation();
  const copied: string[] = [];
  const sheet = Promise.withResolvers<void>();
  withNavigator('share', () => sheet.promise);
  const { app, user } = await openProduct(testApp, `/my-tickets/${ticket.id}`, { person: friend });
  withNavigator('clipboard', { writeText: (text: string) => Promise.resolve(copied.push(text)) });
  const button = await screen.findByRole('button', { name: 'Invite friends' });
  await user.click(button);
  await passTime(testApp, SHARE_SHEET_OPENING);
  sheet.reject(new DOMException('Share canceled', 'AbortError'));
  await waitFor(() => expect(actorOf(app.system, 'invite').getSnapshot().value).toBe('idle'));
  expect(copied).toEqual([]);
  expect(screen.queryByRole('region', { name: /^Notifications/ })).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('without a share sheet, Invite friends in the list of tickets copies the link', async () => {
  const { testApp, friend } = await openInvitation();
  const { user } = await openProduct(testApp, '/my-tickets', { person: friend });
  const copied: string[] = [];
  withNavigator('clipboard', { writeText: (text: string) => Promise.resolve(copied.push(text)) });
  const card = within(await screen.findByRole('listitem', { name: 'The Kid' }));
  await user.click(card.getByRole('button', { name: 'Invite friends' }));
  expect(await findToast('top-right', 'Link copied')).toBeTruthy();
  expect(copied).toEqual([expect.stringMatching(/&beside=28,29$/)]);
});

test('a link that could not be copied shows only on its own ticket', async () => {
  const { testApp, friend, ticket } = await openInvitation();
  await buy(testApp, friend, {
    movieTitle: 'Nosferatu',
    movieTicketPrice: 40_000,
    movieAgeRating: 13,
    seatNumbers: [1],
  });
  const { user } = await openProduct(testApp, '/my-tickets', { person: friend });
  withNavigator('clipboard', undefined);
  const card = within(await screen.findByRole('listitem', { name: ticket.movieTitle }));
  await user.click(card.getByRole('button', { name: 'Invite friends' }));
  const field = await card.findByRole<HTMLInputElement>('textbox');
  expect(screen.getAllByRole('textbox')).toEqual([field]);
});

test.each([
  ['refuses to copy', { writeText: () => Promise.reject(new Error('Not allowed')) }],
  ['has no clipboard', undefined],
])('in a browser that %s the page shows the link, selected, to copy by hand', async (_, clipboard) => {
  const { testApp, friend, ticket } = await openInvitation();
  const { user } = await openProduct(testApp, `/my-tickets/${ticket.id}`, { person: friend });
  withNavigator('clipboard', clipboard);
  await user.click(await screen.findByRole('button', { name: 'Invite friends' }));
  const field = await screen.findByRole<HTMLInputElement>('textbox', {
    name: 'Copy the link here:',
  });
  expect(field.value).toMatch(/\/movie\/The%20Kid\?.*&beside=28,29$/);
  expect([document.activeElement, field.selectionStart, field.selectionEnd]).toEqual([field, 0, field.value.length]);
  expect(field.readOnly).toBe(true);
});
