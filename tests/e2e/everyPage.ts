import type { Locator, Page } from 'playwright-core';
import { messages } from '../fixtures/messages.ts';
import { MAXIMUM_SEATS } from '#domain/seats.ts';
import { seatsFrom } from '../seatsFrom.ts';
import type { Member } from './people.ts';
import { addressOf, dateIn } from './showtimes.ts';
import { userMenu } from './userMenu.ts';
import { openFromCachedShell } from './openFromCachedShell.ts';
import { rules } from '#messages/rules.ts';
import { seatName } from '#messages/seats.ts';

/** Pages and dialogs by name. Each function opens its screen from the previous one. */
export type Screens = Readonly<Record<string, (page: Page) => Promise<void>>>;

/** The screens that the loading overlay covers. */
export const COVERED = new Set(['the loading overlay', 'the loading overlay after ten seconds']);

/** The screens whose toast does not close by itself. */
export const WITH_TOAST = new Set(['the withdraw dialog with its refusal, and a toast']);

/** The screens whose accessibility trees contain the frame around every page: one signed out, one signed in, and its menu. */
export const WITH_FRAME = new Set(['About', 'Home', 'the user menu']);

const DAY = 24 * 60 * 60 * 1000;

/** The screens of a signed-out user. */
export const screensOfSignedOutUsers: Screens = {
  'the sign-in dialog with its errors, over the guard': async (page) => {
    await page.goto('/topup');
    const dialog = page.getByRole('dialog', { name: 'Sign In' });
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    await dialog.getByText('User name is required!').waitFor();
  },
  'the sign-up dialog with its errors': async (page) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Sign Up' }).click();
    await dialog.getByLabel('Age').fill('-1');
    await dialog.getByRole('button', { name: 'Sign Up' }).click();
    await dialog.getByText('Minimum 0 for age').waitFor();
  },
  'the guard': async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText(messages.signInToSee).waitFor();
  },
  'a path without a page': async (page) => {
    await page.goto('/no/such/page');
    await page.getByRole('link', { name: 'See the movies' }).waitFor();
  },
  About: async (page) => {
    await page.goto('/about');
    await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
  },
  'a film that is not showing': async (page) => {
    await page.goto('/movie/Sharknado');
    await page.getByRole('link', { name: 'See the movies' }).waitFor();
  },
};

/** The screens of a member with 100,000 rupiah who buys a ticket. One seat of The Kid, tomorrow at 20.35, is sold. */
export function screensOfBuyers(member: Member): Screens {
  const movie = addressOf('Metropolis', { showtimeDate: dateIn(2), showtimeTime: '20.35' });
  return {
    Home: async (page) => {
      await page.goto('/');
      await page.getByRole('main').getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    },
    'the user menu': async (page) => {
      await userMenu(page, member).click();
      await page.getByRole('menuitem', { name: 'LOG OUT' }).waitFor();
    },
    'the drawer': async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('switch', { name: 'Dark theme' }).waitFor();
    },
    Movies: async (page) => {
      await page.goto('/movies');
      await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    },
    'Movies when none matches': async (page) => {
      await page.getByRole('searchbox', { name: 'Search movies' }).fill('zzz');
      await page.getByText(messages.noMovieMatches).waitFor();
    },
    'a film': async (page) => {
      await page.goto('/movie/Metropolis');
      await page.getByText(messages.selectShowtime).waitFor();
    },
    'a film with seats free, selected and booked': async (page) => {
      await page.goto(addressOf('The Kid', { showtimeDate: dateIn(1), showtimeTime: '20.35' }));
      await page.getByRole('button', { name: seatName(2) }).click();
      await page.getByText('Seat 2', { exact: true }).waitFor();
    },
    'a film with the maximum number of selected seats': async (page) => {
      for (const seat of seatsFrom(3, MAXIMUM_SEATS - 1))
        await page.getByRole('button', { name: seatName(seat) }).click();
      await page.getByText(messages.maximumSeats).waitFor();
    },
    'a film beside friends, with the best seats selected': async (page) => {
      await page.goto(`${addressOf('The Kid', { showtimeDate: dateIn(1), showtimeTime: '20.35' })}&beside=1`);
      await page.getByText('Your friends sit in row A, seat 1').waitFor();
      await page.getByRole('button', { name: 'Best 6 seats' }).click();
      await page.getByText(messages.maximumSeats).waitFor();
    },
    'a film with its seats as a list': async (page) => {
      await page.getByRole('button', { name: 'Show as list' }).click();
      await page.getByText('Row H: 8 free').click();
      await page.getByRole('checkbox', { name: seatName(64) }).waitFor();
    },
    'the buy dialog without seats': async (page) => {
      await page.getByRole('button', { name: 'Show as list' }).click();
      await page.goto('/movie/Metropolis');
      await page.getByRole('button', { name: 'Buy Tickets' }).click();
      await page.getByRole('dialog').getByText(messages.selectSeat).waitFor();
    },
    'the buy dialog without enough balance': async (page) => {
      await page.goto(movie);
      for (const seat of [62, 63, 64]) await page.getByRole('button', { name: seatName(seat) }).click();
      await page.getByRole('button', { name: 'Buy Tickets' }).click();
      await page.getByRole('dialog').getByText('Not enough balance (Rp.35.000)').waitFor();
      await page.getByRole('dialog').getByRole('timer').waitFor();
    },
    'Top Up with a link back to the seats': async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Top Up' }).click();
      await page.getByRole('link', { name: 'Back to your seats' }).waitFor();
    },
    'a film with seats shared with friends': async (page) => {
      await page.goto(movie);
      await page.getByText('Seats 62, 63 and 64', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Share these seats' }).click();
      await page.getByText('0 of 3 paid').waitFor();
      await page.getByLabel('The link could not be copied.').waitFor();
    },
  };
}

