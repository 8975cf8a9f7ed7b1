import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { calendarAddress } from '#contract/calendar.ts';
import { groupedCode } from '#domain/admissionCode.ts';
import { messages } from '../fixtures/messages.ts';
import { addDoor, admit, THURSDAY_EVENING } from '../server/atTheDoor.ts';
import { addPerson, buy, cancel } from '../server/people.ts';
import { takeComplaints } from './complaints.ts';
import { unreachable } from './network.ts';
import { createStoredText } from '../../src/web/browser/browserStorage.ts';
import { createSavedTickets } from '../../src/web/browser/savedTickets.ts';
import { ticketOf } from '../fixtures/people.ts';
import { openTestApp, openProduct, passTime, openSignedIn } from './openProduct.tsx';
import { sheet as sheetClass, strike } from '../../src/web/pages/ticket/ticket.css.ts';
import { arriveAt, hide } from './visitor.ts';

const TICKETS_KEY = 'nobar-now.tickets';
const SAVED = 'Saved on this device';

async function buyTicket() {
  const testApp = await openTestApp();
  const person = await addPerson(testApp, { balance: 200_000 });
  const ticket = await buy(testApp, person, { seatNumbers: [12, 13] });
  return { testApp, person, ticket, path: `/my-tickets/${ticket.id}` };
}

async function openTicket() {
  const bought = await buyTicket();
  const product = await openProduct(bought.testApp, bought.path, { person: bought.person });
  await screen.findByRole('article', { name: 'The Kid' });
  return { ...bought, ...product };
}

function savedTickets(): unknown {
  return JSON.parse(window.localStorage.getItem(TICKETS_KEY) ?? 'null');
}

function isStruckOut(): boolean {
  return document.querySelector(`.${strike}`) !== null;
}

describe('the ticket page', () => {
  test('shows film, day, time, seats, price, rating, time of booking and id', async () => {
    const { ticket } = await openTicket();
    const sheet = within(screen.getByRole('article', { name: 'The Kid' }));
    expect(sheet.getByRole('heading', { level: 2, name: 'The Kid' })).toBeTruthy();
    expect(sheet.getByText('Thursday, 05 Mar 2026, 20.35 WIB').getAttribute('datetime')).toBe(
      '2026-03-05T13:35:00.000Z',
    );
    expect(sheet.getByText('Row B · 12–13')).toBeTruthy();
    expect(sheet.getByText('Seats 12 and 13')).toBeTruthy();
    expect(sheet.getByText('0+')).toBeTruthy();
    expect(sheet.getAllByRole('definition').map((fact) => fact.textContent)).toEqual([
      'Rp.70.000',
      '05 Mar 2026, 10.00',
      `…${ticket.id.slice(-8)}${ticket.id}`,
    ]);
    expect(document.title).toBe('Ticket · Nobar Now');
    expect(screen.getByRole('img', { name: `QR code of ticket ${ticket.id}` })).toBeTruthy();
    expect(sheet.getByText(groupedCode(ticket.admissionCode ?? ''))).toBeTruthy();
    expect(screen.queryByText(SAVED)).toBeNull();
  });

  test('shows Expired when the showtime begins, without Add to calendar; latecomers can still show the code', async () => {
    const { testApp, ticket } = await openTicket();
    expect(screen.getByRole('article', { name: 'The Kid' }).className).toBe(sheetClass.valid);
    const link = screen.getByRole('link', { name: 'Add to calendar' });
    expect(link.getAttribute('href')).toBe(calendarAddress(ticket, 'en'));
    testApp.clock.now = Date.parse('2026-03-05T20:34:59+07:00');
    await passTime(testApp, 6000);
    expect(screen.getByText('Expired: the showtime has begun')).toBeTruthy();
    expect(screen.getByRole('article', { name: 'The Kid' }).className).toBe(sheetClass.over);
    expect(isStruckOut()).toBe(false);
    expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull();
  });

  test('says when a door has admitted it', async () => {
    const { testApp, person, ticket, path } = await buyTicket();
    testApp.clock.now = THURSDAY_EVENING;
    await admit(testApp, await addDoor(testApp), ticket.admissionCode);
    await openProduct(testApp, path, { person });
    expect(await screen.findByText('Used at 20.00')).toBeTruthy();
  });

  test('is crossed out, without a code to type, when it was cancelled elsewhere', async () => {
    const { testApp, person, ticket } = await openTicket();
    await cancel(testApp, person, ticket.id);
    testApp.clock.now += 60_000;
    hide(false);
    expect(await screen.findByText('Cancelled: it is no longer valid')).toBeTruthy();
    expect(isStruckOut()).toBe(true);
    expect(screen.queryByText(groupedCode(ticket.admissionCode ?? ''))).toBeNull();
  });

  test('Print opens the print dialog of the browser', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    const { user } = await openTicket();
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  test('a browser that cannot print has no Print', async () => {
    vi.stubGlobal('print', undefined);
    await openTicket();
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  });

  test('an unknown id shows a message and a link to all tickets', async () => {
    const { user } = await openSignedIn('/my-tickets/100%25');
    expect(await screen.findByText('You do not have this ticket')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'All my tickets' }));
    await arriveAt('/my-tickets');
  });

  test('a path with broken encoding shows the same message and starts no machine', async () => {
    const { app } = await openSignedIn('/my-tickets/%zz');
    expect(await screen.findByText('You do not have this ticket')).toBeTruthy();
    expect(app.getSnapshot().children.page).toBeUndefined();
    expect(takeComplaints().join('\n')).toContain('malformed URL segment');
  });
});

