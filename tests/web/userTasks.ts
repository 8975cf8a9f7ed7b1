import type { UserEvent } from '@testing-library/user-event';
import { PATHS } from '#domain/paths.ts';
import { messages } from '../fixtures/messages.ts';
import type { Cinema } from '../server/openCinema.ts';
import { addPerson, buy, PASSWORD, share, signUp, topUp, type Person } from '../server/people.ts';
import { passTime, type Product } from './openProduct.tsx';
import { KID_TONIGHT, pathAndQuery } from './visitor.ts';

/** The page where a task begins, and the user who is signed in. */
interface Start {
  readonly path: string;
  readonly person?: Person;
}

/** Something that a user wants to do. */
export interface UserTask {
  readonly start: (cinema: Cinema) => Promise<Start>;
  /** The user takes the first step that the page offers, presses Retry before all others, and waits if the page offers none. */
  readonly steps: readonly Step[];
  readonly isDone: (product: Product) => boolean;
  /** The user's balance in rupiah after the task, and whether the user holds seats. */
  readonly leaves?: { readonly balance?: number; readonly holdsSeats?: boolean };
}

/** Takes a step; returns undefined if the page does not offer it. */
type Step = (user: UserEvent) => Promise<void> | undefined;

const BALANCE = 200_000;
const NEW_PASSWORD = 'curtain-in-row-f';
/** A user without a step waits for half a second at a time. */
const WAIT = 500;
/** The milliseconds between two steps. */
const MOMENT = 100;
/** A task that needs more steps and waits will never be done. */
const MAXIMUM_STEPS = 100;

export const userTasks = {
  'buy seats': {
    leaves: { balance: 130_000, holdsSeats: false },
    start: signedInAt(KID_TONIGHT),
    steps: [press('Buy'), select(12), select(13), press('Buy Tickets')],
    isDone: says(messages.bought),
  },
  'decide against a purchase': {
    start: signedInAt(KID_TONIGHT),
    steps: [press('Back'), select(12), press('Buy Tickets')],
    isDone: ({ network }) => network.callsOf('DELETE holds').length > 0,
  },
  'share seats': {
    leaves: { holdsSeats: true },
    start: signedInAt(KID_TONIGHT),
    steps: [select(12), select(13), press('Share these seats')],
    isDone: says('0 of 2 paid'),
  },
  'return to shared seats': {
    leaves: { holdsSeats: true },
    start: async (cinema) => {
      const { person } = await openShare(cinema);
      return { path: KID_TONIGHT, person };
    },
    steps: [],
    isDone: says('0 of 2 paid'),
  },
  'stop sharing seats': {
    leaves: { holdsSeats: false },
    start: openShare,
    steps: [press('Stop sharing')],
    isDone: () => pathAndQuery() === KID_TONIGHT,
  },
  'buy a seat that a friend shares': {
    leaves: { balance: 165_000, holdsSeats: false },
    start: async (cinema) => ({ ...(await openShare(cinema)), person: await addPerson(cinema, { balance: BALANCE }) }),
    steps: [press('Buy'), select(12), pressWith(12, 'Buy Tickets')],
    isDone: says(messages.bought),
  },
  'cancel a ticket': {
    leaves: { balance: BALANCE },
    start: async (cinema) => {
      const start = await signedInAt(PATHS.myTickets)(cinema);
      await buy(cinema, start.person, { seatNumbers: [12, 13] });
      return start;
    },
    steps: [fill('Password', PASSWORD), press('Cancel Ticket'), press('Cancel')],
    isDone: says(messages.noTickets),
  },
  'top up': {
    leaves: { balance: 350_000 },
    start: signedInAt(PATHS.topUp),
    steps: [press('Confirm'), choose('150k'), press('Top Up')],
    isDone: says('Balance Rp.350.000'),
  },
  withdraw: {
    leaves: { balance: 50_000 },
    start: signedInAt(PATHS.withdraw),
    steps: [fill('Password', PASSWORD), press('Confirm'), choose('150k'), press('Withdraw')],
    isDone: says('Balance Rp.50.000'),
  },
  'change the password': {
    start: signedInAt(PATHS.myInfo),
    steps: [
      fill('Current password', PASSWORD),
      fill('New password', NEW_PASSWORD),
      fill('Confirm new password', NEW_PASSWORD),
      press('Change password'),
    ],
    isDone: says('and no other device is signed in'),
  },
  'sign out other devices': {
    start: signedInAt(PATHS.myInfo),
    steps: [press('Sign out other devices')],
    isDone: says('No other device was signed in'),
  },
  'sign in': {
    start: async (cinema) => {
      await signUp(cinema, { username: 'ana-film' });
      return { path: PATHS.movies };
    },
    steps: [fill('User name', 'ana-film'), fill('Password', PASSWORD), press('Sign In')],
    isDone: says('Alice Wong'),
  },
  'sign up': {
    start: async () => ({ path: PATHS.movies }),
    steps: [
      fill('User name', 'ana-film'),
      fill('Display name', 'Ana Film'),
      fill('Age', '30'),
      fill('Password', PASSWORD),
      fill('Confirm password', PASSWORD),
      press('Sign Up'),
      press('Sign In'),
    ],
    isDone: ({ network }) => says('Ana Film')() && network.callsOf('POST user/signup').length > 0 && !isDialogOpen(),
  },
  'sign out': {
    start: signedInAt(PATHS.movies),
    steps: [press('LOG OUT'), press('A Person')],
    isDone: ({ network }) => says('Sign In')() && network.callsOf('POST user/signout').length > 0,
  },
  'look at the seats of a film': {
    start: async () => ({ path: KID_TONIGHT }),
    steps: [],
    isDone: () => document.querySelector('[aria-label^="Seat 12,"]') !== null,
  },
  'look at the films': {
    start: async () => ({ path: PATHS.movies }),
    steps: [],
    isDone: says('The Kid'),
  },
  'look at older transactions': {
    start: async (cinema) => {
      const person = await addPerson(cinema);
      for (let entry = 1; entry <= 25; entry += 1) await topUp(cinema, person, entry * 1000);
      return { path: PATHS.transactions, person };
    },
    steps: [press('Show more')],
    isDone: says('No more transactions'),
  },
} as const satisfies Readonly<Record<string, UserTask>>;

