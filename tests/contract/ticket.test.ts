import { describe, expect, test } from 'vitest';
import { bookingSchema, cancellationSchema } from '#contract/booking.ts';
import { cancelledSchema, ticketQuerySchema, ticketSchema, ticketsSchema } from '#contract/ticket.ts';
import { refusedFields, parseResult } from './parseResult.ts';

const booking = {
  showtimeDate: '05 Mar',
  showtimeTime: '14.30',
  seatNumbers: [12, 13],
  movieAgeRating: 13,
  movieTicketPrice: 35_000,
  movieTitle: 'Metropolis',
  moviePoster: '/posters/metropolis.svg',
};
const ticket = {
  ...booking,
  id: 't1',
  bookingTime: '2026-03-05T02:00:00.000Z',
  startsAt: '2026-03-05T07:30:00.000Z',
};

describe('section 3: booking payload', () => {
  test('accepts a valid body and drops unknown fields', () => {
    expect(parseResult(bookingSchema, { ...booking, userId: 'somebody', total: 0 })).toEqual({ accepted: booking });
  });
});

describe('section 3: cancel payload', () => {
  test('converts the id to text', () => {
    expect(parseResult(cancellationSchema, { ticketId: 12, password: 'popcorn!', refund: 1 })).toEqual({
      accepted: { ticketId: '12', password: 'popcorn!' },
    });
    expect(parseResult(cancellationSchema, { ticketId: 't1', password: 'popcorn!' })).toEqual({
      accepted: { ticketId: 't1', password: 'popcorn!' },
    });
  });

  test.each([
    ['an empty id', { ticketId: '', password: 'popcorn!' }, { ticketId: 'Ticket id is required' }],
    ['no password', { ticketId: 't1' }, { password: 'Password is required!' }],
  ])('refuses %s', (_, body, refused) => {
    expect(parseResult(cancellationSchema, body)).toEqual({ refused });
  });
});

describe('section 3: ticket', () => {
  test('parses a list of tickets and drops unknown fields', () => {
    expect(parseResult(ticketsSchema, [{ ...ticket, status: 'paid' }])).toEqual({ accepted: [ticket] });
    expect(parseResult(ticketsSchema, [])).toEqual({ accepted: [] });
  });

  test.each(Object.keys(ticket))('requires %s', (field) => {
    expect(refusedFields(ticketSchema, { ...ticket, [field]: undefined })).toEqual([field]);
  });

  test.each([
    ['a start that is no instant', { startsAt: '05 Mar 14.30' }, ['startsAt']],
    ['a booking time that is no instant', { bookingTime: 'yesterday' }, ['bookingTime']],
    ['a price below zero', { movieTicketPrice: -1 }, ['movieTicketPrice']],
    ['an id as a number', { id: 1 }, ['id']],
    ['seats as text', { seatNumbers: ['1'] }, ['seatNumbers.0']],
  ])('refuses %s', (_, change, fields) => {
    expect(refusedFields(ticketSchema, { ...ticket, ...change })).toEqual(fields);
  });
});

describe('section 7: a response that is only a message', () => {
  test('contains the message', () => {
    expect(parseResult(cancelledSchema, { message: 'Done', more: 1 })).toEqual({ accepted: { message: 'Done' } });
    expect(refusedFields(cancelledSchema, {})).toEqual(['message']);
  });
});

describe('section 7: the query for a page of tickets', () => {
  const before = '01a1fe85-65d4-7aa5-91e3-29221a17cbf5';

  test.each([
    [{}, { limit: 100 }],
    [
      { before, limit: '1' },
      { before, limit: 1 },
    ],
  ])('parses %j as %j', (query, read) => {
    expect(parseResult(ticketQuerySchema, query)).toEqual({ accepted: read });
  });

  test.each([
    [{ before: 't1' }, 'before'],
    [{ before: '' }, 'before'],
    [{ before: [before, before] }, 'before'],
    [{ limit: '101' }, 'limit'],
  ])('refuses %j because of its %s', (query, field) => {
    expect(refusedFields(ticketQuerySchema, query)).toEqual([field]);
  });
});
