import { describe, expect, test } from 'vitest';
import { canonicalPath, moviePath, PATHS, ticketPath } from '#domain/paths.ts';

describe('section 2: the path of a film', () => {
  test.each([
    ['Metropolis', '/movie/Metropolis'],
    ['The General', '/movie/The%20General'],
    ['Face/Off', '/movie/Face%2FOff'],
    ['100%', '/movie/100%25'],
    ['50%2F50', '/movie/50%252F50'],
    ['You & I', '/movie/You%20%26%20I'],
    ['Who?', '/movie/Who%3F'],
    ['#1', '/movie/%231'],
    ['Romeo + Juliet', '/movie/Romeo%20%2B%20Juliet'],
    ['\u{1F3AC} Night', '/movie/%F0%9F%8E%AC%20Night'],
    ['Cafe\u0301', '/movie/Cafe%CC%81'],
    ['Caf\u00E9', '/movie/Caf%C3%A9'],
    ['...', '/movie/..%2E'],
    ['Safety Last!', '/movie/Safety%20Last%21'],
    ['Who (Part 2)', '/movie/Who%20(Part%202%29'],
    ['Mission: Impossible -', '/movie/Mission%3A%20Impossible%20%2D'],
  ])('of %s is %s', (title, path) => {
    expect(moviePath(title)).toBe(path);
  });

  test.each([
    [{}, '/movie/Who%3F'],
    [{ date: undefined, time: undefined }, '/movie/Who%3F'],
    [{ date: '05 Mar' }, '/movie/Who%3F?date=05+Mar'],
    [{ time: '14.30' }, '/movie/Who%3F?time=14.30'],
    [{ date: '05 Mar', time: '14.30' }, '/movie/Who%3F?date=05+Mar&time=14.30'],
  ])('the query contains the chosen showtime %o', (showtime, path) => {
    expect(moviePath('Who?', showtime)).toBe(path);
  });

  test('never ends in a character that chat and mail programs cut from an address', () => {
    const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    const ends = printable.map((character) => moviePath(`Film ${character}`).at(-1) ?? '');
    expect(ends.filter((end) => !/[A-Za-z0-9]/.test(end))).toEqual([]);
  });

  test('the query is parsed to the chosen date and time', () => {
    const { searchParams } = new URL(moviePath('a&date=b', { date: '05 Mar', time: '14.30' }), 'http://cinema');
    expect([...searchParams]).toEqual([
      ['date', '05 Mar'],
      ['time', '14.30'],
    ]);
  });
});

describe('the path of a ticket', () => {
  test.each([
    ['01a1fe85-65d4-7aa5-91e3-29221a17cbf5', '/my-tickets/01a1fe85-65d4-7aa5-91e3-29221a17cbf5'],
    ['a/b', '/my-tickets/a%2Fb'],
  ])('%s is %s', (id, path) => {
    expect(ticketPath(id)).toBe(path);
  });

  test('the query contains the seats of friends', () => {
    expect(ticketPath('t1', [28, 29])).toBe('/my-tickets/t1?beside=28,29');
  });
});

describe('the canonical path of a page', () => {
  test.each([
    [PATHS.home, {}, '/'],
    [PATHS.transactions, {}, '/transactions'],
    [PATHS.movie, { filmTitle: 'The Kid' }, '/movie/The%20Kid'],
    [PATHS.movie, {}, undefined],
    [PATHS.ticket, { ticketId: 'Some-Ticket' }, '/my-tickets/Some-Ticket'],
    [PATHS.ticket, { filmTitle: 'The Kid' }, undefined],
    [undefined, {}, undefined],
  ])('of %s with %o is %s', (route, page, path) => {
    expect(canonicalPath(route, page)).toBe(path);
  });
});
