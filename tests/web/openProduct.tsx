import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { rm } from 'node:fs/promises';
import { expect, onTestFinished, vi } from 'vitest';
import type { Command } from '#machines/commands.ts';
import { openDatabase } from '../../src/server/db/openDatabase.ts';
import { BrowserRoot } from '../../src/web/rendering/AppRoot.tsx';
import { browserEnvironment } from '../../src/web/browser/browserEnvironment.ts';
import { actorOf } from '#machines/actors.ts';
import { PATHS } from '#domain/paths.ts';
import { loadPage, locationAt, locationOf, pageAt } from '../../src/web/router/pages.ts';
import { openApp, startApp, type App, type Inspect } from '../../src/web/actors/openApp.ts';
import { freshFolder } from '../server/freshFolder.ts';
import { openCinema, type Cinema, type CinemaOptions } from '../server/openCinema.ts';
import { addPerson, type Person } from '../server/people.ts';
import { watchTimers } from '../leftovers.ts';
import { followMachines } from './explainFailure.ts';
import { watchLiveRegions } from './liveRegions.ts';
import { watchVisitorState } from './visitorState.ts';
import { openNetwork, type Network } from './network.ts';

/** The localStorage key of the bearer token. */
export const TOKEN_KEY = 'nobar-now.token';

const STEP = 500;
/** The longest time that a test may pass, in milliseconds. Ten hours took 19 s. */
const LONGEST_TIME = 30 * 60_000;

/** Modules that pages load on demand. Loading them takes seconds on a busy machine, so tests load them first. */
const onDemand = import.meta.glob([
  '../../src/web/pages/*/*Page.tsx',
  '../../src/web/**/{*Dialog,Drawer,Toasts,UserMenu,SeatList}.tsx',
]);

/** The state of the browser when the pages open. */
export interface Arrival {
  /** The user whose token the browser has stored. */
  readonly person?: Person;
  /** Called with the network before the first request. */
  readonly prepare?: (network: Network) => void;
  /** How far the browser's clock is ahead of the server's, in milliseconds. */
  readonly ahead?: number;
}

interface OpenOptions extends Arrival {
  /** Inspects every actor. */
  readonly inspect?: Inspect;
}

/** The pages in the browser of one user. */
export type Product = Awaited<ReturnType<typeof openProduct>>;

/** A server with an empty database, closed after the test. */
export async function openTestApp(options?: CinemaOptions): Promise<Cinema> {
  const folder = await freshFolder('nobar-now-web-');
  const database = openDatabase({ dataDirectory: folder });
  const cinema = await openCinema(database, options);
  onTestFinished(async () => {
    await cinema.app.close();
    await database.db.destroy();
    await rm(folder, { recursive: true, force: true });
    expect(cinema.unlisted, 'src/contract/calls.ts lists every error code').toEqual([]);
  });
  return cinema;
}

/** A browser at a path, with the real server and its clock. Root actors added to `apps` stop after the test. */
export function openBrowser(cinema: Cinema, path: string, { person, prepare, ahead = 0 }: Arrival) {
  installFakeTimers();
  window.history.replaceState(null, '', path);
  if (person !== undefined) window.localStorage.setItem(TOKEN_KEY, person.token);
  const network = openNetwork(cinema.app);
  prepare?.(network);
  const apps: App[] = [];
  onTestFinished(async () => {
    await network.settle();
    await macrotask();
    for (const app of apps) app.stop();
    expect(network.unmet(), 'every mock response was used').toEqual([]);
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

/** Loads the code that pages load on demand. */
export async function loadOnDemand(): Promise<void> {
  await Promise.allSettled(Object.values(onDemand).map((load) => load()));
  await pageAt(PATHS.topUp).load();
}

/** Opens the pages at a path. */
export async function openProduct(cinema: Cinema, path: string, { inspect, ...arrival }: OpenOptions = {}) {
  await loadOnDemand();
  const { network, user, apps, openEnvironment } = openBrowser(cinema, path, arrival);
  const start = () => {
    const app = openApp({
      environment: openEnvironment(),
      loadPage,
      inspect: (event) => {
        followMachines(event);
        inspect?.(event);
      },
    });
    apps.push(app);
    app.send({ type: 'location.changed', location: locationOf(window.location), isReturn: true });
    startApp(app);
    return app;
  };
  let opened = show(start());
  return {
    testApp: cinema,
    user,
    network,
    app: opened.app,
    /** Reloads the page as F5 does. Requests in progress still reach the server. */
    reload: () => {
      opened.view.unmount();
      opened.app.stop();
      opened = show(start());
    },
    /** Opens the product in another tab of the same browser, without rendering it. */
    openTab: () => {
      const app = start();
      // The module of Top Up contains the machine of the commands.
      const location = locationAt({ pathname: PATHS.topUp, search: '' });
      app.send({ type: 'location.changed', location, isReturn: false });
      /** Starts a command, as a page does after its confirmation dialog. */
      const confirm = (command: Command, password = '') =>
        app.send({ type: 'command.start', confirmed: { command, password } });
      return { session: actorOf(app.system, 'session'), confirm };
    },
  };
}

/** Opens the pages of a new server at a path for a signed-in user. */
export async function openSignedIn(
  path: string,
  { balance = 0, age = 30, ...options }: { balance?: number; age?: number } & OpenOptions = {},
) {
  const testApp = await openTestApp();
  const person = await addPerson(testApp, { balance, age });
  return { person, ...(await openProduct(testApp, path, { person, ...options })) };
}

function show(app: App) {
  const view = render(<BrowserRoot app={app} />);
  watchLiveRegions();
  watchVisitorState();
  return { app, view };
}

/** Replaces the timers with fake ones that follow real time until the test advances them. */
function installFakeTimers(): void {
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

/** Advances the timers of the pages and the clock of the server. */
export async function passTime(cinema: Cinema, milliseconds: number): Promise<void> {
  if (milliseconds > LONGEST_TIME) throw new Error('passTime is slow: open the test with a later clock instead');
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
