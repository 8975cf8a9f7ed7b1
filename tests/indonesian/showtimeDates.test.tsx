import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ticketPath } from '#domain/paths.ts';
import { addPerson, buy } from '../server/people.ts';
import { unreachable, type MockResponse } from '../web/network.ts';
import { openProduct, openTestApp } from '../web/openProduct.tsx';
import { clickSeats, findOpenDialog } from '../web/visitor.ts';

type User = Awaited<ReturnType<typeof openProduct>>['user'];

const TONIGHT = '/movie/The%20Kid?date=29+Aug&time=20.35';

async function press(user: User, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name }));
  await findOpenDialog();
}

const look = async () => undefined;
const cancel = (user: User) => press(user, 'Batalkan');
const buyTickets = async (user: User) => {
  await clickSeats(user, [20]);
  await press(user, 'Beli Tiket');
};

/** The views that show the date of a showtime. August differs in the two languages, and March, the month of other tests, does not. */
test.each<
  [view: string, path: (ticketId: string) => string, act: (user: User) => Promise<void>, account?: MockResponse]
>([
  ['the list of tickets with the dialog that cancels one', () => '/my-tickets', cancel],
  ['a ticket', ticketPath, look],
  ['the transactions', () => '/transactions', look],
  ['the schedule of a film with the dialog that buys tickets', () => TONIGHT, buyTickets],
  ['the saved tickets without a server', () => '/topup', look, unreachable],
])('%s shows the month in Indonesian, and never in English', async (_, path, act, account) => {
  const cinema = await openTestApp({ now: Date.parse('2026-08-29T20:20:00+07:00') });
  const person = await addPerson(cinema, { balance: 200_000 });
  const ticket = await buy(cinema, person, { showtimeDate: '29 Aug', seatNumbers: [12, 13, 14] });
  window.localStorage.setItem('nobar-now.tickets', JSON.stringify({ userId: person.id, tickets: [ticket] }));
  const { user } = await openProduct(cinema, `/id${path(ticket.id)}`, {
    person,
    prepare: ({ nextCall }) => account !== undefined && nextCall('GET user/info', account),
  });
  await act(user);
  expect((await screen.findAllByText(/29 Agu/)).length).toBeGreaterThan(0);
  const inEnglish = screen.queryAllByText(/\bAug\b/).map(({ textContent }) => textContent);
  expect(inEnglish).toEqual([]);
});
