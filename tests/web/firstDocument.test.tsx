import { screen, waitFor, within } from '@testing-library/react';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { messages } from '../fixtures/messages.ts';
import { fetchInProcess } from '../../src/server/pages/fetchInProcess.ts';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import { resumeApp } from '../../src/web/actors/openApp.ts';
import { renderDocument } from '../../src/web/rendering/renderDocument.tsx';
import { screens } from '../fixtures/screens.ts';
import { testEnvironment } from '../fixtures/testEnvironment.ts';
import { nosferatu, theKid } from '../server/catalogueMovies.ts';
import { addPerson, buy } from '../server/people.ts';
import { loadPage, locationOf, pages } from '../../src/web/router/pages.ts';
import { openDocument } from './openDocument.tsx';
import { openTestApp, passTime } from './openProduct.tsx';
import { arriveAt, findSeat, findToast, KID_TONIGHT, statusLine, visitMovies } from './visitor.ts';
import { overloaded, unreachable, type HeldCall, type Network } from './network.ts';

const AN_HOUR = 3_600_000;
const A_DAY = 24 * AN_HOUR;
const NOW = Date.parse('2026-03-05T09:00:00+07:00');
const PUBLIC = [
  ...pages.flatMap(({ route, personal }) =>
    route === undefined || personal !== undefined ? [] : [screens[route].address],
  ),
  '/movies?search=kid',
  '/movie/The%20Kid',
  '/movie/The%20Kid?date=05+Mar',
  KID_TONIGHT,
  '/no/such',
];

describe('the server-rendered document: the browser resumes from its snapshot', () => {
  test.each(PUBLIC)('%s is hydrated without replacing elements and without requests', async (path) => {
    const { network, isSaved, isResumed } = await openDocument(await openTestApp(), path);
    await screen.findByRole('button', { name: 'Sign In' });
    expect(
      [isResumed, isSaved(), network.calls],
      'resumed, unchanged, calls: `data` of a public page with a machine has `accepts`, and `isSettled` if it loads (src/web/actors/pageData.ts)',
    ).toEqual([true, true, []]);
    expect(document.querySelectorAll('title')).toHaveLength(1);
    expect(network.openFeeds() <= (path === KID_TONIGHT ? 1 : 0)).toBe(true);
  });

  test('hydrates in a time zone where it is another day without requests', async () => {
    vi.stubEnv('TZ', 'Pacific/Honolulu');
    const { isSaved, network } = await openDocument(await openTestApp(), KID_TONIGHT);
    await findSeat(1);
    expect([isSaved(), network.calls]).toEqual([true, []]);
  });

  test('the page requests its data again when the user leaves and returns: only the first visit uses the snapshot', async () => {
    const { user, network } = await openDocument(await openTestApp(), KID_TONIGHT);
    await screen.findByRole('button', { name: 'Sign In' });
    await visitMovies(user);
    await user.click(await screen.findByRole('link', { name: 'The Kid 1921' }));
    await arriveAt('/movie/The%20Kid');
    await screen.findByRole('heading', { level: 1, name: 'The Kid 1921' });
    expect(network.callsOf('GET movie/{title}')).toHaveLength(1);
    expect(network.callsOf('GET movie')).toHaveLength(0);
    expect(screen.queryByLabelText(/^Seat 1,/)).toBeNull();
  });

  test('data that the server could not read shows an error message, and Retry requests it from the server', async () => {
    const testApp = await openTestApp();
    await testApp.db.schema.alterTable('movies').renameTo('elsewhere').execute();
    const { user, network } = await openDocument(testApp, KID_TONIGHT);
    expect(network.calls).toEqual([]);
    await testApp.db.schema.alterTable('elsewhere').renameTo('movies').execute();
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'The Kid 1921' })).toBeTruthy();
    expect(await findSeat(1)).toBeTruthy();
  });

  test('a personal page is hydrated, too, and prompts a signed-out user to sign in', async () => {
    const { isSaved, network } = await openDocument(await openTestApp(), '/topup');
    expect(await screen.findByRole('dialog', { name: 'Sign In' })).toBeTruthy();
    expect([isSaved(), network.calls]).toEqual([true, []]);
  });
});

