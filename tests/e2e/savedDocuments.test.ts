import { describe, expect } from 'vitest';
import { PATHS } from '#domain/paths.ts';
import { messages } from '../fixtures/messages.ts';
import { rounds } from '../rounds.ts';
import { buySeats } from './callApi.ts';
import { test } from './inChromium.ts';
import { cacheBuild, isMarked, savedHtml, savedPaths, saveMarked, waitUntilRunning } from './savedDocument.ts';
import { addressOf, showtimeWithoutHolds } from './showtimes.ts';

const HOUR = 3_600_000;
const HALL = addressOf('Metropolis', showtimeWithoutHolds());
const PUBLIC = rounds(['/', HALL], ['/', '/movies', '/movies?search=metro', '/movie/Metropolis', HALL, '/about']);
const PERSONAL = [PATHS.myTickets, PATHS.topUp, PATHS.withdraw, PATHS.transactions, PATHS.myInfo];
describe('section 2, Screens: the second visit gets the saved document at once', () => {
  test('of every public page, without a layout shift; the fresh one is saved for the next visit', async ({ visit }) => {
    const { page } = await visit({ serviceWorkers: 'allow' });
    await page.addInitScript(() => {
      const shifts: unknown[] = [];
      Reflect.set(window, 'shifts', shifts);
      new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
        type: 'layout-shift',
        buffered: true,
      });
    });
    await cacheBuild(page);
    for (const path of PUBLIC) {
      await saveMarked(page, path);
      await page.goto(path);
      await waitUntilRunning(page);
      expect([path, await isMarked(page)]).toEqual([path, true]);
      await page.evaluate(async () => void (await document.fonts.ready));
      expect([path, await page.evaluate(() => Reflect.get(window, 'shifts'))]).toEqual([path, []]);
      await expect.poll(() => savedHtml(page, path)).not.toContain('data-mark');
      await page.goto(path);
      expect([path, await isMarked(page)]).toEqual([path, false]);
    }
  });

  test('no personal page is saved, nor anything about a signed-in user', async ({ visitAsMember, product }) => {
    const { page, member, takeProblems } = await visitAsMember({ serviceWorkers: 'allow', balance: 123_000 });
    await buySeats(product.url, member, 'Metropolis', showtimeWithoutHolds(), [17]);
    await cacheBuild(page);
    for (const path of [...PERSONAL, '/no/such', ...PUBLIC]) {
      await page.goto(path);
      await page.getByRole('button', { name: member.displayName }).waitFor();
    }
    await expect.poll(() => savedPaths(page)).toHaveLength(PUBLIC.length);
    expect((await savedPaths(page)).toSorted()).toEqual(PUBLIC.toSorted());
    const saved = (await Promise.all(PUBLIC.map((path) => savedHtml(page, path)))).join('\n');
    for (const secret of [member.displayName, member.username, member.token, '68.000'])
      expect(saved).not.toContain(secret);
    expect(takeProblems()).toEqual(['404 GET /no/such']);
  });

  test('offline, the saved page shows and says that it is saved; online again, the message disappears', async ({
    visit,
  }) => {
    const { page, takeProblems } = await visit({ serviceWorkers: 'allow' });
    await cacheBuild(page);
    for (const path of PUBLIC.filter((each) => each !== '/about')) await saveMarked(page, path);
    await page.clock.setFixedTime(Date.now() + HOUR / 4);
    await page.context().setOffline(true);
    for (const path of PUBLIC.filter((each) => each !== '/about')) {
      await page.goto(path);
      await page.getByText(messages.savedPage).waitFor();
      expect([path, await isMarked(page)]).toEqual([path, true]);
    }
    await page.reload();
    expect(await isMarked(page)).toBe(true);
    await page.context().setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByText(messages.savedPage).waitFor({ state: 'detached' });
    for (const problem of takeProblems()) expect(problem).toMatch(/^net::ERR_INTERNET_DISCONNECTED/);
  });
});
