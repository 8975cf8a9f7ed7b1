import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { messages } from '#domain/messages.ts';
import { card } from '../../src/web/pages/tickets/tickets.css.ts';
import { addTickets } from '../server/addTickets.ts';
import { addPerson, buy, PASSWORD } from '../server/people.ts';
import { broken, type Network } from './network.ts';
import { openTestApp, openProduct, openSignedIn, passTime } from './openProduct.tsx';
import { arriveAt, findOpenDialog, findToast, noDialog, saidOnOpening, whereabouts } from './visitor.ts';

async function openMyTickets({ at, prepare }: { at?: string; prepare?: (network: Network) => void } = {}) {
  const testApp = await openTestApp({ now: Date.parse('2026-03-05T20:20:00+07:00') });
  const person = await addPerson(testApp, { balance: 200_000 });
  const ticket = await buy(testApp, person, { seatNumbers: [12, 13] });
  if (at !== undefined) testApp.clock.now = Date.parse(`2026-03-05T${at}+07:00`);
  const product = await openProduct(testApp, '/my-tickets', { person, ...(prepare && { prepare }) });
  return { testApp, person, ticket, ...product };
}

async function openCancelDialog() {
  const opened = await openMyTickets();
  await opened.user.click(await screen.findByRole('button', { name: 'Cancel' }));
  return { ...opened, dialog: within(await findOpenDialog('Cancel Ticket')) };
}

describe('section 2: My Tickets', () => {
  test("it shows the user's tickets: film, date, time, seats, price, rating and time of booking; each leads to its page", async () => {
    const { ticket } = await openMyTickets();
    const shown = within(await screen.findByRole('listitem', { name: 'The Kid' }));
    expect(shown.getByText(/^05 Mar, 20\.35/)).toBeTruthy();
    expect(shown.getByText('Row B · 12-13')).toBeTruthy();
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

  test('reliability 51: however many there are, they are all there, fetched a page at a time', async () => {
    const testApp = await openTestApp();
    const person = await addPerson(testApp);
    await addTickets(testApp, person, 230);
    const { network } = await openProduct(testApp, '/my-tickets', { person });
    await waitFor(() => expect(screen.getAllByRole('listitem', { name: 'The Kid' })).toHaveLength(230));
    expect(network.callsOf('GET user/tickets')).toHaveLength(3);
  });

  test('without tickets it says so, with a Book Ticket button leading to /movies', async () => {
    const { user } = await openSignedIn('/my-tickets');
    expect(await screen.findByText(messages.noTickets)).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Book Ticket' }));
    await arriveAt('/movies');
  });

  test('a ticket whose showtime is past is shown greyed with a disabled Expired button, from the moment it begins', async () => {
    const { testApp } = await openMyTickets({ at: '20:34:50' });
    expect((await screen.findByRole('button', { name: 'Cancel' })).matches(':disabled')).toBe(false);
    expect(screen.getByRole('listitem', { name: 'The Kid' }).className).toBe(card.live);
    await passTime(testApp, 16_000);
    expect((await screen.findByRole('button', { name: 'Expired' })).matches(':disabled')).toBe(true);
    expect(screen.getByRole('listitem', { name: 'The Kid' }).className).toBe(card.expired);
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  test('Cancel opens a dialog asking for the account password, with the user name beside it', async () => {
    const { dialog, person, user } = await openCancelDialog();
    const password = dialog.getByLabelText('Password');
    expect(password.getAttribute('type')).toBe('password');
    expect(password.getAttribute('autocomplete')).toBe('current-password');
    const username = dialog.getByRole('textbox', { name: 'User name' });
    expect(username.getAttribute('value')).toBe(`person-${person.id}`);
    expect(username.matches(':read-only')).toBe(true);
    expect(saidOnOpening()).toBe('The Kid, 05 Mar, 20.35Seats 12 and 13Rp.70.000 goes back to your balance.');
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await noDialog();
    expect(document.activeElement?.textContent).toBe('Cancel');
  });
});

describe('section 4: Cancel', () => {
  test('the ticket is cancelled with the password, then the booked seats are deleted (payloads of section 7)', async () => {
    const { dialog, user, network, ticket, person } = await openCancelDialog();
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

  test('on success the ticket is removed from the list at once, before the cinema is asked anew', async () => {
    const { dialog, user, network } = await openCancelDialog();
    const request = network.holdNext('GET user/info');
    await user.type(dialog.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    await request.arrived;
    expect(await screen.findByText(messages.noTickets)).toBeTruthy();
    expect(screen.queryByRole('listitem', { name: 'The Kid' })).toBeNull();
    expect(network.callsOf('GET user/tickets')).toHaveLength(1);
    request.release();
    await waitFor(() => expect(network.callsOf('GET user/tickets')).toHaveLength(2));
    await network.settle();
    expect(screen.queryByRole('listitem', { name: 'The Kid' })).toBeNull();
    expect(whereabouts()).toBe('/my-tickets');
  });
});

describe('section 8: My Tickets when calls fail', () => {
  test('a failed fetch of the tickets stands in place with Retry, and Retry brings them', async () => {
    const { user } = await openMyTickets({ prepare: ({ nextCall }) => nextCall('GET user/tickets', broken) });
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Your tickets could not be loaded')).toBeTruthy();
    expect(alert.getByText('The projector has broken')).toBeTruthy();
    expect(screen.queryByText(messages.noTickets)).toBeNull();
    await user.click(alert.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('listitem', { name: 'The Kid' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