describe('section 2, Screens: a saved document shows at once and is brought up to date', () => {
  test.each([
    ['/', ['GET movie']],
    ['/movies', ['GET movie']],
    ['/about', ['GET movie']],
    ['/movie/The%20Kid', ['GET movie', 'GET movie/{title}']],
    [KID_TONIGHT, ['GET movie', 'GET movie/{title}']],
  ])('%s keeps its elements and requests %j', async (path, kinds) => {
    const { network, isSaved } = await openDocument(await openTestApp(), path, { age: AN_HOUR });
    await screen.findByRole('button', { name: 'Sign In' });
    await network.settle();
    expect([isSaved(), network.calls.map(({ kind }) => kind)]).toEqual([true, kinds]);
    expect(statusLine()).toBe('');
  });

  test('a list of films that changed since is replaced', async () => {
    const testApp = await openTestApp();
    const afterRender = () => seedCatalogue(testApp, [nosferatu, { ...theKid, id: 3, title: 'The General' }], NOW);
    await openDocument(testApp, '/movies', { age: AN_HOUR, afterRender });
    expect(await screen.findByRole('link', { name: /The General/ })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /The Kid/ })).toBeNull();
  });

  test('a hall whose price changed and of which a seat was sold since shows both', async () => {
    const testApp = await openTestApp();
    const buyer = await addPerson(testApp, { balance: 100_000 });
    const afterRender = async () => {
      await buy(testApp, buyer, { seatNumbers: [12] });
      await seedCatalogue(testApp, [{ ...theKid, ticket_price: 36_000 }, nosferatu], NOW);
    };
    await openDocument(testApp, KID_TONIGHT, { age: AN_HOUR, afterRender });
    expect(await screen.findByText('Rp.36.000 a seat')).toBeTruthy();
    await waitFor(async () => expect((await findSeat(12)).textContent).toBe('×'));
  });

  test('a film whose poster has moved since shows the new one, although the old one could not be loaded', async () => {
    const testApp = await openTestApp();
    const afterRender = () => seedCatalogue(testApp, [{ ...theKid, poster_url: '/posters/new.svg' }, nosferatu], NOW);
    const held = Promise.withResolvers<HeldCall>();
    const prepare = ({ holdNext }: Network) => held.resolve(holdNext('GET movie'));
    await openDocument(testApp, '/movies', { age: AN_HOUR, afterRender, prepare });
    const card = await screen.findByRole('link', { name: 'The Kid 1921' });
    card.querySelector('img')?.dispatchEvent(new Event('error'));
    await waitFor(() => expect(card.querySelector('img')).toBeNull());
    (await held.promise).release();
    await waitFor(() => expect(card.querySelector('img')?.getAttribute('src')).toBe('/posters/new.svg'));
  });

  test('a film that has left the programme since shows the page of a missing film', async () => {
    const testApp = await openTestApp();
    const afterRender = () => seedCatalogue(testApp, [nosferatu], NOW);
    await openDocument(testApp, KID_TONIGHT, { age: AN_HOUR, afterRender });
    expect(await screen.findByRole('heading', { level: 1, name: 'Film not found' })).toBeTruthy();
  });

  test('a film stays on the screen when the server has no database', async () => {
    const { network } = await openDocument(await openTestApp(), KID_TONIGHT, {
      age: AN_HOUR,
      prepare: ({ nextCall }) => nextCall('GET movie/{title}', overloaded),
    });
    await waitFor(() => expect(network.unmet()).toEqual([]));
    await network.settle();
    expect(screen.getByRole('heading', { level: 1, name: 'The Kid 1921' })).toBeTruthy();
    expect((await findSeat(12)).ariaDisabled).toBeNull();
  });

  test('a showtime that closed since loses its seats, and the visitor is told', async () => {
    const testApp = await openTestApp();
    await openDocument(testApp, KID_TONIGHT, { age: 12 * AN_HOUR });
    expect(await findToast('bottom-left', messages.showtimeClosed)).toBeTruthy();
    expect(screen.queryByLabelText(/^Seat 1,/)).toBeNull();
  });

  test('without a connection a line says that the page is saved; online again, the line disappears', async () => {
    const { network } = await openDocument(await openTestApp(), '/movies', {
      age: AN_HOUR,
      prepare: ({ nextCall }) => nextCall('GET movie', unreachable),
    });
    await waitFor(() => expect(statusLine()).toBe(messages.savedPage));
    expect(screen.getByRole('link', { name: /The Kid/ })).toBeTruthy();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(statusLine()).toBe(''));
    expect(network.callsOf('GET movie')).toHaveLength(2);
  });

  test('a returning user without a connection is told that the page is saved', async () => {
    const testApp = await openTestApp();
    const { network } = await openDocument(testApp, '/movies', {
      age: AN_HOUR,
      person: await addPerson(testApp),
      prepare: ({ nextCall }) => {
        nextCall('GET movie', unreachable);
        nextCall('GET user/info', unreachable);
      },
    });
    // The session retries after one second, the films after 15 s.
    const retry = network.holdNext('GET user/info');
    await passTime(testApp, 1000);
    await retry.arrived;
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeTruthy();
    expect(statusLine()).toBe(messages.savedPage);
  });

  test('with a device clock that is a day ahead, the response corrects the clock before the page uses it', async () => {
    const { isSaved, network } = await openDocument(await openTestApp(), KID_TONIGHT, { ahead: A_DAY });
    await network.settle();
    expect((await findSeat(1)).getAttribute('aria-disabled')).toBeNull();
    expect(isSaved()).toBe(true);
    expect(screen.queryByText(messages.showtimeClosed)).toBeNull();
  });
});

