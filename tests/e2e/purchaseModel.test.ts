import type { Page, Request, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { formatRupiah } from '#domain/money.ts';
import { seatName } from '#domain/seatNames.ts';
import { messages } from '#domain/messages.ts';
import { SHOWTIMES, type Showtime } from '#domain/showtimes.ts';
import { MAXIMUM_SEATS } from '#domain/seats.ts';
import { purchaseModel } from '../models/purchaseModel.ts';
import { rounds } from '../rounds.ts';
import { seatsFrom } from '../seatsFrom.ts';
import { balanceOf, buySeats, soldSeats } from './callApi.ts';
import { holdFeeds } from './holdFeeds.ts';
import { test } from './inChromium.ts';
import { signUpMember, type Member } from './people.ts';
import { addressOf, dateIn } from './showtimes.ts';
import { toast } from './toast.ts';
import { userMenu } from './userMenu.ts';
import type { Visitor } from './visitor.ts';

const TITLE = 'Metropolis';
const PRICE = 45_000;
const BALANCE = 260_000;
const NOT_ENOUGH = `Not enough balance (${formatRupiah(MAXIMUM_SEATS * PRICE - BALANCE)})`;
const OTHER_DAY = 4;
/** Milliseconds that a loaded machine may take to stop the clock of a page. */
const LEEWAY = 5000;
const FRAME = 16;
const MAX_FRAMES = 60;
const TIMEOUT_MILLISECONDS = { timeout: 30_000 };

/** Acts of which each leads along another way, which only a browser has: pages gone to and come back to, reloads and tabs. */
const IN_A_BROWSER = ['visit My Tickets', 'buy and reload', 'buy in another tab', 'look at Movies and come back'];

/** Acts that the pages walk in the DOM as well, or that other files of this folder come to. */
const COME_TO_ELSEWHERE = [
  'wait for the answer in the hall',
  'let the answer come',
  'let the answer come to the film',
  'buy twice at once',
  'buy after somebody else',
  'see somebody else buy',
  'visit Top Up',
  'click one more',
  'wait until it is asked again',
  'buy and lose the answer',
];

const ways = rounds(IN_A_BROWSER, [...IN_A_BROWSER, ...COME_TO_ELSEWHERE]).map((act) => {
  const way = purchaseModel.ways.find(({ acts }) => acts.includes(act));
  if (way === undefined) throw new Error(`No way leads through: ${act}`);
  return way;
});

describe('the model of the purchase, in Chromium', () => {
  for (const [index, way] of ways.entries()) {
    test(way.description, { timeout: 240_000 }, async ({ product, visit }) => {
      const member = await signUpMember(product.url, { balance: BALANCE });
      const rival = await signUpMember(product.url, { balance: BALANCE });
      const showtime = showtimeOf(index);
      await buySeats(product.url, rival, TITLE, showtime, [1]);
      const visitor = await visit(member);
      await visitor.page.clock.install();
      await holdFeeds(visitor.page);
      await visitor.page.goto('/movies');
      await movieLink(visitor.page).click();
      await way.walk(driverOf(product.url, visitor, { member, rival, showtime }));
    });
  }
});

/** A showtime for each way, lest they take each other's seats. */
function showtimeOf(index: number): Showtime {
  const showtimeTime = SHOWTIMES[index % SHOWTIMES.length];
  if (showtimeTime === undefined) throw new Error('There is no such showtime');
  return { showtimeDate: dateIn(1 + Math.floor(index / SHOWTIMES.length)), showtimeTime };
}

function driverOf(
  url: string,
  { page, calls, takeProblems }: Visitor,
  { member, rival, showtime }: { member: Member; rival: Member; showtime: Showtime },
): Parameters<(typeof ways)[number]['walk']>[0] {
  const dialog = page.getByRole('dialog', { name: 'Buy Tickets' });
  const buyButton = dialog.getByRole('button', { name: 'Buy', exact: true });
  const here = addressOf(TITLE, showtime);
  const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const clickSeats = async (seatNumbers: readonly number[]) => {
    for (const seat of seatNumbers) await page.getByRole('button', { name: seatName(seat) }).click({ force: true });
  };
  const selectionIs = (seatNumbers: readonly number[]) =>
    expect.poll(() => selectedSeats(page), TIMEOUT_MILLISECONDS).toEqual(seatNumbers.map(seatName));
  const isClosed = () => dialog.waitFor({ state: 'detached' });
  const says = (message: string) => dialog.getByText(message, { exact: true }).waitFor();
  const purchases = () => calls.filter((call) => call === 'POST user/tickets').length;

  let stoppedAt = 0;
  const now = () => page.evaluate(() => Date.now());

  /** Buys, and stops the clock of the page before the second call is answered; then it goes on by frames. */
  const buyInStoppedTime = async (press: () => Promise<void>) => {
    const arrived = Promise.withResolvers<undefined>();
    const released = Promise.withResolvers<undefined>();
    await page.route('**/api/booked-seats', async (route) => {
      arrived.resolve(undefined);
      await released.promise;
      await route.continue();
    });
    await press();
    await arrived.promise;
    stoppedAt = (await now()) + LEEWAY;
    await page.clock.pauseAt(stoppedAt);
    const answered = page.waitForResponse('**/api/booked-seats');
    released.resolve(undefined);
    await answered;
    const success = toast(page, messages.purchaseSuccess);
    for (let frame = 0; frame < MAX_FRAMES && !(await success.isVisible()); frame += 1) await page.clock.runFor(FRAME);
  };

  const answer = Promise.withResolvers<undefined>();
  /** Meets the first purchase so, and holds the ones after it until the answer may come. */
  const buyBut = async (meet: (route: Route) => Promise<void>) => {
    let met = false;
    await page.route('**/api/user/tickets', async (route) => {
      if (!isPurchase(route.request())) return route.continue();
      if (!met) {
        met = true;
        return meet(route);
      }
      await answer.promise;
      return route.continue();
    });
    await buyButton.click();
    await dialog.getByRole('alert').waitFor();
    expect(takeProblems()).toEqual(['net::ERR_FAILED POST user/tickets']);
  };
  const letAnswerCome = async () => answer.resolve(undefined);
  const isBoughtOnce = async () => {
    expect(await soldSeats(url, TITLE, showtime)).toEqual([1, 12, 13]);
    expect(await balanceOf(url, member)).toBe(170_000);
  };

  return {
    acts: {
      'choose a showtime': async () => {
        await click(showtime.showtimeDate);
        await click(showtime.showtimeTime);
      },
      'change the showtime': () => click(dateIn(OTHER_DAY)),
      'come back to the showtime': () => click(showtime.showtimeDate),
      'click a booked seat': () => clickSeats([1]),
      'choose two seats': () => clickSeats([13, 12]),
      'give both seats up': () => clickSeats([12, 13]),
      'choose all there is room for': () => clickSeats(seatsFrom(14, MAXIMUM_SEATS - 2)),
      'click one more': () => clickSeats([40]),
      'open the dialog': () => click('Buy Tickets'),
      'go back': () => dialog.getByRole('button', { name: 'Back' }).click(),
      buy: () => buyInStoppedTime(() => buyButton.click()),
      'buy twice at once': async () => {
        const released = Promise.withResolvers<undefined>();
        await page.route('**/api/user/tickets', async (route) => {
          if (route.request().method() === 'POST') await released.promise;
          await route.continue();
        });
        await buyInStoppedTime(async () => {
          await buyButton.dblclick();
          await buyButton.press('Enter');
          released.resolve(undefined);
        });
        expect(purchases(), 'the purchases sent').toBe(1);
      },
      'buy without a line': () => buyBut((route) => route.abort()),
      'buy and lose the answer': () =>
        buyBut(async (route) => {
          await route.fetch();
          await route.abort();
        }),
      'wait until it is asked again': () => buyInStoppedTime(letAnswerCome),
      'wait for the answer in the hall': letAnswerCome,
      'buy and leave the page': async () => {
        const arrived = page.waitForRequest(
          (request) => request.url().endsWith('/user/tickets') && isPurchase(request),
        );
        await page.route('**/api/user/tickets', async (route) => {
          if (isPurchase(route.request())) await answer.promise;
          await route.continue();
        });
        await buyButton.click();
        await arrived;
        await page.goBack();
      },
      'let the answer come': letAnswerCome,
      'come back to the film': async () => {
        await page.goForward();
      },
      'let the answer come to the film': () => buyInStoppedTime(letAnswerCome),
      'buy and reload': async () => {
        const carriedOut = Promise.withResolvers<undefined>();
        await page.route('**/api/user/tickets', async (route) => {
          if (!isPurchase(route.request())) return route.continue();
          await route.fetch();
          carriedOut.resolve(undefined);
        });
        await buyButton.click();
        await carriedOut.promise;
        await page.reload();
      },
      reload: async () => {
        await page.reload();
      },
      'look at Movies and come back': async () => {
        await page.getByRole('banner').getByRole('link', { name: 'Movies' }).click();
        await movieLink(page).click();
        await click(showtime.showtimeDate);
        await click(showtime.showtimeTime);
      },
      'buy in another tab': async () => {
        const tab = await page.context().newPage();
        await tab.goto(here);
        await tab.getByRole('button', { name: seatName(20) }).click();
        await tab.getByRole('button', { name: 'Buy Tickets' }).click();
        await tab.getByRole('dialog').getByRole('button', { name: 'Buy', exact: true }).click();
        await toast(tab, messages.purchaseSuccess).waitFor();
        await tab.close();
      },
      'see somebody else buy': async () => {
        await buySeats(url, rival, TITLE, showtime, [12]);
        await page.unroute('**/live?*');
        await page.evaluate(() => window.dispatchEvent(new Event('online')));
      },
      'buy after somebody else': async () => {
        await buySeats(url, rival, TITLE, showtime, [12]);
        await buyButton.click();
        await isClosed();
        expect(takeProblems()).toEqual(['409 POST user/tickets']);
      },
      'buy too dear': async () => {
        await buyButton.click();
        await dialog.getByRole('alert').waitFor();
        expect(takeProblems()).toEqual(['409 POST user/tickets']);
      },
      'be signed out elsewhere': async () => {
        await page.evaluate(() => {
          localStorage.clear();
          window.dispatchEvent(new StorageEvent('storage', { key: null }));
        });
      },
      'visit Top Up': () => dialog.getByRole('button', { name: 'Top Up' }).click(),
      'return to the seats': () => page.getByRole('link', { name: 'Back to your seats' }).click(),
      'wait 1499 ms': async () => page.clock.runFor(stoppedAt + 1499 - (await now())),
      'wait 1 ms': async () => {
        await page.clock.runFor(1);
        await page.clock.resume();
      },
      'visit My Tickets': async () => {
        await userMenu(page, member).click();
        await page.getByRole('menuitem', { name: 'My Tickets' }).click();
      },
    },
    sights: {
      noShowtime: async () => {
        await page.getByText(messages.selectShowtime).waitFor();
        expect(await page.getByRole('button', { name: seatName(1) }).allTextContents()).toEqual([]);
      },
      noSeats: async () => {
        await page.waitForURL(here);
        await page.getByRole('button', { name: seatName(1), description: 'Booked' }).waitFor();
        await isClosed();
        await selectionIs([]);
      },
      twoSeats: async () => {
        await isClosed();
        await selectionIs([12, 13]);
        await page.getByText('Seats 12 and 13', { exact: true }).waitFor();
        await page.getByText('Rp.90.000', { exact: true }).waitFor();
      },
      allSeats: async () => {
        await page.waitForURL(here);
        await isClosed();
        await selectionIs(seatsFrom(12));
        await page.getByText(messages.maximumSeats, { exact: true }).waitFor();
      },
      otherShowtime: async () => {
        await page.waitForURL(addressOf(TITLE, { ...showtime, showtimeDate: dateIn(OTHER_DAY) }));
        await page.getByRole('button', { name: seatName(1) }).waitFor();
        await selectionIs([]);
      },
      confirmingNothing: async () => {
        await says(messages.selectSeat);
        expect(await buyButton.isDisabled()).toBe(true);
      },
      confirming: () => says('Change Rp.170.000'),
      confirmingPoorer: () => says('Change Rp.125.000'),
      unsettled: async () => {
        await dialog.getByRole('alert').getByText(messages.unreachable).waitFor();
        await says(messages.unsettled);
        await says('Seats 12 and 13');
      },
      unsettledHall: async () => {
        await isClosed();
        await page.getByRole('button', { name: seatName(1), description: 'Booked' }).waitFor();
        await page.getByRole('status').getByText(messages.unsettled).first().waitFor();
        expect(await page.getByRole('alert').allTextContents()).toEqual([]);
      },
      boughtInTheHall: async () => {
        await toast(page, messages.purchaseSuccess).waitFor();
        expect(page.url()).toBe(new URL(here, url).href);
        expect(await page.getByRole('alert').allTextContents()).toEqual([]);
        await isBoughtOnce();
      },
      elsewhere: async () => {
        await page.waitForURL('/movies');
        await isClosed();
      },
      announcedElsewhere: async () => {
        await toast(page, messages.purchaseSuccess).waitFor();
        expect(page.url()).toBe(new URL('/movies', url).href);
        await isBoughtOnce();
      },
      buying: async () => {
        await says('Seats 12 and 13');
        expect(await buyButton.getAttribute('aria-disabled')).toBe('true');
      },
      boughtAfterAll: async () => {
        await says(messages.bought);
        expect(page.url()).toBe(new URL(here, url).href);
        await isBoughtOnce();
      },
      reloaded: async () => {
        await page.getByRole('button', { name: seatName(12), description: 'Booked' }).waitFor();
        await isClosed();
        await selectionIs([]);
        await isBoughtOnce();
      },
      oneSeat: async () => {
        await page.getByRole('alert').getByText('Seat 12 has just been taken').waitFor();
        await page.getByRole('button', { name: seatName(12), description: 'Booked' }).waitFor();
        await selectionIs([13]);
      },
      confirmingOne: () => says('Change Rp.215.000'),
      oneSeatAgain: async () => {
        await isClosed();
        await selectionIs([13]);
      },
      tooDear: () => says(NOT_ENOUGH),
      refused: async () => {
        await toast(page, NOT_ENOUGH).waitFor();
        expect(await dialog.getByText(/balance/i).count(), 'the dialog says it once').toBe(1);
        expect(await soldSeats(url, TITLE, showtime)).toEqual([1]);
      },
      toppingUp: () => page.waitForURL('/topup'),
      bought: async () => {
        await says(messages.bought);
        expect(page.url()).toBe(new URL(here, url).href);
        await isBoughtOnce();
      },
      lingering: async () => expect(page.url()).toBe(new URL(here, url).href),
      home: () => page.waitForURL('/'),
      myTickets: async () => {
        await page.getByRole('listitem', { name: TITLE }).getByText('Seats 12 and 13').waitFor();
        expect(await balanceOf(url, member)).toBe(170_000);
      },
      signedOut: async () => {
        await isClosed();
        await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
        expect(purchases(), 'the purchases sent').toBe(0);
      },
    },
    always: async () => {
      expect((await selectedSeats(page)).length, 'no more seats than a purchase may hold').toBeLessThanOrEqual(
        MAXIMUM_SEATS,
      );
    },
  };
}

function isPurchase(request: Request): boolean {
  return request.method() === 'POST';
}

function movieLink(page: Page) {
  return page.getByRole('main').getByRole('link', { name: new RegExp(`^${TITLE} `) });
}

/** The names of the seats selected, ascending, behind a dialog too. */
function selectedSeats(page: Page): Promise<(string | null)[]> {
  const seats = page.locator('button[aria-label^="Seat "][aria-pressed="true"]');
  return seats.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
}
