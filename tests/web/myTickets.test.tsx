import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { card } from '../../src/web/pages/tickets/tickets.css.ts';
import { addTickets } from '../server/addTickets.ts';
import { addPerson, balanceOf, buy, PASSWORD, soldSeats } from '../server/people.ts';
import { answerLost, broken, garbage, unreachable, type MockResponse, type Network } from './network.ts';
import { openTestApp, openProduct, passTime } from './openProduct.tsx';
import { arriveAt, findOpenDialog, findToast, saidOnOpening, whereabouts } from './visitor.ts';

const UNSETTLED = 'The cinema has not answered. It is asked again until it says what happened.';

async function openMyTickets(prepare?: (network: Network) => void) {
  const testApp = await openTestApp();
  const person = await addPerson(testApp, { balance: 200_000 });
  const ticket = await buy(testApp, person, { seatNumbers: [12, 13] });
  const product = await openProduct(testApp, '/my-tickets', {
    person,
    ...(prepare === undefined ? {} : { prepare }),
  });
  return { testApp, person, ticket, ...product };
}

async function openCancelDialog() {
  const opened = await openMyTickets();
  await opened.user.click(await screen.findByRole('button', { name: 'Cancel' }));
  const dialog = within(await findOpenDialog('Cancel Ticket'));
  return { ...opened, dialog };
}

function soldTonight(seatNumbers: readonly number[]) {
  return [{ showtimeDate: '05 Mar', showtimeTime: '20.35', movieTitle: 'The Kid', seatNumbers }];
}

describe('section 2: My Tickets', () => {
  test("it shows the user's tickets: film, date, time, seats, price, rating and time of booking", async () => {
    await openMyTickets();
    const ticket = within(await screen.findByRole('listitem', { name: 'The Kid' }));
    expect(ticket.getByText(/^05 Mar, 20\.35/)).toBeTruthy();
    expect(ticket.getByText('Row B · 12-13')).toBeTruthy();
    expect(ticket.getByText('Seats 12 and 13')).toBeTruthy();
    expect(ticket.getByText('Rp.70.000')).toBeTruthy();
    expect(ticket.getByText('0+')).toBeTruthy();
    expect(ticket.getByText('Booked 05 Mar 2026, 10.00')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'My Tickets' })).toBeTruthy();
    expect(document.title).toBe('My Tickets · Nobar Now');
  });

  test('title, poster and Open ticket open the ticket', async () => {
    const { ticket } = await openMyTickets();
    const card = within(await screen.findByRole('listitem', { name: 'The Kid' }));
    expect(card.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href'))).toEqual(
      Array.from({ length: 3 }, () => `/my-tickets/${ticket.id}`),
    );
    expect(card.getAllByRole('link').map((link) => link.textContent)).toEqual(['The Kid', 'Open ticket']);
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
    const testApp = await openTestApp();
    const { user } = await openProduct(testApp, '/my-tickets', { person: await addPerson(testApp) });
    expect(await screen.findByText('You do not have any tickets. Lets book some!')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Book Ticket' }));
    await arriveAt('/movies');
  });

  test('a ticket whose showtime is past is shown greyed with a disabled Expired button', async () => {
    const testApp = await openTestApp();
    const person = await addPerson(testApp, { balance: 200_000 });
    await buy(testApp, person);
    testApp.clock.now = Date.parse('2026-03-05T20:35:00+07:00');
    const { user } = await openProduct(testApp, '/my-tickets', { person });
    const expired = await screen.findByRole('button', { name: 'Expired' });
    expect(expired.matches(':disabled')).toBe(true);
    expect(screen.getByRole('listitem', { name: 'The Kid' }).className).toBe(card.expired);
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await user.click(expired);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('otherwise the button is Cancel, until the moment the showtime begins', async () => {
    const testApp = await openTestApp({ now: Date.parse('2026-03-05T20:20:00+07:00') });
    const person = await addPerson(testApp, { balance: 200_000 });
    await buy(testApp, person);
    testApp.clock.now = Date.parse('2026-03-05T20:34:50+07:00');
    await openProduct(testApp, '/my-tickets', { person });
    expect((await screen.findByRole('button', { name: 'Cancel' })).matches(':disabled')).toBe(false);
    expect(screen.getByRole('listitem', { name: 'The Kid' }).className).toBe(card.live);
    await passTime(testApp, 16_000);
    expect((await screen.findByRole('button', { name: 'Expired' })).matches(':disabled')).toBe(true);
  });

  test('Cancel opens a dialog asking for the account password, with the user name beside it', async () => {
    const { dialog, person, user } = await openCancelDialog();
    const password = dialog.getByLabelText('Password');
    expect(password.getAttribute('type')).toBe('password');
    expect(password.getAttribute('autocomplete')).toBe('current-password');
    const username = dialog.getByRole('textbox', { name: 'User name' });
    expect(username.getAttribute('value')).toBe(`person-${person.id}`);
    expect(username.matches(':read-only')).toBe(true);
    expect(dialog.getByText('Rp.70.000 goes back to your balance.')).toBeTruthy();
    expect(saidOnOpening()).toBe('The Kid, 05 Mar, 20.35Seats 12 and 13Rp.70.000 goes back to your balance.');
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.textContent).toBe('Cancel');
  });
});

