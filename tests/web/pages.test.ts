import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moviePath, PATHS, ticketPath } from '#domain/paths.ts';
import { locationAt, pages } from '../../src/web/app/pages.ts';
import { character } from '../arbitraries.ts';
import { takeComplaints } from './complaints.ts';

function at(pathname: string) {
  return locationAt({ pathname, search: '' });
}

describe('section 2: the route table', () => {
  test('has a page for each path, and one where there is none', () => {
    expect(new Set(pages.map(({ route }) => route))).toEqual(new Set([...Object.values(PATHS), undefined]));
  });

  test.each([
    ['/', 'home', undefined],
    ['/movies', 'movies', undefined],
    ['/movie/Metropolis', 'movies', undefined],
    ['/movie/Metropolis/', 'movies', undefined],
    ['/my-tickets', 'tickets', 'guarded'],
    ['/my-tickets/t1', 'tickets', 'guardsItself'],
    ['/topup', 'topup', 'guarded'],
    ['/withdraw', 'withdraw', 'guarded'],
    ['/about', undefined, undefined],
    ['/my-info', undefined, 'guarded'],
    ['/transactions', undefined, 'guarded'],
    ['/TopUp/', 'topup', 'guarded'],
    ['/MOVIE/Metropolis', 'movies', undefined],
    ['/topup/more', undefined, undefined],
    ['/moviestar', undefined, undefined],
    ['/movie', undefined, undefined],
    ['/movie/a/b', undefined, undefined],
  ])('%s belongs to the section %s and is %s', (pathname, section, personal) => {
    const location = at(pathname);
    expect({ section: location.section, personal: location.personal }).toEqual({ section, personal });
  });

  test.each([
    ['/Movie/The%20Kid/', 'The Kid · Nobar Now'],
    ['/my-tickets/t1', 'Ticket · Nobar Now'],
    ['/movie/a/b', 'Page not found · Nobar Now'],
  ])('%s is called %s', (pathname, title) => {
    expect(at(pathname).title).toBe(title);
  });
});

describe('promise 16: the film of an address', () => {
  test('every title comes back from its path to the letter, with a slash at the end, too', () => {
    const titles = ['Face/Off', '100%', '50%2F50', '%252F', 'You & I', 'Who?', '#1', 'Romeo + Juliet', 'Cafe\u0301'];
    fc.assert(
      fc.property(fc.string({ unit: character, minLength: 1 }), (title) => {
        const { pathname } = new URL(moviePath(`.${title}`), 'http://cinema');
        expect(at(pathname).params).toEqual({ movieTitle: `.${title}` });
        expect(at(`${pathname}/`).params).toEqual({ movieTitle: `.${title}` });
      }),
      { examples: [...titles, '..', ' ', '\\', '\u0000'].map((title) => [title]) },
    );
  });

  test('every ticket makes the round trip', () => {
    expect(at(ticketPath('a/b')).params).toEqual({ ticketId: 'a/b' });
  });
});

describe('an address with a broken percent-encoding', () => {
  test.each([
    ['a lone percent sign', '/movie/100%'],
    ['a percent sign before no digits', '/movie/%zz'],
    ['half a character', '/movie/%F0%9F'],
    ['an impossible byte', '/movie/%FF'],
  ])('%s names no film', (_, pathname) => {
    expect(at(pathname).params).toEqual({});
    expect(takeComplaints().join('\n')).toContain('malformed URL segment');
  });
});
