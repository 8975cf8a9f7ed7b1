import { localPath, type Language } from '#domain/languages.ts';
import { textPages } from '../fixtures/screens.ts';
import { textsOf } from '../fixtures/texts.ts';
import type { Locator, Page } from 'playwright-core';
import { MAXIMUM_SEATS } from '#domain/seats.ts';
import { seatsFrom } from '../seatsFrom.ts';
import type { Member } from './people.ts';
import { addressOf, dateIn } from './showtimes.ts';
import { userMenu } from './userMenu.ts';
import { openFromCachedShell } from './openFromCachedShell.ts';

/** Pages and dialogs by name. Each function opens its screen from the previous one. */
export type Screens = Readonly<Record<string, (page: Page) => Promise<void>>>;

/** The screens that the loading overlay covers. */
export const COVERED = new Set(['the loading overlay', 'the loading overlay after ten seconds']);

/** The screens whose toast does not close by itself. */
export const WITH_TOAST = new Set(['the withdraw dialog with its refusal, and a toast']);

/** The screens whose accessibility trees contain the frame around every page: one signed out, one signed in, and its menu. */
export const WITH_FRAME = new Set(['About', 'Home', 'the user menu']);

/** The only screen of a film's page whose accessibility tree contains the facts of the film. */
export const WITH_FACTS = 'a film';

