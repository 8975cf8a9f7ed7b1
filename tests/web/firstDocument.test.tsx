import { screen, waitFor, within } from '@testing-library/react';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { messages } from '../fixtures/messages.ts';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import { screens } from '../fixtures/screens.ts';
import { nosferatu, theKid } from '../server/catalogueMovies.ts';
import { addPerson, buy } from '../server/people.ts';
import { renderDocument } from '../../src/web/rendering/renderDocument.tsx';
import { pages } from '../../src/web/router/pages.ts';
import { openDocument } from './openDocument.tsx';
import { openTestApp, passTime } from './openProduct.tsx';
import { arriveAt, clickSeats, findSeat, findToast, KID_TONIGHT, statusLine, visitMovies } from './visitor.ts';
import { broken, overloaded, unreachable, type HeldCall, type Network } from './network.ts';

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

  test.each(['Pacific/Honolulu', 'Pacific/Kiritimati'])(
    'hydrates in the time zone %s without requests',
    async (zone) => {
      vi.stubEnv('TZ', zone);
      const { isSaved, network } = await openDocument(await openTestApp(), KID_TONIGHT);
      await findSeat(1);
      expect([isSaved(), network.calls]).toEqual([true, []]);
    },
  );

  test('with a stored token the page shows at once, and the browser requests only the account', async () => {
    const testApp = await openTestApp();
    const held = Promise.withResolvers<HeldCall>();
    const { network, isSaved } = await openDocument(testApp, KID_TONIGHT, {
      person: await addPerson(testApp),
      prepare: ({ holdNext }) => held.resolve(holdNext('GET user/info')),
    });
    const userInfo = await held.promise;
    await userInfo.arrived;
    expect(screen.queryByText('Loading', { selector: '[role=status]' })).toBeNull();
    expect(within(screen.getByRole('banner')).queryByRole('button', { name: 'Sign In' })).toBeNull();
    userInfo.release();
    await screen.findByRole('button', { name: 'A Person' });
    await waitFor(() => expect(network.calls.map(({ kind }) => kind)).toEqual(['GET user/info', 'GET user/tickets']));
    expect(isSaved()).toBe(true);
  });

  test('the seat map is live: it marks a seat sold after rendering as taken, and the user can choose another', async () => {
    const testApp = await openTestApp();
    const { user, network } = await openDocument(testApp, KID_TONIGHT);
    await waitFor(() => expect(network.openFeeds(), 'the open seat feeds').toBe(1));
    await buy(testApp, await addPerson(testApp, { balance: 100_000 }), { seatNumbers: [12] });
    await waitFor(async () => expect((await findSeat(12)).textContent).toBe('×'));
    await clickSeats(user, [13]);
    expect(screen.getByText('Rp.35.000')).toBeTruthy();
    expect(network.calls).toEqual([]);
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

  test('restores the seats that this tab saved and names one that was sold since', async () => {
    const testApp = await openTestApp();
    const savedTickets = [{ title: 'The Kid', date: '05 Mar', time: '20.35', seatNumbers: [12, 13] }];
    window.sessionStorage.setItem('nobar-now.seats', JSON.stringify(savedTickets));
    await buy(testApp, await addPerson(testApp, { balance: 100_000 }), { seatNumbers: [12] });
    const { isSaved, network } = await openDocument(testApp, KID_TONIGHT);
    await waitFor(async () => expect((await findSeat(13)).getAttribute('aria-pressed')).toBe('true'));
    expect((await findSeat(12)).getAttribute('aria-pressed')).toBe('false');
    expect((await screen.findByRole('alert')).textContent).toBe('Seat 12 has just been taken');
    expect([isSaved(), network.calls]).toEqual([true, []]);
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

const fetchThatWaits = () => Promise.withResolvers<Response>().promise;

test('the server does not render the document of Home when the films do not arrive in time', async () => {
  const url = new URL('/', window.location.href);
  await expect(renderDocument({ url, fetch: fetchThatWaits, now: NOW, zone: 'Asia/Jakarta' }, 20)).rejects.toThrow(
    /20 ms/,
  );
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

  test('a film whose price changed since shows the new price', async () => {
    const testApp = await openTestApp();
    const afterRender = () => seedCatalogue(testApp, [{ ...theKid, ticket_price: 36_000 }, nosferatu], NOW);
    await openDocument(testApp, '/movie/The%20Kid', { age: AN_HOUR, afterRender });
    expect(await screen.findByText('Rp.36.000 a seat')).toBeTruthy();
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

  test.each([
    ['cannot be reached', unreachable],
    ['has no database', overloaded],
    ['fails', broken],
  ])('a film stays on the screen when the server %s', async (_, response) => {
    const { network } = await openDocument(await openTestApp(), KID_TONIGHT, {
      age: AN_HOUR,
      prepare: ({ nextCall }) => nextCall('GET movie/{title}', response),
    });
    await waitFor(() => expect(network.unmet()).toEqual([]));
    await network.settle();
    expect(screen.getByRole('heading', { level: 1, name: 'The Kid 1921' })).toBeTruthy();
    expect((await findSeat(12)).ariaDisabled).toBeNull();
  });

  test('a seat that was sold since is marked as taken', async () => {
    const testApp = await openTestApp();
    const buyer = await addPerson(testApp, { balance: 100_000 });
    const afterRender = () => buy(testApp, buyer, { seatNumbers: [12] });
    await openDocument(testApp, KID_TONIGHT, { age: AN_HOUR, afterRender });
    await waitFor(async () => expect((await findSeat(12)).textContent).toBe('×'));
  });

  test('a showtime that closed since loses its seats, and the visitor is told', async () => {
    const testApp = await openTestApp();
    await openDocument(testApp, KID_TONIGHT, { age: 12 * AN_HOUR });
    expect(await findToast('bottom-left', messages.showtimeClosed)).toBeTruthy();
    expect(screen.queryByLabelText(/^Seat 1,/)).toBeNull();
  });

  test('a date that midnight has removed from the offer is no longer listed', async () => {
    const testApp = await openTestApp();
    await openDocument(testApp, '/movie/The%20Kid', { age: 15 * AN_HOUR });
    await waitFor(() => expect(screen.queryByRole('button', { name: '05 Mar' })).toBeNull());
    expect(screen.getByRole('button', { name: '10 Mar' })).toBeTruthy();
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
    await network.holdNext('GET user/info').arrived;
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeTruthy();
    expect(statusLine()).toBe(messages.savedPage);
  });

  test('the films are requested again every 15 s while the server is unreachable', async () => {
    const testApp = await openTestApp();
    const { network } = await openDocument(testApp, '/movies', {
      age: AN_HOUR,
      prepare: ({ nextCall }) => nextCall('GET movie', unreachable),
    });
    await waitFor(() => expect(statusLine()).toBe(messages.savedPage));
    await passTime(testApp, 14_000);
    expect(network.callsOf('GET movie')).toHaveLength(1);
    await passTime(testApp, 1500);
    expect(network.callsOf('GET movie')).toHaveLength(2);
    await waitFor(() => expect(statusLine()).toBe(''));
  });

  test.each([A_DAY, -A_DAY])(
    'with a device clock that is %i ms ahead, the response corrects the clock before the page uses it',
    async (ahead) => {
      const { isSaved, network } = await openDocument(await openTestApp(), KID_TONIGHT, { ahead });
      await network.settle();
      expect((await findSeat(1)).getAttribute('aria-disabled')).toBeNull();
      expect(isSaved()).toBe(true);
      expect(screen.queryByText(messages.showtimeClosed)).toBeNull();
    },
  );
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
  test.each<[string, (text: string) => string | undefined]>([
    ['missing', () => undefined],
    ['an empty text', () => ''],
    ['invalid JSON', (text) => text.slice(1)],
    ['another shape', () => '{"renderedAt":1,"app":{}}'],
    ['a render time two days ago', (text) => put(text, ['renderedAt'], Date.parse('2026-03-03T09:00:00+07:00'))],
    ['a render time two days ahead', (text) => put(text, ['renderedAt'], Date.parse('2026-03-07T11:00:00+07:00'))],
    ['an unknown state of the root', (text) => put(text, ['app', 'value'], { visitor: 'dancing', parent: 'public' })],
    ['a root without children', (text) => put(text, ['app', 'children'], {})],
    ['an unknown state of a child', (text) => put(text, [...MOVIES, 'value'], 'dancing')],
    ['invalid films', (text) => put(text, [...MOVIES, 'context', 'movies'], [{ title: 'One' }])],
    ['a root that has ended', (text) => put(text, ['app', 'status'], 'done')],
  ])('%s', async (_, change) => {
    const { isResumed, network } = await openDocument(await openTestApp(), KID_TONIGHT, { change });
    expect(isResumed).toBe(false);
    await findSeat(1);
    await within(screen.getByRole('banner')).findByRole('button', { name: 'Sign In' });
    expect(network.calls.map(({ kind }) => kind).toSorted()).toEqual([
      'GET booked-seats/{title}',
      'GET movie',
      'GET movie/{title}',
    ]);
  });

  test.each<[string, (text: string) => string]>([
    ['no machine', (text) => put(text, PAGE, undefined)],
    ['a machine of another page', (text) => put(text, [...PAGE, 'src'], 'ticket')],
    ['a machine that the product does not have', (text) => put(text, [...PAGE, 'src'], 'dance')],
    ['an unknown state', (text) => put(text, [...PAGE, 'snapshot', 'value'], 'dancing')],
    [
      'a state that needs a user action',
      (text) => put(text, [...PAGE, 'snapshot', 'value'], { choosing: { hall: 'confirming' } }),
    ],
    ['another film', (text) => put(text, [...PAGE, 'snapshot', 'context', 'title'], nosferatu.title)],
    ['an invalid film', (text) => put(text, [...PAGE, 'snapshot', 'context', 'movie'], { title: theKid.title })],
    [
      'invalid seats',
      (text) => put(text, [...PAGE, 'snapshot', 'children', 'hall', 'snapshot', 'context', 'sold'], ['x']),
    ],
    [
      'an unknown state of a child',
      (text) => put(text, [...PAGE, 'snapshot', 'children', 'seatView', 'snapshot', 'value'], 'x'),
    ],
  ])('in the page: %s', async (_, change) => {
    const { isResumed, network } = await openDocument(await openTestApp(), KID_TONIGHT, { change });
    expect(isResumed).toBe(false);
    await findSeat(1);
    await within(screen.getByRole('banner')).findByRole('button', { name: 'Sign In' });
    expect(network.calls.map(({ kind }) => kind).toSorted()).toEqual([
      'GET booked-seats/{title}',
      'GET movie',
      'GET movie/{title}',
    ]);
  });
});
