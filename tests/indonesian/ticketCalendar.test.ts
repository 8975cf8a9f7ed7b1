import { expect, test } from 'vitest';
import { ticketCalendar } from '../../src/web/pages/ticket/ticketCalendar.ts';

test('a ticket in the calendar is in Indonesian', () => {
  const ticket = { id: 't1', movieTitle: 'The Kid', seatNumbers: [12, 13, 17], startsAt: '2026-08-29T13:35:00.000Z' };
  const lines = ticketCalendar(ticket, 'Asia/Jakarta', Date.parse('2026-08-28T00:00:00.000Z')).split('\r\n');
  expect(lines).toContain('PRODID:-//Nobar Now//Tickets//ID');
  const from = lines.findIndex((line) => line.startsWith('DESCRIPTION:'));
  expect((lines[from] ?? '') + (lines[from + 1] ?? '').slice(1)).toBe(
    String.raw`DESCRIPTION:Baris B · 12–13\nBaris C · 17\nKursi 12\, 13\, dan 17\nKode tiket t1`,
  );
});
