import type { BrowserContext, Locator, Page } from 'playwright-core';
import * as v from 'valibot';
import { addressOf, tomorrowEvening } from '../../e2e/showtimes.ts';
import { signUpMember } from '../../e2e/people.ts';
import { TOKEN_KEY } from '../../e2e/visitor.ts';
import { openSlowPage } from './slowPhone.ts';
import { goBack, readSeen, watchSeen, type Sight } from './watchSeen.ts';
import { readVitals, watchVitals, type Vitals } from './vitals.ts';
import { seatName } from '#messages/seats.ts';

const SEATS = [1, 2, 11, 20, 29, 38];
const STEPS = ['ArrowRight', 'ArrowDown', 'Space', 'ArrowDown', 'Space', 'ArrowLeft', 'End', 'Home', 'Space', 'Space'];
const QUIET_MILLISECONDS = 1500;

const boxSchema = v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() });

/** Measures of a page: a first visit with empty caches, a second visit with the caches of the first, and Back from another page. */
export interface Visit extends Vitals {
  /** Number of requests of the first visit that reached the network. */
  readonly requests: number;
  /** Milliseconds until the heading and the first film, or the seats, are on the screen and uncovered. */
  readonly seen: number;
  readonly again: { readonly firstPaint: number; readonly seen: number; readonly longTasks: number };
  /** Milliseconds from Back until the page is on the screen again. */
  readonly back: number;
}

/** A page to measure, with the actions on it and the link by which the visitor leaves before Back. */
interface Stop {
  readonly name: string;
  readonly path: string;
  readonly sight: Sight;
  /** An element that shows once the page is rendered. */
  readonly ready: (page: Page) => Locator;
  readonly act?: (page: Page) => Promise<void>;
  /** Link to the page from which the visitor goes Back. */
  readonly leave: (page: Page) => Locator;
  readonly isSignedIn?: boolean;
}

const toFilm = (page: Page) => page.getByRole('link', { name: 'Metropolis 1927' });
const toHome = (page: Page) => page.getByRole('banner').getByRole('link').first();
const hall = {
  path: addressOf('Metropolis', tomorrowEvening()),
  sight: '[data-seat]',
  ready: (page: Page) => page.getByRole('button', { name: seatName(1) }),
  leave: toHome,
} as const;

/** The measured pages, in order. */
export const stops: readonly Stop[] = [
  { name: '/', path: '/', sight: 'main img', ready: toFilm, leave: toFilm },
  { name: '/movies', path: '/movies', sight: 'main img', ready: toFilm, leave: toFilm },
  {
    name: 'film',
    path: '/movie/Metropolis',
    sight: 'main img',
    ready: (page) => page.getByRole('heading', { name: 'Metropolis 1927' }),
    leave: toHome,
  },
  { name: 'hall', ...hall, act: chooseSeats },
  { name: 'hall, signed in', ...hall, isSignedIn: true },
];

/** Visits a page twice and returns to it by Back, in a browser context of its own. */
export async function makeVisit(context: BrowserContext, url: string, stop: Stop): Promise<Visit> {
  if (stop.isSignedIn === true) await signIn(context, url);
  const { page, fetched } = await openSlowPage(context);
  const first = await visitOnce(page, stop);
  const requests = fetched().length;
  const loading = await readVitals(page);
  await stop.act?.(page);
  const { slowestInteraction } = await readVitals(page);
  const isCached = page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await Promise.race([isCached, page.waitForTimeout(QUIET_MILLISECONDS * 4)]);
  await page.close();
  const { page: samePage } = await openSlowPage(context);
  const second = await visitOnce(samePage, stop);
  const again = { ...(await readVitals(samePage)), seen: second };
  const back = await returnByBack(samePage, stop);
  return { ...loading, slowestInteraction, seen: first, requests, again, back };
}

async function visitOnce(page: Page, { path, sight, ready }: Stop): Promise<number> {
  await watchVitals(page);
  await watchSeen(page, sight);
  await page.goto(path);
  await ready(page).waitFor();
  await page.waitForTimeout(QUIET_MILLISECONDS);
  return readSeen(page);
}

async function returnByBack(page: Page, { path, leave }: Stop): Promise<number> {
  // The carousel moves, so Playwright would wait for its slides to be stable.
  await leave(page).dispatchEvent('click');
  const { pathname } = new URL(path, page.url());
  await page.waitForURL((now) => now.pathname !== pathname);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(QUIET_MILLISECONDS);
  return goBack(page, pathname);
}

async function signIn(context: BrowserContext, url: string): Promise<void> {
  const { token } = await signUpMember(url);
  await context.addInitScript(([key, session]) => localStorage.setItem(key, session), [TOKEN_KEY, token] as const);
}

/** Taps on coordinates. Finding the element during a tap would add to the measured time. */
async function chooseSeats(page: Page): Promise<void> {
  await page.getByRole('grid', { name: 'Seats' }).evaluate((hall) => hall.scrollIntoView({ block: 'center' }));
  await nextFrames(page);
  const centers = [];
  for (const seat of SEATS)
    centers.push(await centerOf(page.getByRole('button', { name: seatName(seat), exact: true })));
  for (const { x, y } of [...centers, ...centers]) {
    await page.touchscreen.tap(x, y);
    await nextFrames(page);
  }
  for (const key of STEPS) {
    await page.keyboard.press(key);
    await nextFrames(page);
  }
}

async function centerOf(target: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = v.parse(boxSchema, await target.boundingBox());
  return { x: x + width / 2, y: y + height / 2 };
}

async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
  );
}