/** Carries out a task. Returns whether it is done, and the texts that alerts, status elements and toasts had. */
export async function carryOut({ steps, isDone }: Pick<UserTask, 'steps' | 'isDone'>, product: Product) {
  const { user, network, testApp } = product;
  const announced = new Set<string>();
  for (let step = 0; step < MAXIMUM_STEPS; step += 1) {
    await network.settle();
    await passTime(testApp, MOMENT);
    for (const text of announcements()) announced.add(text);
    if (isDone(product)) return { isDone: true, announced: [...announced] };
    await (takeStep([press('Retry'), ...steps], user) ?? passTime(testApp, WAIT));
  }
  return { isDone: false, announced: [...announced] };
}

function takeStep([step, ...others]: readonly Step[], user: UserEvent): Promise<void> | undefined {
  return step && (step(user) ?? takeStep(others, user));
}

/** The texts of alerts, status elements and toasts. */
function announcements(): string[] {
  const regions = document.querySelectorAll('[role=alert], [role=status], [role=region][aria-label^=Notifications] li');
  return [...regions].map(({ textContent }) => textContent).filter((text) => text !== '');
}

function signedInAt(path: string) {
  return async (cinema: Cinema) => ({ path, person: await addPerson(cinema, { balance: BALANCE }) });
}

/** A user shares seats 12 and 13; the path is the link for friends. */
async function openShare(cinema: Cinema) {
  const { path, person } = await signedInAt(KID_TONIGHT)(cinema);
  const { shareCode } = await share(cinema, person, [12, 13]);
  return { path: `${path}&together=${shareCode}`, person };
}

/** Presses a button, link or menu item. */
function press(name: string): Step {
  return (user) => {
    const control = find('button, a, [role=menuitem]', name);
    return control && user.click(control);
  };
}

/** Pastes a text into an empty field. */
function fill(label: string, text: string): Step {
  return (user) => {
    const field = find('input', label);
    if (!(field instanceof HTMLInputElement) || field.value !== '') return undefined;
    field.focus();
    return user.paste(text);
  };
}

/** Chooses a radio button. */
function choose(label: string): Step {
  return (user) => {
    const radio = find('input', label);
    return radio instanceof HTMLInputElement && !radio.checked ? user.click(radio) : undefined;
  };
}

/** Selects a free seat of the map. */
function select(seatNumber: number): Step {
  return (user) => {
    const seat = seatOf(seatNumber, false);
    return seat && isUsable(seat) && !isDialogOpen() ? user.click(seat) : undefined;
  };
}

function seatOf(seatNumber: number, isSelected: boolean): HTMLElement | undefined {
  const seats = document.querySelectorAll<HTMLElement>(`[aria-label^="Seat ${seatNumber},"]`);
  return [...seats].find(({ ariaPressed }) => ariaPressed === String(isSelected));
}

/** Presses a button once a seat is selected. */
function pressWith(seatNumber: number, name: string): Step {
  return (user) => (seatOf(seatNumber, true) === undefined ? undefined : press(name)(user));
}

function says(text: string) {
  return () => document.body.textContent.includes(text);
}

function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog]') !== null;
}

/** The first usable control with a name; in the open menu or dialog if there is one. */
function find(selector: string, name: string): HTMLElement | undefined {
  const scope = [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1) ?? document.body;
  return [...scope.querySelectorAll<HTMLElement>(selector)].find((each) => nameOf(each) === name && isUsable(each));
}

function nameOf(control: HTMLElement): string {
  const label = control instanceof HTMLInputElement ? control.labels?.item(0)?.textContent : undefined;
  return label ?? control.ariaLabel ?? control.textContent;
}

function isUsable(control: HTMLElement): boolean {
  return !control.matches(':disabled, [aria-disabled=true], [aria-busy=true], [aria-hidden=true] *, [inert] *');
}
