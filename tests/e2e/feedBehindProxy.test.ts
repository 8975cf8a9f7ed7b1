import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { buySeats } from './callApi.ts';
import { answerWithPage, passOn, startFeedProxy, type Treatment } from './feedProxy.ts';
import { test as base } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { addressOf, tomorrowEvening } from './showtimes.ts';
import { startCinema } from './startCinema.ts';
import { seatName } from '#messages/seats.ts';

const TITLE = 'Safety Last!';
const FETCH = 'GET booked-seats/Safety%20Last!';
const POLL_INTERVAL = 10_000;

/** The server sends heartbeats often, so that no test waits for the real interval. */
const test = base
  .extend('product', { scope: 'file' }, async ({ chromium: _beside }, { onCleanup }) => {
    const product = await startCinema({ seatFeedLimits: { heartbeatMilliseconds: 200 } });
    onCleanup(product.stop);
    return product;
  })
  .extend('openHall', async ({ product, visit }, { onCleanup }) => {
    /** Opens the seats of a showtime behind a proxy. The test moves the clock of the page. */
    return async (treatment: Treatment) => {
      const proxy = await startFeedProxy(product.url, treatment);
      onCleanup(proxy.stop);
      const buyer = await signUpMember(product.url, { balance: 500_000 });
      const evening = tomorrowEvening();
      const visitor = await visit({ url: proxy.url });
      const { page } = visitor;
      await countEvents(page);
      await page.clock.install();
      await page.goto(addressOf(TITLE, evening));
      await page.getByRole('button', { name: seatName(1), exact: true }).waitFor();
      await expect.poll(proxy.countFeeds).toBeGreaterThan(0);
      return {
        ...visitor,
        proxy,
        sell: (seatNumber: number) => buySeats(product.url, buyer, TITLE, evening, [seatNumber]),
        findSold: (seatNumber: number) =>
          page.getByRole('button', { name: seatName(seatNumber), description: 'Booked' }).waitFor(),
        /** The number of requests for the seats, apart from the feed. */
        fetches: () => visitor.calls.filter((call) => call === FETCH).length,
      };
    };
  });

/** Counts the events and heartbeats that the feeds of the page receive. */
async function countEvents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const Original = window.EventSource;
    window.EventSource = class extends Original {
      constructor(url: string | URL) {
        super(url);
        for (const type of ['message', 'heartbeat'])
          this.addEventListener(type, () =>
            Reflect.set(window, 'feedEvents', Number(Reflect.get(window, 'feedEvents') ?? 0) + 1),
          );
      }
    };
  });
}

function eventsIn(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(window, 'feedEvents') ?? 0));
}

/** Waits until the page has received one more event or heartbeat, after some action of the test. */
async function nextEvent(page: Page, act: () => void = () => undefined): Promise<void> {
  const before = await eventsIn(page);
  act();
  await expect.poll(() => eventsIn(page)).toBeGreaterThan(before);
}

async function expectNoMessage(page: Page): Promise<void> {
  const toasts = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
  expect([await page.getByRole('alert').count(), await toasts.count()]).toEqual([0, 0]);
}

describe('section 7, live seats behind a proxy', () => {
  test('the page fetches the seats each time that the proxy ends the feed, and not while the feed is open', async ({
    openHall,
  }) => {
    const { page, proxy, sell, findSold, fetches } = await openHall(passOn);
    for (const seatNumber of [15, 16]) {
      await nextEvent(page);
      const before = fetches();
      await page.clock.runFor(30_000);
      await nextEvent(page);
      expect(fetches()).toBe(before);
      const feeds = proxy.countFeeds();
      proxy.endFeeds();
      await sell(seatNumber);
      await findSold(seatNumber);
      await expect.poll(proxy.countFeeds).toBe(feeds + 1);
      await nextEvent(page);
      expect(fetches()).toBeGreaterThan(before);
    }
    await expectNoMessage(page);
  });

  test('the page fetches the seats and tries the feed again when the proxy answers with a web page', async ({
    openHall,
  }) => {
    const { page, proxy, sell, findSold, takeProblems } = await openHall(answerWithPage);
    for (const seatNumber of [17, 18]) {
      const feeds = proxy.countFeeds();
      await sell(seatNumber);
      await page.clock.runFor(POLL_INTERVAL);
      await findSold(seatNumber);
      await expect.poll(proxy.countFeeds).toBeGreaterThan(feeds);
    }
    await expectNoMessage(page);
    await page.goto('about:blank');
    for (const problem of takeProblems()) expect(problem).toMatch(/MIME type \("text\/html"\)/);
  });
});
