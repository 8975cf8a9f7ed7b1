import { render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { rm } from 'node:fs/promises';
import { expect, vi } from 'vitest';
import type { Command } from '#machines/commandMachine.ts';
import { openDatabase } from '../../src/server/db/openDatabase.ts';
import { BrowserRoot } from '../../src/web/app/BrowserRoot.tsx';
import { browserEnvironment } from '../../src/web/environment/browserEnvironment.ts';
import { locationAt } from '../../src/web/app/pages.ts';
import { openApp, type Inspect, type Runtime } from '../../src/web/runtime/openApp.ts';
import { freshFolder } from '../server/freshFolder.ts';
import { openCinema, type Cinema, type CinemaOptions } from '../server/openCinema.ts';
import { addPerson, type Person } from '../server/people.ts';
import { atEnd } from './endings.ts';
import { openNetwork, type Network } from './network.ts';

/** Where the pages keep the bearer token. */
export const TOKEN_KEY = 'nobar-now.token';

const STEP = 500;

/** The code that pages fetch on demand: reading it takes a busy machine seconds, which no test is about. */
const onDemand = import.meta.glob([
  '../../src/web/pages/*/*Page.tsx',
  '../../src/web/**/{*Dialog,Drawer,Toasts,UserMenu,SeatList}.tsx',
]);

/** The pages as one visitor has them open. */
export interface Product {
  readonly user: UserEvent;
  readonly network: Network;
  readonly runtime: Runtime;
  /** Loads the pages anew where they stand, as F5 does: what was on its way is left to the cinema. */
  readonly reload: () => void;
  /** The product in another tab of the same browser; nobody looks at it. */
  readonly openTab: () => Tab;
}

/** Another tab without pages, and what was confirmed there. */
export interface Tab extends Runtime {
  /** Confirms something, as a page does. */
  readonly confirm: (command: Command, password?: string) => void;
}

interface OpenOptions {
  readonly prepare?: (network: Network) => void;
  readonly inspect?: Inspect;
}

/** A fresh cinema on a database of its own, closed after the test. */
export async function openTestApp(options?: CinemaOptions): Promise<Cinema> {
  const folder = await freshFolder('nobar-now-web-');
  const database = openDatabase({ dataDirectory: folder });
  const cinema = await openCinema(database, options);
  atEnd(async () => {
    await cinema.app.close();
    await database.db.destroy();
    await rm(folder, { recursive: true, force: true });
    expect(cinema.unlisted, 'every refusal stands in src/contract/calls.ts').toEqual([]);
  });
  return cinema;
}

/**
 * Opens the pages at a path, over the real server and on its clock.
 * A person brings the token of a live session along; `prepare` sees the network before the first call, `inspect` every actor.
 */
export async function openProduct(
  cinema: Cinema,
  path: string,
  { person, prepare, inspect }: { person?: Person } & OpenOptions = {},
): Promise<Product> {
  await Promise.allSettled(Object.values(onDemand).map((load) => load()));
  takeTime();
  window.history.replaceState(null, '', path);
  if (person !== undefined) window.localStorage.setItem(TOKEN_KEY, person.token);

  const network = openNetwork(cinema.app);
  prepare?.(network);
  const start = () => {
    const environment = browserEnvironment(window, {
      openFeed: network.openFeed,
      fetch: network.fetch,
      now: () => cinema.clock.now,
    });
    const opened = openApp(environment, { inspect });
    opened.moveTo({ location: locationAt(window.location), isReturn: true }, 'default');
    opened.start();
    return opened;
  };
  const runtime = start();
  let opened = { runtime, view: render(<BrowserRoot runtime={runtime} />) };
  const tabs: Runtime[] = [];
  atEnd(async () => {
    opened.view.unmount();
    await network.settle();
    await macrotask();
    for (const { app } of [opened.runtime, ...tabs]) app.stop();
    expect(network.unmet(), 'every call prepared for was made').toEqual([]);
  });
  return {
    user: userEvent.setup({ delay: null }),
    network,
    runtime,
    reload() {
      opened.view.unmount();
      opened.runtime.app.stop();
      const again = start();
      opened = { runtime: again, view: render(<BrowserRoot runtime={again} />) };
    },
    openTab() {
      const tab = start();
      tabs.push(tab);
      return {
        ...tab,
        confirm: (command, password = '') => tab.app.send({ type: 'command.start', confirmed: { command, password } }),
      };
    },
  };
}

/** Opens the pages of a fresh cinema at a path, for somebody with a live session. */
export async function openSignedIn(
  path: string,
  { balance = 0, age = 30, ...options }: { balance?: number; age?: number } & OpenOptions = {},
): Promise<Product & { readonly testApp: Cinema; readonly person: Person }> {
  const testApp = await openTestApp();
  const person = await addPerson(testApp, { balance, age });
  return { testApp, person, ...(await openProduct(testApp, path, { person, ...options })) };
}

/** Puts the timers of the pages under the test; they run with real time until it lets more pass. */
export function takeTime(): void {
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'requestAnimationFrame',
      'cancelAnimationFrame',
    ],
    shouldAdvanceTime: true,
    advanceTimeDelta: 4,
  });
}

/** Lets time pass for the timers of the pages and on the clock of the cinema. */
export async function passTime(cinema: Cinema, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= STEP) {
    const step = Math.min(left, STEP);
    cinema.clock.now += step;
    await vi.advanceTimersByTimeAsync(step);
  }
  await macrotask();
}

export function macrotask(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