describe('section 4: Cancel', () => {
  test('a wrong password stays in the dialog with the sentence; the right one cancels', async () => {
    const { dialog, user, testApp, person } = await openCancelDialog();
    await user.type(dialog.getByLabelText('Password'), 'wrong horse');
    await user.click(dialog.getByRole('button', { name: 'Cancel Ticket' }));
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toMatch(/password/i);
    expect(await findToast('top-right', alert.textContent)).toBeTruthy();
    expect(await balanceOf(testApp, person)).toBe(130_000);
    await user.clear(dialog.getByLabelText('Password'));
    await user.type(dialog.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    expect(await findToast('top-right', 'Ticket cancelled')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await balanceOf(testApp, person)).toBe(200_000);
    expect(await soldSeats(testApp)).toEqual(soldTonight([]));
  });

  test('the ticket is cancelled with the password, then the booked seats are deleted (payloads of section 7)', async () => {
    const { dialog, user, network, ticket, person } = await openCancelDialog();
    await user.type(dialog.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    await findToast('top-right', 'Ticket cancelled');
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

  test('on success the ticket is removed from the list at once, a message appears and the dialog closes', async () => {
    const { dialog, user, network } = await openCancelDialog();
    const request = network.holdNext('GET user/info');
    await user.type(dialog.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    expect(await findToast('top-right', 'Ticket cancelled')).toBeTruthy();
    await request.arrived;
    expect(await screen.findByText('You do not have any tickets. Lets book some!')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
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
    const { user } = await openMyTickets((network) => network.nextCall('GET user/tickets', broken));
    const alert = within(await screen.findByText('Your tickets could not be loaded').then(alertAround));
    expect(alert.getByText('The projector has broken')).toBeTruthy();
    expect(screen.queryByText('You do not have any tickets. Lets book some!')).toBeNull();
    await user.click(alert.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('listitem', { name: 'The Kid' })).toBeTruthy();
    expect(screen.queryByText('Your tickets could not be loaded')).toBeNull();
  });

  test.each<[string, MockResponse, string]>([
    ['unreachable', unreachable, 'The cinema cannot be reached. Check your connection and try again.'],
    ['500', broken, 'The projector has broken'],
    ['garbage', garbage, 'The cinema gave an answer that cannot be read. Please try again.'],
    ['answer lost', answerLost, 'The cinema cannot be reached. Check your connection and try again.'],
  ])(
    'a failed cancel (%s) shows an error toast, keeps the dialog, is asked again by itself and refunds once',
    async (_, mockResponse, message) => {
      const { dialog, user, network, testApp, person } = await openCancelDialog();
      network.nextCall('DELETE user/tickets', mockResponse);
      await user.type(dialog.getByLabelText('Password'), `${PASSWORD}{Enter}`);
      expect((await dialog.findByRole('alert')).textContent).toBe(message);
      expect(dialog.getByRole('status').textContent).toBe(UNSETTLED);
      expect(await findToast('top-right', message)).toBeTruthy();
      await passTime(testApp, 1000);
      await findToast('top-right', 'Ticket cancelled');
      const [first, second] = network.callsOf('DELETE user/tickets');
      expect(second).toEqual(first);
      expect(await balanceOf(testApp, person)).toBe(200_000);
    },
  );
});

function alertAround(element: HTMLElement): HTMLElement {
  const alert = element.closest('[role=alert]');
  if (!(alert instanceof HTMLElement)) throw new Error('The sentence is no alert');
  return alert;
}
