import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { rounds } from '../rounds.ts';
import { settle } from './everyPage.ts';
import { everyVisitor } from './everyVisitor.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { addressOf, tomorrowEvening } from './showtimes.ts';
import { userMenu } from './userMenu.ts';
import { unsettled } from '#messages/outcomes.ts';
import { topUp } from '#messages/pages.ts';
import { seatName } from '#messages/seats.ts';
import { confirm } from '#messages/wallet.ts';

const SCREENS = [
  { width: 1280, height: 720, pages: ['/movies'] },
  { width: 360, height: 740, pages: ['/topup'] },
  { width: 320, height: 256, pages: ['/withdraw'] },
];
const PAGES = SCREENS.flatMap(({ pages }) => pages);
/** The minimum number of tab stops; fewer mean that the walk has missed some. */
const FEWEST_STOPS = { page: 8, dialog: 2 };
const MAX_STOPS = 100;

/** 1280 by 1024 at 400 %, which is too small for any dialog. */
const LOW_SCREEN = { width: 320, height: 256 };
const answered = everyVisitor.filter(({ isAnswered }) => isAnswered);

interface Stop {
  /** Whether the focus is back at the first stop of the round. */
  readonly isFirst: boolean;
  /** The focused element if it is completely covered; undefined if a part of it is visible. */
  readonly hidden: string | undefined;
}

/** Checks the focused element; `startsRound` makes it the first stop of a new round. */
function look(page: Page, startsRound = false): Promise<Stop> {
  return page.evaluate((begins) => {
    const { activeElement: element } = document;
    if (begins) Reflect.set(window, 'firstStop', element);
    const isFirst = Reflect.get(window, 'firstStop') === element;
    if (element === null || element.matches('body, main')) return { isFirst, hidden: undefined };
    const seen = element.closest('label') ?? element;
    const { left, right, top, bottom } = seen.getBoundingClientRect();
    const shares = [0.1, 0.3, 0.5, 0.7, 0.9];
    const shows = shares.some((across) =>
      shares.some((down) => {
        const hit = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
        return hit !== null && (seen.contains(hit) || hit.contains(seen));
      }),
    );
    return { isFirst, hidden: shows ? undefined : element.outerHTML.slice(0, 100) };
  }, startsRound);
}

/** Tabs once through the page or its open dialog, forwards and backwards; gives the covered stops. */
async function hiddenStops(page: Page, scope: keyof typeof FEWEST_STOPS = 'page'): Promise<string[]> {
  const found: string[] = [];
  for (const key of ['Tab', 'Shift+Tab']) {
    let stops = 0;
    let stop: Stop;
    do {
      await page.keyboard.press(key);
      stop = await look(page, stops === 0);
      if (stop.hidden !== undefined) found.push(`${key}: ${stop.hidden}`);
      stops += 1;
    } while (stops === 1 || (!stop.isFirst && stops < MAX_STOPS));
    if (!stop.isFirst) found.push(`${key} does not return to the first stop`);
    if (stops < FEWEST_STOPS[scope]) found.push(`${key} returns to the first stop after only ${stops} stops`);
  }
  return found;
}

describe.each(rounds(SCREENS.slice(-1), SCREENS))(
  'WCAG 2.4.11: on $width x $height the bars never cover the focused element',
  (screen) => {
    test('on the pages with bars, forwards and backwards', async ({ product, visit }) => {
      const { token } = await signUpMember(product.url, { balance: 500_000 });
      const { pages, ...viewport } = screen;
      const { page } = await visit({ token, viewport });
      const movie = addressOf('Metropolis', tomorrowEvening());
      for (const path of rounds(pages, [movie, ...PAGES])) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await settle(page);
        expect(await hiddenStops(page)).toEqual([]);
      }

      await page.goto(movie);
      await page.getByRole('button', { name: seatName(1) }).click();
      await settle(page);
      for (const key of ['Control+End', ...Array<string>(7).fill('ArrowUp'), ...Array<string>(7).fill('ArrowDown')]) {
        await page.keyboard.press(key);
        expect((await look(page)).hidden).toBeUndefined();
      }
      await page.getByRole('button', { name: 'Show as list' }).press('Enter');
      await page.getByText('Row H: 8 free').press('Enter');
      expect(await hiddenStops(page)).toEqual([]);
    });
  },
);

describe('WCAG 2.4.7: at 400 % the focused element is scrolled into view', () => {
  test.for(rounds(answered.slice(-1), answered))(
    'in every dialog, on opening and on every tab stop: $name',
    async ({ prepare, problems }, { product, visit }) => {
      const { screens, token, server } = await prepare(product.url, 1);
      const { page, takeProblems } = await visit({ url: server?.url ?? product.url, token, viewport: LOW_SCREEN });
      const hidden: string[] = [];
      for (const [name, open] of Object.entries(screens)) {
        await open(page);
        await settle(page);
        if ((await page.getByRole('dialog').count()) === 0) continue;
        const atFirst = (await look(page)).hidden;
        if (atFirst !== undefined) hidden.push(`${name}, on opening: ${atFirst}`);
        hidden.push(...(await hiddenStops(page, 'dialog')).map((stop) => `${name}, ${stop}`));
      }
      await server?.stop();
      expect(hidden).toEqual([]);
      expect(takeProblems()).toEqual(problems);
    },
  );

  test('in a dialog that grows by a message', async ({ visitAsMember }) => {
    const { page, takeProblems } = await visitAsMember({ viewport: LOW_SCREEN });
    await page.goto('/topup');
    await page.getByRole('radio').first().check();
    await page.getByRole('main').getByRole('button', { name: topUp }).press('Enter');
    const dialog = page.getByRole('dialog');
    await page.route('**/api/user/balance', (route) => route.abort());
    await dialog.getByRole('button', { name: confirm }).press('Enter');
    await dialog.getByText(unsettled).waitFor();
    await expect.poll(() => look(page)).toEqual({ isFirst: false, hidden: undefined });
    expect(new Set(takeProblems())).toEqual(new Set(['net::ERR_FAILED POST user/balance']));
  });

  test('in the user menu, item by item', async ({ visitAsMember }) => {
    const { member, page } = await visitAsMember({ viewport: LOW_SCREEN });
    await page.goto('/movies');
    await userMenu(page, member).press('Enter');
    const items = page.getByRole('menuitem');
    await items.first().waitFor();
    const downwards = Array<string>(await items.count()).fill('ArrowDown');
    for (const key of [...downwards, 'Home', 'End']) {
      await page.keyboard.press(key);
      expect((await look(page)).hidden).toBeUndefined();
    }
  });
});
