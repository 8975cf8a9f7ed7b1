import { describe, expect, test } from 'vitest';
import {
  addTicket,
  isCancellable,
  isExpired,
  isListed,
  MAX_SAVED_TICKETS,
  removeTicket,
  shortTicketId,
} from '#domain/tickets.ts';

const tickets = [
  { id: 12, title: 'a' },
  { id: '7', title: 'b' },
  { id: 1, title: 'c' },
];

describe('section 2: an expired ticket', () => {
  test.each([
    ['a millisecond before the start', '2026-03-05T07:29:59.999Z', false],
    ['at the start', '2026-03-05T07:30:00.000Z', true],
    ['a year later', '2027-03-05T07:30:00.000Z', true],
  ])('%s, the ticket is expired or not', (_, now, expired) => {
    expect(isExpired({ startsAt: '2026-03-05T07:30:00.000Z' }, Date.parse(now))).toBe(expired);
    expect(isExpired({ startsAt: '2026-03-05T14:30:00+07:00' }, Date.parse(now))).toBe(expired);
  });
});

describe('a ticket can be cancelled', () => {
  const ticket = { startsAt: '2026-03-05T07:30:00.000Z' };
  const before = Date.parse('2026-03-05T07:29:59.999Z');

  test('until its showtime begins', () => {
    expect([isCancellable(ticket, before), isCancellable(ticket, before + 1)]).toEqual([true, false]);
  });

  test('unless a door has admitted it', () => {
    expect(isCancellable({ ...ticket, admittedAt: '2026-03-05T07:00:00.000Z' }, before)).toBe(false);
  });
});

describe('section 3: the client\u2019s ticket list', () => {
  test('adds a booking to the front', () => {
    expect(addTicket(tickets, { id: 99, title: 'new' })).toEqual([{ id: 99, title: 'new' }, ...tickets]);
    expect(addTicket([], { id: 99, title: 'new' })).toEqual([{ id: 99, title: 'new' }]);
  });

  test('moves a listed ticket to the front instead of adding it twice', () => {
    expect(addTicket(tickets, { id: 7, title: 'again' })).toEqual([
      { id: 7, title: 'again' },
      { id: 12, title: 'a' },
      { id: 1, title: 'c' },
    ]);
  });

  test.each([
    ['a number as a number', 12, ['b', 'c']],
    ['a number as text', '12', ['b', 'c']],
    ['a text as a number', 7, ['a', 'c']],
    ['a text as text', '7', ['a', 'c']],
    ['no id of the list', 2, ['a', 'b', 'c']],
    ['an id with a zero in front', '07', ['a', 'b', 'c']],
    ['an empty id', '', ['a', 'b', 'c']],
  ])('a cancellation removes the ticket whose id matches as text: %s', (_, id, titles) => {
    expect(removeTicket(tickets, id).map(({ title }) => title)).toEqual(titles);
  });

  test.each([
    [12, true],
    ['12', true],
    [7, true],
    [2, false],
    ['07', false],
  ])('a ticket is listed when its id matches as text: %j', (id, listed) => {
    expect(isListed(tickets, { id })).toBe(listed);
  });

  test('does not change the given list', () => {
    const before = structuredClone(tickets);
    addTicket(tickets, { id: 99, title: 'new' });
    removeTicket(tickets, 12);
    expect(tickets).toEqual(before);
  });
});

test('the short id of a ticket is the last 8 characters of its id', () => {
  expect(shortTicketId('01a1fe85-65d4-7aa5-91e3-29221a17cbf5')).toBe('\u20261a17cbf5');
});

test('a device saves the 50 tickets opened last', () => {
  expect(MAX_SAVED_TICKETS).toBe(50);
});
