import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StateMachine, type AnyStateMachine } from 'xstate';
import { moviePath, PATHS, ticketPath } from '#domain/paths.ts';
import { appMachine } from '#machines/appMachine.ts';
import { doorMachine } from '#machines/doorMachine.ts';
import { locationAt, titleOf, pages } from '../../src/web/router/pages.ts';
import { character } from '../arbitraries.ts';
import { machineFixtures } from '../fixtures/machineFixtures.ts';
import { takeComplaints } from './complaints.ts';

function at(pathname: string) {
  return locationAt({ pathname, search: '' });
}

/** Paths, and the section and the guard of their pages. */
const SECTIONS = [
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
] as const;

/** The ids of a machine and of all machines that it can invoke or spawn. */
function idsIn(machine: AnyStateMachine): string[] {
  const actors: unknown[] = Object.values(machine.implementations.actors);
  return [machine.id, ...actors.filter((actor) => actor instanceof StateMachine).flatMap(idsIn)];
}

describe('section 2: the route table', () => {
  test('has a page for each path and a 404 page', () => {
    expect(
      new Set(pages.map(({ route }) => route)),
      'declare in src/web/router/pages.ts the page of each path in src/domain/paths.ts',
    ).toEqual(new Set([...Object.values(PATHS), undefined]));
  });

  test('names the machine that each page module exports', async () => {
    for (const { fetch, machine, module } of pages) {
      const { data } = await fetch();
      expect(machine, `\`machine\` of ${module} in src/web/router/pages.ts is its \`data.machine\``).toBe(
        data?.machine.id,
      );
    }
  });

  test('the root, a page or the door runs every machine of the product', async () => {
    const modules = await Promise.all(pages.map((page) => page.fetch()));
    const known = new Set(
      [
        appMachine,
        doorMachine,
        ...modules.flatMap(({ data }) => [data?.machine ?? [], data?.command ?? []].flat()),
      ].flatMap(idsIn),
    );
    const missing = Object.keys(machineFixtures).filter((id) => !known.has(id));
    expect(missing.map((id) => `Neither the root, nor a page, nor the door runs machines/${id}Machine.ts`)).toEqual([]);
  });

  test.each(SECTIONS)('%s belongs to the section %s and its guard is %s', (pathname, section, personal) => {
    const location = at(pathname);
    expect({ section: location.section, personal: location.personal }).toEqual({ section, personal });
  });

  test.each([
    ['/Movie/The%20Kid/', 'The Kid · Nobar Now'],
    ['/my-tickets/t1', 'Ticket · Nobar Now'],
    ['/movie/a/b', 'Page not found · Nobar Now'],
  ])('the title of %s is %s', (pathname, title) => {
    expect(titleOf(at(pathname))).toBe(title);
  });
});

describe('reliability 16: parameters in paths', () => {
  test('a path with any film title is parsed to exactly that title, also with a trailing slash', () => {
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

  test('a path with a ticket id is parsed to that id', () => {
    expect(at(ticketPath('a/b')).params).toEqual({ ticketId: 'a/b' });
  });
});

describe('a path with broken percent-encoding', () => {
  test.each([
    ['a lone percent sign', '/movie/100%'],
    ['a percent sign without hexadecimal digits', '/movie/%zz'],
    ['an incomplete character', '/movie/%F0%9F'],
    ['an invalid byte', '/movie/%FF'],
  ])('%s yields no film title', (_, pathname) => {
    expect(at(pathname).params).toEqual({});
    expect(takeComplaints().join('\n')).toContain('malformed URL segment');
  });
});
