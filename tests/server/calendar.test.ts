import { expect } from 'vitest';
import { calendarAddress } from '#contract/calendar.ts';
import { ticketOf } from '../fixtures/people.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';

const ticket = {
  ...ticketOf('t1'),
  movieTitle: 'The Kid',
  seatNumbers: [13, 12],
  startsAt: '2026-03-05T13:35:00.000Z',
};

describeOnAnyEngine('section 7, Calls: the calendar file of a ticket', ({ open, test }) => {
  test('has an address without user, session or ticket, and is in the language of the pages', async () => {
    const { app } = await open();
    const address = calendarAddress(ticket, 'id');
    expect(address).not.toContain(ticket.id);
    const { statusCode, headers, body } = await app.inject(address);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'no-store',
    ]);
    expect(body).toContain('\r\nSUMMARY:The Kid\r\n');
    expect(body).toContain('\r\nDTSTART;TZID=Asia/Jakarta:20260305T203500\r\n');
    expect(body).toContain('Kursi 12 dan 13');
    expect((await app.inject(calendarAddress(ticket, 'en'))).body).toContain('Seats 12 and 13');
  });

  test.each([
    [404, { movieTitle: 'Call 0800 to win' }],
    [404, { movieTitle: 'The Kid\0' }],
  ])('is refused with %i for %j: nobody can put other texts under our address', async (status, change) => {
    const { app } = await open();
    expect((await app.inject(calendarAddress({ ...ticket, ...change }, 'en'))).statusCode).toBe(status);
  });
});
