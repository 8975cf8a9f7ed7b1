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

describe('the first document: the browser goes on where the server stood', () => {
  test.each(PUBLIC)('%s is taken over as it came, and nothing is requested again', async (path) => {
    const { network, isSaved, isResumed } = await openDocument(await openTestApp(), path);
    await screen.findByRole('button', { name: 'Sign In' });
    expect([isResumed, isSaved(), network.calls]).toEqual([true, true, []]);
    expect(document.querySelectorAll('title')).toHaveLength(1);
    expect(network.openFeeds() <= (path === KID_TONIGHT ? 1 : 0)).toBe(true);
  });

  test.each(['Pacific/Honolulu', 'Pacific/Kiritimati'])('also where the browser stands in %s', async (zone) => {
    vi.stubEnv('TZ', zone);
    const { isSaved, network } = await openDocument(await openTestApp(), KID_TONIGHT);
    await findSeat(1);
    expect([isSaved(), network.calls]).toEqual([true, []]);
  });

  test.each([A_DAY, -A_DAY])(
    'with a device clock that is %i ms ahead, only the server’s time is requested',
    async (ahead) => {
      const { isSaved, network } = await openDocument(await openTestApp(), KID_TONIGHT, { ahead });
      await findSeat(1);
      expect([isSaved(), network.calls.map(({ kind }) => kind)]).toEqual([true, ['GET health/live']]);
    },
  );

  test('a page whose request for the server’s time is lost goes on without a word', async () => {
    const { network, isResumed } = await openDocument(await openTestApp(), KID_TONIGHT, {
      ahead: A_DAY,
      prepare: ({ nextCall }) => nextCall('GET health/live', unreachable),
    });
    await findSeat(1);
    await network.settle();
    expect([isResumed, screen.queryByRole('alert')]).toEqual([true, null]);
  });

  test('somebody with a token: the page stands at once, and only the account is requested', async () => {
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

  test('a hall is live: a seat sold after the document was rendered is taken, and one of one\u2019s own can be chosen', async () => {
    const testApp = await openTestApp();
    const { user, network } = await openDocument(testApp, KID_TONIGHT);
    await waitFor(() => expect(network.openFeeds(), 'the open feeds of live seats').toBe(1));
    await buy(testApp, await addPerson(testApp, { balance: 100_000 }), { seatNumbers: [12] });
    await waitFor(async () => expect((await findSeat(12)).textContent).toBe('×'));
    await clickSeats(user, [13]);
    expect(screen.getByText('Rp.35.000')).toBeTruthy();
    expect(network.calls).toEqual([]);
  });

  test('another page and back requests as ever: the snapshot is of the arrival', async () => {
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

  test('the seats that this tab saved are chosen again; one sold meanwhile is named', async () => {
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

  test('what the server could not read shows an error message with a Retry that queries the cinema', async () => {
    const testApp = await openTestApp();
    await testApp.db.schema.alterTable('movies').renameTo('elsewhere').execute();
    const { user, network } = await openDocument(testApp, KID_TONIGHT);
    expect(network.calls).toEqual([]);
    await testApp.db.schema.alterTable('elsewhere').renameTo('movies').execute();
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'The Kid 1921' })).toBeTruthy();
    expect(await findSeat(1)).toBeTruthy();
  });

  test('a personal page is taken over, too, and prompts a stranger to sign in', async () => {
    const { isSaved, network } = await openDocument(await openTestApp(), '/topup');
    expect(await screen.findByRole('dialog', { name: 'Sign In' })).toBeTruthy();
    expect([isSaved(), network.calls]).toEqual([true, []]);
  });
});

const record = v.record(v.string(), v.unknown());

/** Changes one value deep in JSON. */
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

describe('the first document: a snapshot that cannot be gone on from means a fresh start, never a broken page', () => {
  test.each<[string, (text: string) => string | undefined]>([
    ['missing', () => undefined],
    ['empty', () => ''],
    ['not JSON', (text) => text.slice(1)],
    ['of another shape', () => '{"renderedAt":1,"app":{}}'],
    ['two days old', (text) => put(text, ['renderedAt'], Date.parse('2026-03-03T09:00:00+07:00'))],
    ['of the day after tomorrow', (text) => put(text, ['renderedAt'], Date.parse('2026-03-07T11:00:00+07:00'))],
    ['without a root state', (text) => put(text, ['app', 'value'], { visitor: 'dancing', parent: 'public' })],
    ['without its children', (text) => put(text, ['app', 'children'], {})],
    ['with a child in no state', (text) => put(text, [...MOVIES, 'value'], 'dancing')],
    ['with films that are none', (text) => put(text, [...MOVIES, 'context', 'movies'], [{ title: 'One' }])],
    ['of a root that has ended', (text) => put(text, ['app', 'status'], 'done')],
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
    ['in no state', (text) => put(text, [...PAGE, 'snapshot', 'value'], 'dancing')],
    [
      'in a state of a visitor',
      (text) => put(text, [...PAGE, 'snapshot', 'value'], { choosing: { hall: 'confirming' } }),
    ],
    ['of another film', (text) => put(text, [...PAGE, 'snapshot', 'context', 'title'], nosferatu.title)],
    [
      'with a film that is none',
      (text) => put(text, [...PAGE, 'snapshot', 'context', 'movie'], { title: theKid.title }),
    ],
    ['with seats that are none', (text) => put(text, [...PAGE, 'snapshot', 'context', 'booked'], ['x'])],
    [
      'with a child in no state',
      (text) => put(text, [...PAGE, 'snapshot', 'children', 'seatView', 'snapshot', 'value'], 'x'),
    ],
  ])('of the page: %s', async (_, change) => {
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
