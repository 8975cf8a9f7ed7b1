import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { messages } from '../fixtures/messages.ts';
import { addDoor, admit, buyWithCode, THURSDAY_EVENING } from '../server/atTheDoor.ts';
import { addPerson, buy, PASSWORD } from '../server/people.ts';
import type { HeldCall, Network } from './network.ts';
import { openTestApp, openProduct } from './openProduct.tsx';
import { descriptionOf, findOpenDialog, findToast, saidOnOpening } from './visitor.ts';

const DAY = 86_400_000;

async function openMyTickets(prepare?: (network: Network) => void) {
  const testApp = await openTestApp({ now: Date.parse('2026-03-05T20:20:00+07:00') });
  const person = await addPerson(testApp, { balance: 200_000 });
  const ticket = await buy(testApp, person, { seatNumbers: [12, 13] });
  const product = await openProduct(testApp, '/my-tickets', { person, ...(prepare && { prepare }) });
  return { person, ticket, ...product };
}

/** The buttons of the ticket that has a button with this label. */
async function buttonsBeside(label: string): Promise<string[]> {
  await screen.findByRole('button', { name: label });
  const all = within(screen.getByRole('listitem', { name: 'The Kid' })).getAllByRole<HTMLButtonElement>('button');
  return all.map(({ textContent, disabled }) => `${textContent}${disabled ? ' (disabled)' : ''}`);
}

describe('section 2: My Tickets', () => {
  test('shows film, date, time, seats, price, rating and time of booking of each ticket, and links to its page', async () => {
    const { ticket } = await openMyTickets();
    const shown = within(await screen.findByRole('listitem', { name: 'The Kid' }));
    expect(shown.getByText(/^05 Mar, 20\.35/)).toBeTruthy();
    expect(shown.getByText('Row B · 12–13')).toBeTruthy();
    expect(shown.getByText('Seats 12 and 13')).toBeTruthy();
    expect(shown.getByText('Rp.70.000')).toBeTruthy();
    expect(shown.getByText('0+')).toBeTruthy();
    expect(shown.getByText('Booked 05 Mar 2026, 20.20')).toBeTruthy();
    const links = shown.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href'));
    expect(links, 'title, poster and Open ticket').toEqual(Array.from({ length: 3 }, () => `/my-tickets/${ticket.id}`));
    expect(shown.getAllByRole('link').map((link) => link.textContent)).toEqual(['The Kid', 'Open ticket']);
    expect(screen.getByRole('heading', { level: 1, name: 'My Tickets' })).toBeTruthy();
    expect(document.title).toBe('My Tickets · Nobar Now');
  });

  test('an expired ticket cannot be cancelled, and friends cannot be invited to it', async () => {
    const testApp = await openTestApp();
    const person = await addPerson(testApp, { balance: 200_000 });
    await buy(testApp, person);
    const { reload } = await openProduct(testApp, '/my-tickets', { person });
    expect(await buttonsBeside('Cancel')).toEqual(['Cancel', 'Invite friends']);
    testApp.clock.now += DAY;
    reload();
    expect(await buttonsBeside('Expired')).toEqual(['Expired (disabled)']);
  });

  test('a ticket that a door has admitted cannot be cancelled, and says when it was used', async () => {
    const testApp = await openTestApp({ now: THURSDAY_EVENING });
    const person = await addPerson(testApp, { balance: 200_000 });
    const { code } = await buyWithCode(testApp, person);
    await admit(testApp, await addDoor(testApp), code);
    await openProduct(testApp, '/my-tickets', { person });
    expect(await screen.findByText('Used at 20.00')).toBeTruthy();
    expect(await buttonsBeside('Invite friends')).toEqual(['Invite friends']);
  });

  test('does not say that there are no tickets before the server has answered', async () => {
    const testApp = await openTestApp();
    const held = Promise.withResolvers<HeldCall>();
    await openProduct(testApp, '/my-tickets', {
      person: await addPerson(testApp),
      prepare: ({ holdNext }) => held.resolve(holdNext('GET user/tickets')),
    });
    const call = await held.promise;
    await call.arrived;
    expect(screen.queryByText(messages.noTickets)).toBeNull();
    call.release();
    expect(await screen.findByText(messages.noTickets)).toBeTruthy();
  });
});

describe('section 4: Cancel', () => {
  test('a wrong or missing password marks its field as invalid, described by the message', async () => {
    const { user } = await openMyTickets();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    const dialog = within(await findOpenDialog('Cancel Ticket'));
    const password = dialog.getByLabelText('Password');
    for (const [typed, message] of [
      ['{Enter}', 'Password is required!'],
      ['not my password{Enter}', 'Wrong password'],
    ] as const) {
      await user.type(password, typed);
      await dialog.findByText(message);
      expect([password.ariaInvalid, descriptionOf(password)]).toEqual(['true', message]);
    }
  });

  test('the dialog says so when a door admits the ticket while it is open', async () => {
    const testApp = await openTestApp({ now: THURSDAY_EVENING });
    const person = await addPerson(testApp, { balance: 200_000 });
    const { code } = await buyWithCode(testApp, person);
    const { user } = await openProduct(testApp, '/my-tickets', { person });
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    const dialog = within(await findOpenDialog('Cancel Ticket'));
    await admit(testApp, await addDoor(testApp), code);
    await user.type(dialog.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    expect(await dialog.findByText('This ticket has been used, so it cannot be cancelled')).toBeTruthy();
  });

  test('a dialog asks for the account password, then the page deletes the ticket and its booked seats (payloads of section 7)', async () => {
    const { user, network, ticket, person } = await openMyTickets();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    const dialog = within(await findOpenDialog('Cancel Ticket'));
    expect(saidOnOpening()).toBe('The Kid, 05 Mar, 20.35 WIBSeats 12 and 13Rp.70.000 goes back to your balance.');
    const fields = ['User name', 'Password'].map((label) => dialog.getByLabelText(label));
    expect(fields.map((field) => field.getAttribute('autocomplete'))).toEqual(['username', 'current-password']);
    expect(fields.map((field) => field.getAttribute('type'))).toEqual(['text', 'password']);
    expect(fields.map((field) => field.matches(':read-only'))).toEqual([true, false]);
    expect(fields.map((field) => field.getAttribute('value'))).toEqual([`person-${person.id}`, null]);
    await user.type(dialog.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    await findToast('top-right', messages.cancelSuccess);
    const sent = network.calls.filter(({ kind }) => kind.startsWith('DELETE'));
    expect(sent.map(({ kind, body, authorization }) => ({ kind, body, authorization }))).toEqual([
      {
        kind: 'DELETE user/tickets',
        authorization: `Bearer ${person.token}`,
        body: { ticketId: ticket.id, password: PASSWORD },
      },
      {
        kind: 'DELETE booked-seats',
        authorization: `Bearer ${person.token}`,
        body: { showtimeDate: '05 Mar', showtimeTime: '20.35', seatNumbers: [12, 13], movieTitle: 'The Kid' },
      },
    ]);
  });
});