/** The screens of a member with a ticket of The Kid, tomorrow at 20.35, and 100,000 rupiah. */
export const screensOfOwners: Screens = {
  'Top Up': async (page) => {
    await page.goto('/topup');
    await page.getByRole('radio', { name: '1.5m' }).check();
  },
  'the top-up dialog': async (page) => {
    await page.getByRole('main').getByRole('button', { name: 'Top Up' }).click();
    await page.getByRole('dialog').getByText('Rp.1.500.000').waitFor();
  },
  'Withdraw with its error': async (page) => {
    await page.goto('/withdraw');
    await page.getByRole('spinbutton', { name: 'Other amount' }).fill('500001');
    await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText(rules.withdrawalTooLarge, { exact: true }).waitFor();
  },
  'the withdraw dialog with its error': async (page) => {
    await page.getByRole('radio', { name: '500k' }).check();
    await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('dialog').getByText('Password is required!').waitFor();
  },
  'the withdraw dialog with its refusal, and a toast': async (page) => {
    await page.getByRole('dialog').getByLabel('Password').fill('not-the-password');
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    // A toast does not close while the pointer is on it.
    await page.getByRole('button', { name: 'Dismiss' }).hover();
  },
  Transactions: async (page) => {
    await page.goto('/transactions');
    await page.getByText('Purchase: The Kid, seat', { exact: false }).waitFor();
  },
  'My Info': async (page) => {
    await page.goto('/my-info');
    await page.getByRole('button', { name: 'Sign out other devices' }).waitFor();
  },
  'My Info with the errors of its password form': async (page) => {
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Confirm password is required!').waitFor();
  },
  'My Tickets': async (page) => {
    await page.goto('/my-tickets');
    await page.getByRole('listitem', { name: 'The Kid' }).waitFor();
  },
  'a ticket': async (page) => {
    await page.getByRole('link', { name: 'Open ticket for The Kid' }).click();
    await page.getByRole('article', { name: 'The Kid' }).waitFor();
  },
  'a ticket whose link could not be copied': async (page) => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('Not allowed'));
    });
    await page.getByRole('button', { name: 'Invite friends' }).click();
    await page.getByRole('textbox', { name: 'The link could not be copied. Copy it here:' }).waitFor();
  },
  'no such ticket': async (page) => {
    await page.goto('/my-tickets/none');
    await page.getByText('You do not have this ticket').waitFor();
  },
  'the cancel dialog': async (page) => {
    await page.goto('/my-tickets');
    await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog', { name: 'Cancel Ticket' }).waitFor();
  },
  'an expired ticket': async (page) => {
    // The page takes the time from the server's responses, so the device's clock would not expire the ticket.
    await page.route('**/api/**', async (route) => {
      const response = await route.fetch();
      const date = new Date(Date.now() + 3 * DAY).toUTCString();
      await route.fulfill({ response, headers: { ...response.headers(), date } });
    });
    await page.goto('/my-tickets');
    await page.getByRole('button', { name: 'Expired' }).waitFor();
  },
};

