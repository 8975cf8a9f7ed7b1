import { describe, expect, test } from 'vitest';
import { calendarAddress, calendarQuerySchema } from '#contract/calendar.ts';
import { ticketOf } from '../fixtures/people.ts';
import { parseResult, refusedFields } from './parseResult.ts';

const query = { title: 'The Kid', startsAt: '2026-03-05T13:35:00.000Z', seatNumbers: '12,13' };

describe('section 7, Calls: the query for the calendar file of a ticket', () => {
  test('has film, start and ascending seats, and may name a language', () => {
    const accepted = { ...query, seatNumbers: [12, 13] };
    expect(parseResult(calendarQuerySchema, query)).toEqual({ accepted });
    expect(parseResult(calendarQuerySchema, { ...query, language: 'id' })).toEqual({
      accepted: { ...accepted, language: 'id' },
    });
  });

  test('is in the address of the file, whatever characters the title has', () => {
    const address = calendarAddress({ ...ticketOf('t1', [13, 12]), movieTitle: 'Love & 100% #1+' }, 'id');
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    expect({ pathname, ...Object.fromEntries(searchParams) }).toEqual({
      pathname: '/api/calendar/ticket.ics',
      title: 'Love & 100% #1+',
      startsAt: '2026-03-05T07:30:00.000Z',
      seatNumbers: '12,13',
      language: 'id',
    });
  });

  test.each([
    [{ title: undefined }, 'title'],
    [{ seatNumbers: '' }, 'seatNumbers'],
    [{ seatNumbers: '65' }, 'seatNumbers'],
    [{ seatNumbers: undefined }, 'seatNumbers'],
    [{ startsAt: '2026-13-05T13:35:00.000Z' }, 'startsAt'],
    [{ startsAt: '2026-02-30T25:35:00.000Z' }, 'startsAt'],
    [{ startsAt: '5 Mar 2026' }, 'startsAt'],
    [{ startsAt: undefined }, 'startsAt'],
  ])('is refused with %j', (change, field) => {
    expect(refusedFields(calendarQuerySchema, { ...query, ...change })).toEqual([field]);
  });
});
