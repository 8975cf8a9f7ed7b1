import { screen, waitFor, within } from '@testing-library/react';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { screens } from '../fixtures/screens.ts';
import { nosferatu, theKid } from '../server/catalogueMovies.ts';
import { addPerson, buy } from '../server/people.ts';
import { pages } from '../../src/web/app/pages.ts';
import { openDocument } from './openDocument.tsx';
import { openTestApp } from './openProduct.tsx';
import { arriveAt, clickSeats, findSeat, KID_TONIGHT, visitMovies } from './visitor.ts';
import { unreachable, type HeldCall } from './network.ts';

const A_DAY = 86_400_000;
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
    expect([isResumed, isSaved(), network.calls]).toEqual([true, true, []]);
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

  test.each([A_DAY, -A_DAY])(
    'with a device clock that is %i ms ahead, only the server’s time is requested',
    async (ahead) => {
      const { isSaved, network } = await openDocument(await openTestApp(), KID_TONIGHT, { ahead });
      await findSeat(1);
      expect([isSaved(), network.calls.map(({ kind }) => kind)]).toEqual([true, ['GET health/live']]);
    },
  );

  test('a page whose request for the server’s time fails shows no error', async () => {
    const { network, isResumed } = await openDocument(await openTestApp(), KID_TONIGHT, {
      ahead: A_DAY,
      prepare: ({ nextCall }) => nextCall('GET health/live', unreachable),
    });
    await findSeat(1);
    await network.settle();
    expect([isResumed, screen.queryByRole('alert')]).toEqual([true, null]);
  });

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
    await waitFor(() => expect(network.openFeeds(), 'the open feeds of live seats').toBe(1));
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
    ['invalid seats', (text) => put(text, [...PAGE, 'snapshot', 'context', 'booked'], ['x'])],
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