const record = v.record(v.string(), v.unknown());

/** Replaces one nested value in a JSON text. */
function put(text: string, path: readonly string[], value: unknown): string {
  const whole = v.parse(record, JSON.parse(text));
  let parent = whole;
  for (const name of path.slice(0, -1)) {
    const next = v.parse(record, parent[name]);
    parent[name] = next;
    parent = next;
  }
  const last = path.at(-1);
  if (last !== undefined) parent[last] = value;
  return JSON.stringify(whole);
}

const MOVIES = ['app', 'children', 'movies', 'snapshot'];
const PAGE = ['app', 'children', 'page'];

describe('the server-rendered document: an invalid snapshot leads to a fresh start, not to a broken page', () => {
  test('the page requests its data', async () => {
    const { isResumed, network } = await openDocument(await openTestApp(), KID_TONIGHT, { change: () => '{' });
    expect(isResumed).toBe(false);
    await findSeat(1);
    await within(screen.getByRole('banner')).findByRole('button', { name: 'Sign In' });
    expect(network.calls.map(({ kind }) => kind).toSorted()).toEqual([
      'GET booked-seats/{title}',
      'GET movie',
      'GET movie/{title}',
    ]);
  });

  const INVALID: readonly (readonly [name: string, change: (text: string) => string])[] = [
    ['invalid JSON', (text) => text.slice(1)],
    ['another shape', () => '{"renderedAt":1,"app":{}}'],
    ['a render time two days ago', (text) => put(text, ['renderedAt'], Date.parse('2026-03-03T09:00:00+07:00'))],
    ['a render time two days ahead', (text) => put(text, ['renderedAt'], Date.parse('2026-03-07T11:00:00+07:00'))],
    ['an unknown state of the root', (text) => put(text, ['app', 'value'], { visitor: 'dancing', parent: 'public' })],
    ['a root without children', (text) => put(text, ['app', 'children'], {})],
    ['invalid films', (text) => put(text, [...MOVIES, 'context', 'movies'], [{ title: 'One' }])],
    ['a root that has ended', (text) => put(text, ['app', 'status'], 'done')],
    ['a page without a machine', (text) => put(text, PAGE, undefined)],
    ['a page with the machine of another one', (text) => put(text, [...PAGE, 'src'], 'ticket')],
    [
      'a page in a state that needs a user action',
      (text) => put(text, [...PAGE, 'snapshot', 'value'], { choosing: { hall: 'confirming' } }),
    ],
    ['a page of another film', (text) => put(text, [...PAGE, 'snapshot', 'context', 'title'], nosferatu.title)],
    [
      'a page with an invalid film',
      (text) => put(text, [...PAGE, 'snapshot', 'context', 'movie'], { title: theKid.title }),
    ],
    [
      'a page with invalid seats',
      (text) => put(text, [...PAGE, 'snapshot', 'children', 'hall', 'snapshot', 'context', 'report', 'sold'], ['x']),
    ],
    [
      'a page with an unknown state of a child',
      (text) => put(text, [...PAGE, 'snapshot', 'children', 'seatView', 'snapshot', 'value'], 'x'),
    ],
  ];

  test('a snapshot with invalid data, of another page or of another time is not resumed', async () => {
    const cinema = await openTestApp();
    const url = new URL(KID_TONIGHT, window.location.href);
    const request = { url, fetch: fetchInProcess(cinema.app), now: cinema.clock.now, zone: cinema.zone };
    const { snapshot } = await renderDocument(request, 30_000);
    const resumes = async (text: string) => {
      const app = await resumeApp({ environment: testEnvironment(), loadPage }, text, locationOf(url));
      app?.stop();
      return app !== undefined;
    };
    expect(await resumes(snapshot), 'the snapshot itself').toBe(true);
    for (const [name, change] of INVALID) expect(await resumes(change(snapshot)), name).toBe(false);
  });
});
