import type { Locator, Page } from 'playwright-core';
import * as v from 'valibot';
import { describe } from 'vitest';
import { messages } from '../fixtures/messages.ts';
import { rounds } from '../rounds.ts';
import { buySeats } from './callApi.ts';
import { overlay } from './everyPage.ts';
import { testInMotion as test } from './inChromium.ts';
import { openFromCachedShell } from './openFromCachedShell.ts';
import { signUpMember } from './people.ts';
import { addressOf, showtimeWithoutHolds, tomorrowEvening } from './showtimes.ts';
import { seatName } from '#messages/seats.ts';

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];

/** A request that the page waits for, and an element that shows once its response is rendered. */
type Arrival = readonly [request: RegExp, sign: (page: Page) => Locator];

interface Arriving {
  readonly name: string;
  readonly path: string;
  /** Whether the user is signed in and has a ticket. */
  readonly isMember?: true;
  /** Whether the server renders the page. Otherwise the browser renders it into the cached shell. */
  readonly isRendered?: true;
  readonly arrivals: readonly Arrival[];
}

const code = (chunk: string) => new RegExp(`/assets/${chunk}-[^/]*\\.js$`);
const SCRIPTS = /\/assets\/[^/]*\.js$/;
const MOVIES = /\/api\/movie$/;
const MOVIE = /\/api\/movie\/./;
const SEATS = /\/api\/booked-seats\/[^/]+$/;
const USER = /\/api\/user\/info$/;
const TICKETS = /\/api\/user\/tickets$/;

const moviePage = addressOf('Metropolis', showtimeWithoutHolds());
const frame = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const main = (page: Page) => page.getByRole('main');
const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name });
const metropolis = (page: Page) => main(page).getByRole('link', { name: 'Metropolis 1927' });
const seat = (page: Page) => page.getByRole('button', { name: seatName(1) });
const waitingForSeats = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading seats' });
const buyButton = (page: Page) => page.getByRole('button', { name: 'Buy Tickets' });
const signIn = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign In' });
const displayName = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Siti Rahayu' });

const ticketActions = (page: Page) => main(page).getByRole('button', { name: 'Cancel' });
const balance = (page: Page) => main(page).getByText('Balance');

/** The page with the most arrivals, for which the check has time. */
const SESSION_LAST: Arriving = {
  name: 'a showtime, the session last',
  path: moviePage,
  isMember: true,
  arrivals: [
    [code('MoviePage'), frame],
    [MOVIE, waitingForSeats],
    [SEATS, seat],
    [USER, buyButton],
  ],
};

const PAGES: readonly Arriving[] = [
  {
    name: 'Home',
    path: '/',
    arrivals: [
      [code('HomePage'), heading('Welcome to Nobar Now')],
      [MOVIES, metropolis],
    ],
  },
  {
    name: 'Movies',
    path: '/movies',
    arrivals: [
      [code('MoviesPage'), heading('Movies')],
      [MOVIES, metropolis],
    ],
  },
  {
    name: 'a film',
    path: '/movie/Metropolis',
    arrivals: [
      [code('MoviePage'), frame],
      [MOVIE, (page) => page.getByText(messages.selectShowtime)],
    ],
  },
  // A server-rendered page still waits for its scripts, and for the responses about a signed-in user.
  { name: 'a showtime', path: moviePage, isRendered: true, arrivals: [[SCRIPTS, signIn]] },
  {
    name: 'a showtime, the session first',
    path: moviePage,
    isMember: true,
    arrivals: [
      [USER, displayName],
      [code('MoviePage'), frame],
      [MOVIE, waitingForSeats],
      [SEATS, seat],
    ],
  },
  SESSION_LAST,
  {
    name: 'My Tickets',
    path: '/my-tickets',
    isMember: true,
    arrivals: [
      [code('MyTicketsPage'), heading('My Tickets')],
      [USER, displayName],
      [TICKETS, ticketActions],
    ],
  },
  {
    name: 'Top Up',
    path: '/topup',
    isMember: true,
    arrivals: [
      [code('TopUpPage'), heading('Top Up')],
      [USER, balance],
    ],
  },
  {
    name: 'a showtime',
    path: moviePage,
    isMember: true,
    isRendered: true,
    arrivals: [
      [SCRIPTS, seat],
      [USER, buyButton],
    ],
  },
  {
    name: 'My Tickets',
    path: '/my-tickets',
    isMember: true,
    isRendered: true,
    arrivals: [
      [SCRIPTS, heading('My Tickets')],
      [USER, displayName],
      [TICKETS, ticketActions],
    ],
  },
  {
    name: 'Top Up',
    path: '/topup',
    isMember: true,
    isRendered: true,
    arrivals: [
      [SCRIPTS, heading('Top Up')],
      [USER, balance],
    ],
  },
];

