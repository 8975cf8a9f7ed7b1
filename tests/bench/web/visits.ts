import type { BrowserContext, Locator, Page } from 'playwright-core';
import * as v from 'valibot';
import { seatName } from '#domain/seatNames.ts';
import { addressOf, tomorrowEvening } from '../../e2e/showtimes.ts';
import { openSlowPage } from './slowPhone.ts';
import { readSeen, watchSeen, type Sight } from './watchSeen.ts';
import { readVitals, watchVitals, type Vitals } from './vitals.ts';

const SEATS = [1, 2, 11, 20, 29, 38];
const STEPS = ['ArrowRight', 'ArrowDown', 'Space', 'ArrowDown', 'Space', 'ArrowLeft', 'End', 'Home', 'Space', 'Space'];
const QUIET_MILLISECONDS = 1500;

const boxSchema = v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() });

/** What one visit to a page was like. */
export interface Visit extends Vitals {
  /** Requests that went to the network. */
  readonly requests: number;
  /** Of these, what was not asked of the API: documents, scripts, styles, fonts, posters. */
  readonly shellRequests: number;
  /** When heading and first film, or the seats, were on the screen with nothing over them, in milliseconds. */
  readonly seen: number;
}

/** A page to measure: its address and what is done on it once it stands. */
interface Stop {
  readonly name: string;
  readonly path: string;
  readonly sight: Sight;
  readonly stand: (page: Page) => Promise<unknown>;
  readonly act?: (page: Page) => Promise<void>;
  /** The browser has been here before, and what it kept then it keeps. */
  readonly again?: boolean;
}

/** The pages that are measured, in order; each but a second visit with nothing kept. */
export const stops: readonly Stop[] = [
  {
    name: '/',
    path: '/',
    sight: 'main img',
    stand: (page) => page.getByRole('link', { name: 'Metropolis 1927' }).waitFor(),
  },
  {
    name: '/ again',
    path: '/',
    sight: 'main img',
    stand: (page) => page.getByRole('link', { name: 'Metropolis 1927' }).waitFor(),
    again: true,
  },
  {
    name: '/movies',
    path: '/movies',
    sight: 'main img',
    stand: (page) => page.getByRole('link', { name: 'Metropolis 1927' }).waitFor(),
  },
  {
    name: 'film',
    path: '/movie/Metropolis',
    sight: 'main img',
    stand: (page) => page.getByRole('heading', { name: 'Metropolis 1927' }).waitFor(),
  },
  {
    name: 'seat map',
    path: addressOf('Metropolis', tomorrowEvening()),
    sight: '[data-seat]',
    stand: (page) => page.getByRole('button', { name: seatName(1) }).waitFor(),
    act: chooseSeats,
  },
];

/** Makes one visit in a browser of its own and tells what it was like. */
export async function makeVisit(
  context: BrowserContext,
  { path, sight, stand, act, again = false }: Stop,
): Promise<Visit> {
  if (again) await comeBefore(context, path, stand);
  const { page, fetched } = await openSlowPage(context);
  await watchVitals(page);
  await watchSeen(page, sight);
  await page.goto(path);
  await stand(page);
  await page.waitForTimeout(QUIET_MILLISECONDS);
  await act?.(page);
  const vitals = await readVitals(page);
  const seen = await readSeen(page);
  const requests = fetched();
  return {
    ...vitals,
    seen,
    requests: requests.length,
    shellRequests: requests.filter((pathname) => !pathname.startsWith('/api/')).length,
  };
}

async function comeBefore(context: BrowserContext, path: string, stand: Stop['stand']): Promise<void> {
  const page = await context.newPage();
  await page.goto(path);
  await stand(page);
  await page.evaluate(async (timeout) => {
    const installed = navigator.serviceWorker.ready;
    await Promise.race([installed, new Promise((resolve) => setTimeout(resolve, timeout))]);
  }, QUIET_MILLISECONDS * 4);
  await page.close();
}

/** Taps as a thumb does, where the seats stand: looking for a target inside a tap would be measured with it. */
async function chooseSeats(page: Page): Promise<void> {
  await page.getByRole('grid', { name: 'Seats' }).evaluate((hall) => hall.scrollIntoView({ block: 'center' }));
  await nextFrames(page);
  const middles = [];
  for (const seat of SEATS)
    middles.push(await middleOf(page.getByRole('button', { name: seatName(seat), exact: true })));
  for (const { x, y } of [...middles, ...middles]) {
    await page.touchscreen.tap(x, y);
    await nextFrames(page);
  }
  for (const key of STEPS) {
    await page.keyboard.press(key);
    await nextFrames(page);
  }
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = v.parse(boxSchema, await target.boundingBox());
  return { x: x + width / 2, y: y + height / 2 };
}

async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
  );
}
