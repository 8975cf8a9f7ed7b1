import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { rm } from 'node:fs/promises';
import { expect, onTestFinished, vi } from 'vitest';
import type { Command } from '#machines/commandMachine.ts';
import { openDatabase } from '../../src/server/db/openDatabase.ts';
import { BrowserRoot } from '../../src/web/app/BrowserRoot.tsx';
import { browserEnvironment } from '../../src/web/environment/browserEnvironment.ts';
import { actorOf } from '#machines/actors.ts';
import { PATHS } from '#domain/paths.ts';
import { loadPage, locationAt, pageAt } from '../../src/web/app/pages.ts';
import { openApp, startApp, type App, type Inspect } from '../../src/web/runtime/openApp.ts';
import { freshFolder } from '../server/freshFolder.ts';
import { openCinema, type Cinema, type CinemaOptions } from '../server/openCinema.ts';
import { addPerson, type Person } from '../server/people.ts';
import { watchTimers } from '../leftovers.ts';
import { openNetwork, type Network } from './network.ts';

/** Where the pages keep the bearer token. */
export const TOKEN_KEY = 'nobar-now.token';

const STEP = 500;

/** The code that pages fetch on demand: reading it takes a busy machine seconds, which no test is about. */
const onDemand = import.meta.glob([
  '../../src/web/pages/*/*Page.tsx',
  '../../src/web/**/{*Dialog,Drawer,Toasts,UserMenu,SeatList}.tsx',
]);

/** How somebody comes to the pages. */
export interface Arrival {
  /** Brings the token of a live session along. */
  readonly person?: Person;
  /** Sees the network before the first call. */
  readonly prepare?: (network: Network) => void;
  /** How far the clock of the browser is ahead, in milliseconds. */
  readonly ahead?: number;
}

interface OpenOptions extends Arrival {
  /** Sees every actor. */
  readonly inspect?: Inspect;
}

/** The pages as one visitor has them open. */
export type Product = Awaited<ReturnType<typeof openProduct>>;

/** A fresh cinema on a database of its own, closed after the test. */
export async function openTestApp(options?: CinemaOptions): Promise<Cinema> {
  const folder = await freshFolder('nobar-now-web-');
  const database = openDatabase({ dataDirectory: folder });
  const cinema = await openCinema(database, options);
  onTestFinished(async () => {
    await cinema.app.close();
    await database.db.destroy();
    await rm(folder, { recursive: true, force: true });
    expect(cinema.unlisted, 'every refusal stands in src/contract/calls.ts').toEqual([]);
  });
  return cinema;
}

/** A browser at a path, over the real server and on its clock. The root actors that are added to `apps` end with the test. */
export function openBrowser(cinema: Cinema, path: string, { person, prepare, ahead = 0 }: Arrival) {
  takeTime();
  window.history.replaceState(null, '', path);
  if (person !== undefined) window.localStorage.setItem(TOKEN_KEY, person.token);
  const network = openNetwork(cinema.app);
  prepare?.(network);
  const apps: App[] = [];
  onTestFinished(async () => {
    await network.settle();
    await macrotask();
    for (const app of apps) app.stop();
    expect(network.unmet(), 'every call prepared for was made').toEqual([]);
  });
  const openEnvironment = () =>
    browserEnvironment(window, {
      fetch: network.fetch,
      openFeed: network.openFeed,
      now: () => cinema.clock.now + ahead,
      zone: cinema.zone,
    });
  return { network, user: userEvent.setup({ delay: null }), apps, openEnvironment };
}

/** Opens the pages at a path. */
export async function openProduct(cinema: Cinema, path: string, { inspect, ...arrival }: OpenOptions = {}) {
  await Promise.allSettled(Object.values(onDemand).map((load) => load()));
  await pageAt(PATHS.topUp).load();
  const { network, user, apps, openEnvironment } = openBrowser(cinema, path, arrival);
  const start = () => {
    const app = openApp({ environment: openEnvironment(), loadPage, inspect });
    apps.push(app);
    app.send({ type: 'location.changed', location: locationAt(window.location), isReturn: true });
    startApp(app);
    return app;
  };
  let opened = show(start());
  return {
    testApp: cinema,
    user,
    network,
    app: opened.app,
    /** Loads the pages anew where they stand, as F5 does: what was on its way is left to the cinema. */
    reload: () => {
      opened.view.unmount();
      opened.app.stop();
      opened = show(start());
    },
    /** The product in another tab of the same browser, without pages: nobody looks at it. */
    openTab: () => {
      const app = start();
      // The code of Top Up brings the machine of the commands.
      const location = locationAt({ pathname: PATHS.topUp, search: '' });
      app.send({ type: 'location.changed', location, isReturn: false });
      /** Confirms something, as a page does. */
      const confirm = (command: Command, password = '') =>
        app.send({ type: 'command.start', confirmed: { command, password } });
      return { session: actorOf(app.system, 'session'), confirm };
    },
  };
}

/** Opens the pages of a fresh cinema at a path, for somebody with a live session. */
export async function openSignedIn(
  path: string,
  { balance = 0, age = 30, ...options }: { balance?: number; age?: number } & OpenOptions = {},
) {
  const testApp = await openTestApp();
  const person = await addPerson(testApp, { balance, age });
  return { person, ...(await openProduct(testApp, path, { person, ...options })) };
}

function show(app: App) {
  return { app, view: render(<BrowserRoot app={app} />) };
}

/** Puts the timers of the pages under the test; they run with real time until it lets more pass. */
function takeTime(): void {
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
  watchTimers();
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

function macrotask(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
