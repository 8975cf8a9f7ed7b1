import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchPath } from 'react-router-dom';
import {
  isOwnPath,
  isPersonalPath,
  moviePath,
  movieTitleOf,
  pageTitle,
  PATHS,
  routeOf,
  sectionOf,
  ticketIdOf,
  ticketPath,
} from '#domain/paths.ts';
import { character, pathSegment } from '../arbitraries.ts';

describe('section 2: routes', () => {
  test('the paths are those of the specification, and a ticket’s own', () => {
    expect(PATHS).toEqual({
      home: '/',
      movies: '/movies',
      movie: '/movie/:movieTitle',
      myTickets: '/my-tickets',
      ticket: '/my-tickets/:ticketId',
      topUp: '/topup',
      withdraw: '/withdraw',
      about: '/about',
      myInfo: '/my-info',
      transactions: '/transactions',
    });
  });

  test.each([
    ['/', 'home', false],
    ['/movies', 'movies', false],
    ['/movies/', 'movies', false],
    ['/movie/Metropolis', 'movies', false],
    ['/movie/Metropolis/', 'movies', false],
    ['/my-tickets', 'tickets', true],
    ['/my-tickets/', 'tickets', true],
    ['/my-tickets/t1', 'tickets', false],
    ['/topup', 'topup', true],
    ['/topup/', 'topup', true],
    ['/withdraw', 'withdraw', true],
    ['/withdraw/', 'withdraw', true],
    ['/about', undefined, false],
    ['/my-info', undefined, true],
    ['/my-info/', undefined, true],
    ['/transactions', undefined, true],
    ['/transactions/', undefined, true],
    ['/Movies', 'movies', false],
    ['/TopUp/', 'topup', true],
    ['/topup/more', undefined, false],
    ['/moviestar', undefined, false],
    ['', undefined, false],
  ])('%s belongs to the section %s and needs a signed-in user: %s', (path, section, personal) => {
    expect({ section: sectionOf(path), personal: isPersonalPath(path) }).toEqual({ section, personal });
  });

  test.each([
    ['/my-tickets/t1', true],
    ['/my-tickets', true],
    ['/transactions', true],
    ['/movie/Metropolis', false],
    ['/', false],
  ])('%s is left on LOG OUT: %s', (path, own) => {
    expect(isOwnPath(path)).toBe(own);
  });
});

describe('section 2: the route of a path', () => {
  const segments = fc.oneof(
    fc.constantFrom('movies', 'Movies', 'movie', 'my-tickets', 'topup', 'withdraw', 'about', 'my-info', 'transactions'),
    pathSegment,
  );
  const pathnames = fc
    .tuple(fc.array(segments, { maxLength: 3 }), fc.constantFrom('', '/'))
    .map(([parts, end]) => (parts.length === 0 ? '/' : `/${parts.join('/')}${end}`))
    .filter((pathname) => !pathname.includes('//'));

  test('is the one that the router of the platform would find', () => {
    fc.assert(
      fc.property(pathnames, (pathname) => {
        const found = Object.values(PATHS).find((path) => matchPath(path, pathname) !== null);
        expect(routeOf(pathname)).toBe(found);
      }),
    );
  });

  test.each([
    ['/', 'Home · Nobar Now'],
    ['/movie/The%20Kid', 'The Kid · Nobar Now'],
    ['/my-tickets/t1', 'Ticket · Nobar Now'],
    ['/nowhere', 'Page not found · Nobar Now'],
  ])('%s is called %s', (pathname, title) => {
    expect(pageTitle(pathname)).toBe(title);
  });
});

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
    ['...', '/movie/...'],
  ])('%s has a path and comes back from it to the letter', (title, path) => {
    expect(moviePath(title)).toBe(path);
    expect(movieTitleOf(path)).toBe(title);
    expect(movieTitleOf(`${path}/`)).toBe(title);
  });

  test('every title makes the round trip', () => {
    fc.assert(
      fc.property(fc.string({ unit: character, minLength: 1 }), (title) => {
        expect(movieTitleOf(new URL(moviePath(`.${title}`), 'http://cinema').pathname)).toBe(`.${title}`);
      }),
      { examples: [['a/b'], ['%'], ['?'], ['#'], [' '], ['\\'], ['\u0000']] },
    );
  });

  test.each([
    [{}, '/movie/Who%3F'],
    [{ date: undefined, time: undefined }, '/movie/Who%3F'],
    [{ date: '05 Mar' }, '/movie/Who%3F?date=05+Mar'],
    [{ time: '14.30' }, '/movie/Who%3F?time=14.30'],
    [{ date: '05 Mar', time: '14.30' }, '/movie/Who%3F?date=05+Mar&time=14.30'],
  ])('the chosen showtime %o stands in the query', (showtime, path) => {
    expect(moviePath('Who?', showtime)).toBe(path);
  });

  test('date and time read back from the query as they were chosen', () => {
    const { searchParams } = new URL(moviePath('a&date=b', { date: '05 Mar', time: '14.30' }), 'http://cinema');
    expect([...searchParams]).toEqual([
      ['date', '05 Mar'],
      ['time', '14.30'],
    ]);
  });

  test.each([
    ['another page', '/movies'],
    ['the home page', '/'],
    ['no title', '/movie/'],
    ['no title and no slash', '/movie'],
    ['two titles', '/movie/a/b'],
    ['a lone percent sign', '/movie/100%'],
    ['a percent sign before no digits', '/movie/%zz'],
    ['half a character', '/movie/%F0%9F'],
    ['an impossible byte', '/movie/%FF'],
  ])('%s names no film', (_, path) => {
    expect(movieTitleOf(path)).toBeUndefined();
  });
});

describe('issue 6: the path of a ticket', () => {
  test.each([['01a1fe85-65d4-7aa5-91e3-29221a17cbf5'], ['17'], ['a/b'], ['100%'], ['\u{1F3AC}']])(
    '%s has a path and comes back from it',
    (id) => {
      expect(ticketIdOf(ticketPath(id))).toBe(id);
      expect(ticketIdOf(`${ticketPath(id)}/`)).toBe(id);
    },
  );

  test.each([['/my-tickets'], ['/my-tickets/'], ['/my-tickets/a/b'], ['/my-tickets/%zz'], ['/movie/t1']])(
    '%s names no ticket',
    (path) => {
      expect(ticketIdOf(path)).toBeUndefined();
    },
  );
});