describe('a ticket saved for offline use', () => {
  test('is saved with the id of its user when the user opens it, not before', async () => {
    const { testApp, person, ticket, path } = await buyTicket();
    const { user } = await openProduct(testApp, '/my-tickets', { person });
    const link = await screen.findByRole('link', { name: 'Open ticket for The Kid' });
    expect(savedTickets()).toBeNull();
    await user.click(link);
    await arriveAt(path);
    await screen.findByRole('article', { name: 'The Kid' });
    expect(savedTickets()).toEqual({ userId: person.id, tickets: [ticket] });
  });

  test('says that its code appears online, if it was saved before tickets had codes', async () => {
    const { testApp, person, ticket, path } = await buyTicket();
    const { admissionCode: _, ...older } = ticket;
    window.localStorage.setItem(TICKETS_KEY, JSON.stringify({ userId: person.id, tickets: [older] }));
    await openProduct(testApp, path, { person, prepare: ({ nextCall }) => nextCall('GET user/info', unreachable) });
    expect(await screen.findByText('The code for the door appears as soon as this page is online.')).toBeTruthy();
    expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
  });

  test('shows with a notice while the server is unreachable; once removed, Retry loads it from the server', async () => {
    const { testApp, person, ticket, path } = await buyTicket();
    window.localStorage.setItem(TICKETS_KEY, JSON.stringify({ userId: person.id, tickets: [ticket] }));
    const { user } = await openProduct(testApp, path, {
      person,
      prepare: ({ nextCall }) => nextCall('GET user/info', unreachable),
    });
    expect((await screen.findByText(SAVED)).closest('[role="status"]'), 'a status').not.toBeNull();
    expect(screen.getByRole('img', { name: `QR code of ticket ${ticket.id}` })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText('Sign in to see this page')).toBeNull();
    expect(screen.queryByRole('region', { name: /^Notifications/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove from this device' }));
    expect(savedTickets()).toBeNull();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText(messages.unreachable)).toBeTruthy();
    await user.click(alert.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('article', { name: 'The Kid' })).toBeTruthy();
    expect(screen.queryByText(SAVED)).toBeNull();
  });
});

describe('the store of saved tickets', () => {
  const tickets = createSavedTickets(createStoredText(window, 'localStorage', TICKETS_KEY));

  test.each(['', 'null', '{"tickets":[]}', '{"userId":"x","tickets":[{"id":"no-such-ticket"}]}'])(
    'is empty when its text is invalid (%s)',
    (text) => {
      window.localStorage.setItem(TICKETS_KEY, text);
      expect(tickets.list()).toEqual([]);
    },
  );

  test('is cleared when another user signs in', () => {
    tickets.save('u1', ticketOf('t1'));
    tickets.disown('u1');
    expect(tickets.list()).toEqual([ticketOf('t1')]);
    tickets.disown('u2');
    expect(savedTickets()).toBeNull();
  });

  test('keeps the fifty tickets that were opened last', () => {
    const ids = Array.from({ length: 51 }, (_, index) => `t${index}`);
    for (const id of ids) tickets.save('u1', ticketOf(id));
    expect(tickets.list().map(({ id }) => id)).toEqual(ids.slice(1).toReversed());
  });

  test('a ticket that is opened again counts as opened last', () => {
    for (const id of ['t1', 't2', 't1']) tickets.save('u1', ticketOf(id));
    expect(tickets.list().map(({ id }) => id)).toEqual(['t1', 't2']);
  });
});
