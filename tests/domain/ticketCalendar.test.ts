import * as fc from 'fast-check';
import ICAL from 'ical.js';
import { Settings } from 'luxon';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ticketCalendar } from '../../src/server/routes/ticketCalendar.ts';

const NOW = Date.parse('2026-03-05T03:00:00.000Z');
const options = { zone: 'Asia/Jakarta', now: NOW, language: undefined };
const ticket = {
  title: 'Steamboat Bill, Jr.',
  seatNumbers: [12, 13],
  startsAt: '2026-03-05T13:35:00.000Z',
};

function octets(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The event as a calendar program reads it. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  const component = calendar.getFirstSubcomponent('vevent');
  if (component === null) throw new Error('The calendar has no event');
  const event = new ICAL.Event(component);
  const start = event.startDate;
  ICAL.TimezoneService.reset();
  return { event, component, start, instant: start.toJSDate().toISOString() };
}

describe('the calendar event of a ticket', () => {
  test('starts at the showtime, in the cinema’s time zone', () => {
    const { instant, start, component } = read(ticketCalendar(ticket, options));
    expect({
      instant,
      local: start.toString(),
      zone: component.getFirstProperty('dtstart')?.getParameter('tzid'),
    }).toEqual({
      instant: '2026-03-05T13:35:00.000Z',
      local: '2026-03-05T20:35:00',
      zone: 'Asia/Jakarta',
    });
  });

  test.each([
    ['Asia/Jakarta', '2026-03-05T13:35:00.000Z'],
    ['America/New_York', '2026-03-07T23:30:00.000Z'],
    ['America/New_York', '2026-07-05T22:15:00.000Z'],
    ['Australia/Lord_Howe', '2026-12-30T04:30:00.000Z'],
    ['Asia/Kathmandu', '2026-12-30T04:30:00.000Z'],
    ['UTC', '2026-12-30T04:30:00.000Z'],
  ])('in %s at %s has the same instant in summer and winter', (zone, startsAt) => {
    expect(read(ticketCalendar({ ...ticket, startsAt }, { ...options, zone })).instant).toBe(startsAt);
  });

  test('has its creation time in UTC for every cinema', () => {
    expect(ticketCalendar(ticket, options)).toContain('\r\nDTSTAMP:20260305T030000Z\r\n');
  });

  test('has its creation time in UTC on every device', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    Settings.resetCaches();
    onTestFinished(() => {
      vi.unstubAllEnvs();
      Settings.resetCaches();
    });
    expect(new Date(0).getHours()).toBe(9);
    expect(ticketCalendar(ticket, options)).toContain('\r\nDTSTAMP:20260305T030000Z\r\n');
  });

  test('has the properties that calendar programs require (RFC 5545, 3.6 and 3.7)', () => {
    const lines = ticketCalendar(ticket, options).split('\r\n');
    expect(lines.slice(0, 5)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Nobar Now//Tickets//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
    ]);
    expect(lines).toContain('TZNAME:WIB');
  });

  test('contains film and seats, and is the same event when it is added again', () => {
    const { event } = read(ticketCalendar(ticket, options));
    expect({ summary: event.summary, description: event.description, uid: event.uid, where: event.location }).toEqual({
      summary: 'Steamboat Bill, Jr.',
      description: 'Row B · 12–13\nSeats 12 and 13',
      uid: '1772717700000-12-13-Steamboat%20Bill%2C%20Jr.@nobar-now',
      where: 'Nobar Now',
    });
  });

  test('is in Indonesian for the Indonesian pages', () => {
    const text = ticketCalendar({ ...ticket, seatNumbers: [12, 13, 17] }, { ...options, language: 'id' });
    expect(text).toContain('\r\nPRODID:-//Nobar Now//Tickets//ID\r\n');
    expect(read(text).event.description).toBe('Baris B · 12–13\nBaris C · 17\nKursi 12, 13, dan 17');
  });

  test('escapes commas, semicolons and backslashes of the title (RFC 5545, 3.3.11)', () => {
    const text = ticketCalendar({ ...ticket, title: String.raw`a,b;c\d` }, options);
    expect(text.split('\r\n')).toContain(String.raw`SUMMARY:a\,b\;c\\d`);
  });

  test('has no end and no duration, because films have none', () => {
    const text = ticketCalendar(ticket, options);
    expect(text).not.toMatch(/DTEND|DURATION/);
  });

  test('keeps every title, in lines of at most 75 octets that end in CRLF', () => {
    const title = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }).filter((text) => !/\p{Cc}/u.test(text));
    fc.assert(
      fc.property(title, (title) => {
        const text = ticketCalendar({ ...ticket, title }, options);
        expect(read(text).event.summary).toBe(title);
        const lines = text.split('\r\n');
        expect(lines.at(-1)).toBe('');
        for (const line of lines) {
          expect(octets(line)).toBeLessThanOrEqual(75);
          expect(line).not.toMatch(/[\r\n]/);
        }
      }),
      { examples: [['a;b,c\\n\\d'], ['\u{1F3AC}'.repeat(60)], ['END:VEVENT'], [`"quoted": ${'é'.repeat(90)}`]] },
    );
  });

  test.each([
    ['1 octet', 'a'],
    ['2 octets', '\u00E9'],
    ['3 octets', '\u20AC'],
    ['4 octets', '\u{1F3AC}'],
  ])('folds a title of %s into lines of 75 octets without splitting a character', (_, character) => {
    for (let length = 0; length * octets(character) <= 150; length += 1) {
      const text = ticketCalendar({ ...ticket, title: character.repeat(length) }, options);
      const lines = text.split('\r\n');
      const first = lines.findIndex((line) => line.startsWith('SUMMARY:'));
      const folded = lines.slice(first, lines.indexOf('LOCATION:Nobar Now'));
      expect(folded.map((line, index) => line.slice(index === 0 ? 'SUMMARY:'.length : ' '.length)).join('')).toBe(
        character.repeat(length),
      );
      expect(folded.slice(1).every((line) => line.startsWith(` ${character}`))).toBe(true);
      for (const line of folded) expect(octets(line)).toBeLessThanOrEqual(75);
      for (const line of folded.slice(0, -1)) expect(octets(line + character)).toBeGreaterThan(75);
    }
  });
});