/** A door, and tickets of the screening at it. */
export interface DoorLink {
  readonly token: string;
  readonly codes: readonly string[];
  /** Cancels the first ticket. */
  readonly cancel: () => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

/** The requests of the list of films. */
const FILMS = /\/api\/movie(?:\?|$)/;

const DAY = 24 * 60 * 60 * 1000;

/** The screens of every kind of visitor in a language, each opened from the previous one. */
export function everyPage(language: Language) {
  const t = textsOf[language];
  const at = (path: string) => localPath(language, path);

  /** The screens of a signed-out user. */
  const screensOfSignedOutUsers: Screens = {
    'the sign-in dialog with its errors, over the guard': async (page) => {
      await page.goto(at('/topup'));
      const dialog = page.getByRole('dialog', { name: t.auth.signIn });
      await dialog.getByRole('button', { name: t.auth.signIn }).click();
      await dialog.getByText(t.rules.rules.signInUsernameMissing).waitFor();
    },
    'the sign-up dialog with its errors': async (page) => {
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: t.auth.signUp }).click();
      await dialog.getByLabel(t.auth.age).fill('-1');
      await dialog.getByRole('button', { name: t.auth.signUp }).click();
      await dialog.getByText(t.rules.rules.ageNegative).waitFor();
    },
    'the guard': async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByText(t.common.signInToSee).waitFor();
    },
    'a path without a page': async (page) => {
      await page.goto(at('/no/such/page'));
      await page.getByRole('link', { name: t.shared.seeTheMovies }).waitFor();
    },
    ...Object.fromEntries(textPages.map(({ name, address }) => [name, (page: Page) => openText(page, at(address))])),
    'a film that is not showing': async (page) => {
      await page.goto(at('/movie/Sharknado'));
      await page.getByRole('link', { name: t.shared.seeTheMovies }).waitFor();
    },
  };

  /** The screens of a member with 100,000 rupiah who buys a ticket. One seat of The Kid, tomorrow at 20.35, is sold. */
  function screensOfBuyers(member: Member): Screens {
    const movie = addressOf('Metropolis', { showtimeDate: dateIn(2), showtimeTime: '20.35' });
    return {
      Home: async (page) => {
        await page.goto(at('/'));
        await page.getByRole('main').getByRole('link', { name: 'Metropolis 1927' }).waitFor();
      },
      'the user menu': async (page) => {
        await userMenu(page, member).click();
        await page.getByRole('menuitem', { name: t.menus.logOut }).waitFor();
      },
      'the drawer': async (page) => {
        await page.keyboard.press('Escape');
        await page.getByRole('menu').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: t.shell.menu }).click();
        await page.getByRole('switch', { name: t.menus.darkTheme }).waitFor();
      },
      Movies: async (page) => {
        await page.goto(at('/movies'));
        await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
      },
      'Movies when none matches': async (page) => {
        await page.getByRole('searchbox', { name: t.movies.searchMovies }).fill('zzz');
        await page.getByText(t.movies.noMovieMatches).waitFor();
      },
      [WITH_FACTS]: async (page) => {
        await page.goto(at('/movie/Metropolis'));
        await page.getByText(t.movie.selectShowtime).waitFor();
      },
      'a film with seats free, selected and booked': async (page) => {
        await page.goto(at(addressOf('The Kid', { showtimeDate: dateIn(1), showtimeTime: '20.35' })));
        await page.getByRole('button', { name: t.seats.seatName(2) }).click();
        await page.getByText(t.seats.seatList([2]), { exact: true }).waitFor();
      },
      'a film with the maximum number of selected seats': async (page) => {
        for (const seat of seatsFrom(3, MAXIMUM_SEATS - 1))
          await page.getByRole('button', { name: t.seats.seatName(seat) }).click();
        await page.getByText(t.movie.maximumSeats).waitFor();
      },
      'a film beside friends, with the best seats selected': async (page) => {
        await page.goto(at(`${addressOf('The Kid', { showtimeDate: dateIn(1), showtimeTime: '20.35' })}&beside=1`));
        await page.getByText(t.seats.friendsMessage([1])).waitFor();
        await page.getByRole('button', { name: t.movie.bestCount(6) }).click();
        await page.getByText(t.movie.maximumSeats).waitFor();
      },
      'a film with its seats as a list': async (page) => {
        await page.getByRole('button', { name: t.movie.showAsList }).click();
        await page.getByText(t.movie.rowSummary('H', 8, 0)).click();
        await page.getByRole('checkbox', { name: t.seats.seatName(64) }).waitFor();
      },
      'the buy dialog without seats': async (page) => {
        await page.getByRole('button', { name: t.movie.showAsList }).click();
        await page.goto(at('/movie/Metropolis'));
        await page.getByRole('button', { name: t.shared.buyTickets }).click();
        await page.getByRole('dialog').getByText(t.movie.selectSeat).waitFor();
      },
      'the buy dialog without enough balance': async (page) => {
        await page.goto(at(movie));
        for (const seat of [62, 63, 64]) await page.getByRole('button', { name: t.seats.seatName(seat) }).click();
        await page.getByRole('button', { name: t.shared.buyTickets }).click();
        await page.getByRole('dialog').getByText(t.hallFailures.notEnoughBalance(35_000)).waitFor();
        await page.getByRole('dialog').getByRole('timer').waitFor();
      },
      'Top Up with a link back to the seats': async (page) => {
        await page.getByRole('dialog').getByRole('button', { name: t.pages.topUp }).click();
        await page.getByRole('link', { name: t.wallet.backToYourSeats }).waitFor();
      },
      'a film with seats shared with friends': async (page) => {
        await page.goto(at(movie));
        await page.getByText(t.seats.seatList([62, 63, 64]), { exact: true }).waitFor();
        await page.evaluate(refuseClipboard);
        await page.getByRole('button', { name: t.movie.shareTheseSeats }).click();
        await page.getByText(t.holds.paidMessage(0, 3)).waitFor();
        await page.getByLabel(t.toasts.copyHere).waitFor();
      },
    };
  }

  /** The screens of a member with a ticket of The Kid, tomorrow at 20.35, and 100,000 rupiah. */
  const screensOfOwners: Screens = {
    'Top Up': async (page) => {
      await page.goto(at('/topup'));
      await page.getByRole('radio', { name: t.wallet.preset(1_500_000) }).check();
    },
    'the top-up dialog': async (page) => {
      await page.getByRole('main').getByRole('button', { name: t.pages.topUp }).click();
      await page.getByRole('dialog').getByText(t.money.formatRupiah(1_500_000)).waitFor();
    },
    'Withdraw with its error': async (page) => {
      await page.goto(at('/withdraw'));
      await page.getByRole('spinbutton', { name: t.wallet.otherAmount }).fill('500001');
      await page.getByRole('main').getByRole('button', { name: t.wallet.withdraw }).click();
      await page.getByText(t.rules.rules.withdrawalTooLarge, { exact: true }).waitFor();
    },
    'the withdraw dialog with its error': async (page) => {
      await page.getByRole('radio', { name: t.wallet.preset(500_000) }).check();
      await page.getByRole('main').getByRole('button', { name: t.wallet.withdraw }).click();
      await page.getByRole('dialog').getByRole('button', { name: t.wallet.confirm }).click();
      await page.getByRole('dialog').getByText(t.rules.rules.passwordMissing).waitFor();
    },
    'the withdraw dialog with its refusal, and a toast': async (page) => {
      await page.getByRole('dialog').getByLabel(t.dialogs.password).fill('not-the-password');
      await page.getByRole('dialog').getByRole('button', { name: t.wallet.confirm }).click();
      await page.getByRole('dialog').getByRole('alert').waitFor();
      // A toast does not close while the pointer is on it.
      await page.getByRole('button', { name: t.toasts.dismiss, exact: true }).hover();
    },
    Transactions: async (page) => {
      await page.goto(at('/transactions'));
      await page.getByText(/: The Kid, /).waitFor();
    },
    'My Info': async (page) => {
      await page.goto(at('/my-info'));
      await page.getByRole('button', { name: t.account.signOutOtherDevices }).waitFor();
    },
    'My Info with the errors of its password form': async (page) => {
      await page.getByRole('button', { name: t.account.changePassword }).click();
      await page.getByText(t.rules.rules.confirmPasswordMissing).waitFor();
    },
    'My Tickets': async (page) => {
      await page.goto(at('/my-tickets'));
      await page.getByRole('listitem', { name: 'The Kid' }).waitFor();
    },
    'a ticket': async (page) => {
      await page.getByRole('link', { name: t.tickets.openTicketFor('The Kid') }).click();
      await page.getByRole('article', { name: 'The Kid' }).waitFor();
    },
    'a ticket whose link could not be copied': async (page) => {
      await page.evaluate(refuseClipboard);
      await page.getByRole('button', { name: t.toasts.inviteFriends }).click();
      await page.getByRole('textbox', { name: t.toasts.copyHere }).waitFor();
    },
    'no such ticket': async (page) => {
      await page.goto(at('/my-tickets/none'));
      await page.getByText(t.tickets.noTicket).waitFor();
    },
    'the cancel dialog': async (page) => {
      await page.goto(at('/my-tickets'));
      await page.getByRole('main').getByRole('button', { name: t.tickets.cancel }).click();
      await page.getByRole('dialog', { name: t.tickets.cancelTicket }).waitFor();
    },
    'an expired ticket': async (page) => {
      // The page takes the time from the server's responses, so the device's clock would not expire the ticket.
      await page.route('**/api/**', async (route) => {
        const response = await route.fetch();
        const date = new Date(Date.now() + 3 * DAY).toUTCString();
        await route.fulfill({ response, headers: { ...response.headers(), date } });
      });
      await page.goto(at('/my-tickets'));
      await page.getByRole('button', { name: t.tickets.expired }).waitFor();
    },
  };

  /** The screens of a new member who is too young for most films. */
  const screensOfNewcomers: Screens = {
    'no tickets': async (page) => {
      await page.goto(at('/my-tickets'));
      await page.getByText(t.tickets.noTickets).waitFor();
    },
    'no transactions': async (page) => {
      await page.goto(at('/transactions'));
      await page.getByText(t.transactions.noTransactions).waitFor();
    },
    'the buy dialog for a user who is too young': async (page) => {
      await page.goto(at('/movie/Nosferatu'));
      await page.getByRole('button', { name: t.shared.buyTickets }).click();
      await page.getByRole('dialog').getByText(t.hallFailures.tooYoung(8)).waitFor();
    },
  };

  /** The screens while requests for data are pending or fail. */
  const screensWithoutData: Screens = {
    'the loading overlay': async (page) => {
      await page.clock.install();
      await openFromCachedShell(page);
      await page.route(FILMS, () => undefined);
      await page.goto(at('/movies'));
      await overlay(page).waitFor();
    },
    'the loading overlay after ten seconds': async (page) => {
      await page.clock.runFor(11_000);
      await page.getByRole('button', { name: t.shell.carryOn }).waitFor();
    },
    'the skeleton of Movies': async (page) => {
      await page.getByRole('button', { name: t.shell.carryOn }).click();
    },
    'Home, unreachable': async (page) => {
      await page.unroute(FILMS);
      await page.route(FILMS, (route) => route.abort());
      await page.goto(at('/'));
      await page.getByRole('main').getByText(t.general.generalFailures.unreachable).waitFor();
    },
    'Movies, unreachable': async (page) => {
      await page.goto(at('/movies'));
      await page.getByRole('main').getByText(t.general.generalFailures.unreachable).waitFor();
    },
    'a film, unreachable': async (page) => {
      await page.route('**/api/movie/**', (route) => route.abort());
      await page.goto(at('/movie/Metropolis'));
      await page.getByText(t.movie.filmNotLoaded).waitFor();
    },
    'seats, unreachable': async (page) => {
      await page.unroute('**/api/movie/**');
      await page.route('**/api/booked-seats/**', (route) => route.abort());
      await page.goto(at(addressOf('Metropolis', { showtimeDate: dateIn(2), showtimeTime: '20.35' })));
      await page.getByText(t.movie.seatsNotLoaded).waitFor();
    },
  };

  /** The screens of a signed-in user whose command or session request fails. */
  const screensWithoutResponses: Screens = {
    'the top-up dialog without a response': async (page) => {
      await page.route('**/api/user/balance', (route) => route.abort());
      await page.goto(at('/topup'));
      await page.getByRole('radio', { name: t.wallet.preset(1_500_000) }).check();
      await page.getByRole('main').getByRole('button', { name: t.pages.topUp }).click();
      await page.getByRole('dialog').getByRole('button', { name: t.wallet.confirm }).click();
      await page.getByRole('dialog').getByText(t.outcomes.unsettled).waitFor();
    },
    'the notice about an unknown outcome': async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: t.common.back }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('status').getByText(t.outcomes.unsettled).waitFor();
    },
    'My Tickets, unreachable': async (page) => {
      await page.route('**/api/user/info', (route) => route.abort());
      await page.goto(at('/my-tickets'));
      await page.getByRole('main').getByRole('button', { name: t.common.retry }).waitFor();
    },
  };

  /** The screens of a phone at a door with this token, for a film and tickets with these codes. The first ticket is one of seats 12 and 13. */
  function screensAtTheDoor({ token, codes }: DoorLink): Screens {
    return {
      'the door without a link': async (page) => {
        await page.goto(at('/door'));
        await page.getByRole('heading', { name: t.door.noDoor }).waitFor();
      },
      'the screenings of a door': async (page) => {
        await page.goto(at(`/door#${token}`));
        await page.getByRole('button', { name: 'The Kid' }).waitFor();
      },
      'a door without a camera': async (page) => {
        await page.getByRole('button', { name: 'The Kid' }).click();
        await page.getByRole('button', { name: t.door.startCamera }).waitFor();
      },
      'a ticket that the door admits': async (page) => {
        await typeCode(page, codes[0], t.door.answers.welcome);
        await page.getByRole('button', { name: t.door.undo(t.seats.seatList([12, 13])) }).waitFor();
      },
      'a text that is no code': (page) => typeCode(page, 'https://cinema.example', t.door.answers.not_a_code),
      'a code of another cinema': (page) => typeCode(page, '0'.repeat(20), t.door.answers.not_ours),
    };
  }

  /** The screens of a phone at a door that the server does not answer, and then closes. */
  function screensAtTheDoorOffline({ token, codes, cancel, close }: DoorLink): Screens {
    return {
      'a ticket that the door admits offline': async (page) => {
        await page.goto(at(`/door#${token}`));
        await page.getByRole('button', { name: 'The Kid' }).click();
        await page.getByText(t.door.seatsInside(0, 4)).waitFor();
        await page.route('**/api/door/**', (route) => route.abort());
        await typeCode(page, codes[0], t.door.answers.welcome_unconfirmed);
        await page.getByText(t.door.notSent(1)).waitFor();
      },
      'a conflict at the door': async (page) => {
        await cancel();
        await page.unroute('**/api/door/**');
        await page.evaluate(() => window.dispatchEvent(new Event('online')));
        await page.getByRole('region', { name: t.door.toClearUp }).waitFor();
      },
      'a closed door': async (page) => {
        await close();
        await page.evaluate(() => window.dispatchEvent(new Event('online')));
        await page.getByRole('heading', { name: t.door.doorClosed }).waitFor();
      },
    };
  }

  /** Types a code and waits for the answer. */
  async function typeCode(page: Page, code: string | undefined, answer: string): Promise<void> {
    await page.getByRole('textbox', { name: t.door.code }).fill(code ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(answer, { exact: true }).waitFor();
  }

  return {
    screensAtTheDoor,
    screensAtTheDoorOffline,
    screensOfSignedOutUsers,
    screensOfBuyers,
    screensOfOwners,
    screensOfNewcomers,
    screensWithoutData,
    screensWithoutResponses,
  };
}

/** Opens a page that has only texts. */
async function openText(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
}

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

/** Runs in the page. */
function refuseClipboard(): void {
  navigator.clipboard.writeText = () => Promise.reject(new Error('Not allowed'));
}