/** The screens of a new member who is too young for most films. */
export const screensOfNewcomers: Screens = {
  'no tickets': async (page) => {
    await page.goto('/my-tickets');
    await page.getByText(messages.noTickets).waitFor();
  },
  'no transactions': async (page) => {
    await page.goto('/transactions');
    await page.getByText('No transactions yet').waitFor();
  },
  'the buy dialog for a user who is too young': async (page) => {
    await page.goto('/movie/Nosferatu');
    await page.getByRole('button', { name: 'Buy Tickets' }).click();
    await page.getByRole('dialog').getByText('Sorry but you are not old enough').waitFor();
  },
};

/** The screens while requests for data are pending or fail. */
export const screensWithoutData: Screens = {
  'the loading overlay': async (page) => {
    await page.clock.install();
    await openFromCachedShell(page);
    await page.route('**/api/movie', () => undefined);
    await page.goto('/movies');
    await overlay(page).waitFor();
  },
  'the loading overlay after ten seconds': async (page) => {
    await page.clock.runFor(11_000);
    await page.getByRole('button', { name: 'Carry on browsing' }).waitFor();
  },
  'the skeleton of Movies': async (page) => {
    await page.getByRole('button', { name: 'Carry on browsing' }).click();
  },
  'Home, unreachable': async (page) => {
    await page.unroute('**/api/movie');
    await page.route('**/api/movie', (route) => route.abort());
    await page.goto('/');
    await page.getByRole('main').getByText(messages.unreachable).waitFor();
  },
  'Movies, unreachable': async (page) => {
    await page.goto('/movies');
    await page.getByRole('main').getByText(messages.unreachable).waitFor();
  },
  'a film, unreachable': async (page) => {
    await page.route('**/api/movie/**', (route) => route.abort());
    await page.goto('/movie/Metropolis');
    await page.getByText('The film could not be loaded').waitFor();
  },
  'seats, unreachable': async (page) => {
    await page.unroute('**/api/movie/**');
    await page.route('**/api/booked-seats/**', (route) => route.abort());
    await page.goto(addressOf('Metropolis', { showtimeDate: dateIn(2), showtimeTime: '20.35' }));
    await page.getByText('The seats could not be loaded').waitFor();
  },
};

/** The screens of a signed-in user whose command or session request fails. */
export const screensWithoutResponses: Screens = {
  'the top-up dialog without a response': async (page) => {
    await page.route('**/api/user/balance', (route) => route.abort());
    await page.goto('/topup');
    await page.getByRole('radio', { name: '1.5m' }).check();
    await page.getByRole('main').getByRole('button', { name: 'Top Up' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('dialog').getByText(messages.unsettled).waitFor();
  },
  'the notice about an unknown outcome': async (page) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('status').getByText(messages.unsettled).waitFor();
  },
  'My Tickets, unreachable': async (page) => {
    await page.route('**/api/user/info', (route) => route.abort());
    await page.goto('/my-tickets');
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).waitFor();
  },
};

/** A screen's name as a file name, without extension. */
export function fileNameOf(name: string): string {
  return name.toLowerCase().replaceAll(/\W+/g, '-');
}

/** Waits until the product runs and finite animations have ended, so that colours and positions are final. */
export async function settle(page: Page): Promise<void> {
  // The product runs, and the cover over a returning user's page is removed.
  await page.waitForFunction(() => !('heldButtons' in window) && !('covered' in document.documentElement.dataset));
  await overlay(page).waitFor({ state: 'detached' });
  await rest(page);
}

/** Waits until all finite animations have ended. */
export async function rest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    return document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity);
  });
}

/** The wordmark of the loading overlay, which unlike the other two is hidden from assistive technology. */
export function overlay(page: Page): Locator {
  return page.locator('#root div[aria-hidden="true"] > span', { hasText: /^Nobar Now$/ });
}