/** Ignores smaller shifts: a late font changes the width of a text by less than a pixel. */
const NOTICED = 0.001;
/** The limit while the first fonts are loading, when all texts change their width at once. */
const NOTICED_BEFORE_FACES = 0.005;

const jumpsSchema = v.array(v.object({ value: v.number(), at: v.number(), moved: v.string() }));

/** Holds back all requests of the page and releases them one by one; gives the layout shifts. */
async function layoutShifts(page: Page, { path, arrivals }: Arriving): Promise<string[]> {
  const gates = arrivals.map(([what]) => ({ what, ...Promise.withResolvers<void>() }));
  for (const { what, promise } of gates) {
    await page.route(what, async (route) => {
      await promise;
      await route.continue();
    });
  }
  await page.addInitScript(() => {
    const jumps: { value: number; at: number; moved: string }[] = [];
    Reflect.set(window, 'jumps', jumps);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources: { node: unknown }[] = Reflect.get(entry, 'sources');
        const moved = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 60) : 'text'));
        jumps.push({ value: Reflect.get(entry, 'value'), at: entry.startTime, moved: moved.join(', ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path, { waitUntil: 'commit' });
  await frame(page).waitFor();
  await page.evaluate(async () => void (await document.fonts.ready));
  // A loaded font is painted in the next frame.
  await nextFrames(page);
  const facesAt = await page.evaluate(() => performance.now());
  for (const [index, [, sign]] of arrivals.entries()) {
    gates[index]?.resolve();
    await sign(page).waitFor();
    await nextFrames(page);
  }
  await overlay(page).waitFor({ state: 'detached' });
  await nextFrames(page);
  const jumps = v.parse(jumpsSchema, await page.evaluate(() => Reflect.get(window, 'jumps')));
  return jumps
    .filter(({ value, at }) => value >= (at > facesAt ? NOTICED : NOTICED_BEFORE_FACES))
    .map(({ value, moved }) => `${value}: ${moved}`);
}

async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
  );
}

/** The label Screen in front of the seats, which the skeleton has as well. */
const hall = (page: Page) => main(page).getByText('Screen', { exact: true });

describe.concurrent('speed: no layout shift while scripts and responses arrive one by one', () => {
  test('the seats have the position of their skeleton, below a description of one line', async ({ expect, visit }) => {
    const { page } = await visit({ viewport: { width: 1280, height: 800 } });
    await openFromCachedShell(page);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(MOVIE, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(moviePage, { waitUntil: 'commit' });
    await hall(page).waitFor();
    // Texts break into lines differently before their fonts are loaded.
    await page.evaluate(async () => void (await document.fonts.ready));
    await nextFrames(page);
    // The page's own code replaces the first skeleton, which is not on the screen for a moment.
    let before = await hall(page).boundingBox();
    await expect.poll(async () => (before = await hall(page).boundingBox())).not.toBeNull();
    release();
    await seat(page).waitFor();
    await nextFrames(page);
    expect(await hall(page).boundingBox()).toEqual(before);
  });

  for (const [index, arriving] of rounds([SESSION_LAST], PAGES).entries()) {
    const { name, isMember = false, isRendered = false } = arriving;
    const who = isMember ? 'signed in' : 'signed out';
    const how = isRendered ? 'as the server rendered it' : 'into the cached shell';
    for (const viewport of rounds(SIZES.slice(0, 1), SIZES)) {
      test(`${name}, ${who}, ${how}, at ${viewport.width} px`, async ({ expect, product, visit }) => {
        const member = isMember ? await signUpMember(product.url, { balance: 500_000 }) : undefined;
        const seatNumbers = [SIZES.indexOf(viewport) + 1 + 2 * index];
        if (member !== undefined) await buySeats(product.url, member, 'The Kid', tomorrowEvening(), seatNumbers);
        const { page } = await visit({ viewport, token: member?.token });
        if (!isRendered) await openFromCachedShell(page);
        expect(await layoutShifts(page, arriving)).toEqual([]);
      });
    }
  }
});
