import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import * as v from 'valibot';
import { ticketsSchema } from '#contract/ticket.ts';
import type { ToastPlacement } from '#machines/toastsMachine.ts';
import type { Cinema } from '../server/openCinema.ts';
import { addPerson, balanceOf, buy, PASSWORD, type Person } from '../server/people.ts';
import type { CallKind } from './network.ts';
import { openTestApp, openProduct } from './openProduct.tsx';
import { KID_TONIGHT, arriveAt, findOpenDialog, findSeat, reviewPurchase, visitByMenu } from './visitor.ts';

/** A command that a visitor can confirm, and what is true once it was carried out. */
export interface Command {
  readonly name: string;
  readonly page: string;
  readonly call: CallKind;
  readonly dialog: string;
  readonly button: string;
  /** The text of its dialog. */
  readonly about: string;
  readonly placement: ToastPlacement;
  readonly success: string;
  /** In rupiah; it was 200.000. */
  readonly balance: number;
  /** The seats of the tickets, newest first; there was one ticket, of seats 20 and 21. */
  readonly tickets: readonly (readonly number[])[];
  readonly review: (user: UserEvent) => Promise<void>;
}

const purchase: Command = {
  name: 'Buy',
  page: KID_TONIGHT,
  call: 'POST user/tickets',
  dialog: 'Buy Tickets',
  button: 'Buy',
  about: 'Seats 12 and 13',
  placement: 'bottom-left',
  success: 'Successful purchase of tickets',
  balance: 130_000,
  tickets: [
    [12, 13],
    [20, 21],
  ],
  review: async (user) => {
    const [movies] = screen.getAllByRole('link', { name: 'Movies' });
    if (movies !== undefined) await user.click(movies);
    await user.click(await screen.findByRole('link', { name: 'The Kid 1921' }));
    await user.click(await screen.findByRole('button', { name: '05 Mar' }));
    await user.click(screen.getByRole('button', { name: '20.35' }));
    await findSeat(1);
    await reviewPurchase(user, [12, 13]);
  },
};

const topUp: Command = {
  name: 'Top Up',
  page: '/topup',
  call: 'POST user/balance',
  dialog: 'Top Up',
  button: 'Confirm',
  about: 'Rp.150.000',
  placement: 'bottom-left',
  success: 'Successfully top up the balance',
  balance: 350_000,
  tickets: [[20, 21]],
  review: async (user) => {
    await visitByMenu(user, 'Top Up');
    await user.click(await screen.findByRole('radio', { name: '150k' }));
    await user.click(screen.getByRole('button', { name: 'Top Up' }));
  },
};

const withdrawal: Command = {
  name: 'Withdraw',
  page: '/withdraw',
  call: 'PUT user/balance',
  dialog: 'Withdraw',
  button: 'Confirm',
  about: 'Rp.150.000',
  placement: 'bottom-left',
  success: 'Withdrawal successful',
  balance: 50_000,
  tickets: [[20, 21]],
  review: async (user) => {
    await visitByMenu(user, 'Withdraw');
    await user.click(await screen.findByRole('radio', { name: '150k' }));
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    await user.type(await screen.findByLabelText('Password'), PASSWORD);
  },
};

const cancellation: Command = {
  name: 'Cancel',
  page: '/my-tickets',
  call: 'DELETE user/tickets',
  dialog: 'Cancel Ticket',
  button: 'Cancel Ticket',
  about: 'Seats 20 and 21',
  placement: 'top-right',
  success: 'Ticket cancelled',
  balance: 270_000,
  tickets: [],
  review: async (user) => {
    await visitByMenu(user, 'My Tickets');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await user.type(await screen.findByLabelText('Password'), PASSWORD);
  },
};

export const commands: readonly Command[] = [purchase, topUp, withdrawal, cancellation];

/** Somebody with Rp.200.000 and a ticket for seats 20 and 21, come from Home to where the command stands in its dialog. */
export async function openReview(command: Command) {
  const testApp = await openTestApp();
  const person = await addPerson(testApp, { balance: 270_000 });
  await buy(testApp, person, { seatNumbers: [20, 21] });
  const product = await openProduct(testApp, '/', { person });
  await command.review(product.user);
  await findCommandDialog(command);
  await arriveAt(command.page);
  const confirm = async () => {
    const dialog = await findCommandDialog(command);
    await product.user.click(dialog.getByRole('button', { name: command.button }));
  };
  return { testApp, person, confirm, ...product };
}

/** The dialog in which a command is confirmed. */
export async function findCommandDialog({ dialog }: Command) {
  return within(await findOpenDialog(dialog));
}

/** The seats of a person's tickets as the cinema knows them, newest first. */
async function ticketSeats(testApp: Cinema, { token }: Person): Promise<number[][]> {
  const { body } = await testApp.call('GET', 'user/tickets', { token });
  return v.parse(ticketsSchema, body).map(({ seatNumbers }) => seatNumbers);
}

/** That the command was carried out once, as the cinema knows it and as the pages show it. */
export async function expectOneEffect({ balance, tickets }: Command, testApp: Cinema, person: Person, user: UserEvent) {
  expect(await balanceOf(testApp, person)).toBe(balance);
  expect(await ticketSeats(testApp, person)).toEqual(tickets);
  await visitByMenu(user, 'Withdraw');
  expect(await screen.findByText(`Balance Rp.${balance / 1000}.000`)).toBeTruthy();
  await visitByMenu(user, 'My Tickets');
  await screen.findByRole('heading', { level: 1, name: 'My Tickets' });
  const shown = screen.queryAllByText(/^Seats \d+ and \d+$/).map(({ textContent }) => textContent);
  expect(shown).toEqual(tickets.map((seats) => `Seats ${seats.join(' and ')}`));
}
