import { render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { fetchInProcess } from '../../src/server/pages/fetchInProcess.ts';
import { BrowserRoot } from '../../src/web/app/BrowserRoot.tsx';
import { renderDocument } from '../../src/web/app/renderDocument.tsx';
import { pageAt } from '../../src/web/app/pages.ts';
import { browserEnvironment } from '../../src/web/environment/browserEnvironment.ts';
import { readSnapshots } from '../../src/web/runtime/snapshots.ts';
import { openApp, resumeApp } from '../../src/web/runtime/openApp.ts';
import type { Cinema } from '../server/openCinema.ts';
import type { Person } from '../server/people.ts';
import { atEnd } from './endings.ts';
import { openNetwork, type Network } from './network.ts';
import { macrotask, takeTime, TOKEN_KEY } from './openProduct.tsx';

const LONG_MILLISECONDS = 30_000;

interface Arrival {
  /** Brings the token of a live session along. */
  readonly person?: Person;
  /** Sees the network before the first call. */
  readonly prepare?: (network: Network) => void;
  /** How far the clock of the browser is ahead, in milliseconds. */
  readonly ahead?: number;
  /** Changes the document's snapshots on the way. */
  readonly change?: (snapshots: string) => string | undefined;
}

/** A document that the server drew and a browser has taken over. */
export interface TakenOver {
  readonly user: UserEvent;
  readonly network: Network;
  /** Whether the machines went on from the snapshots. */
  readonly isResumed: boolean;
  /** Whether the elements that came are those that stand there now. */
  readonly isSaved: () => boolean;
  /** Takes the errors that React recovered from since the last call: the test expects them. */
  readonly takeRecovered: () => unknown[];
}

/** Draws the document of a path as the server does, and lets a browser take it over as `src/web/main.ts` does. */
export async function openDocument(
  cinema: Cinema,
  path: string,
  { person, prepare, ahead = 0, change = (text) => text }: Arrival = {},
): Promise<TakenOver> {
  takeTime();
  window.history.replaceState(null, '', path);
  if (person !== undefined) window.localStorage.setItem(TOKEN_KEY, person.token);

  const url = new URL(path, window.location.href);
  const request = { url, fetch: fetchInProcess(cinema.app), now: cinema.clock.now, zone: cinema.zone };
  const { head, page, snapshots } = await renderDocument(request, LONG_MILLISECONDS);
  const carried = change(snapshots);
  document.head.insertAdjacentHTML('beforeend', head);
  const container = document.createElement('div');
  container.innerHTML = page;
  document.body.append(container);
  const came = container.querySelector('main h1');

  const network = openNetwork(cinema.app);
  prepare?.(network);
  const environment = browserEnvironment(window, {
    fetch: network.fetch,
    openFeed: network.openFeed,
    now: () => cinema.clock.now + ahead,
    zone: cinema.zone,
  });
  const resumed = resumeApp(environment, { snapshots: readSnapshots(carried, environment.clock.now()) });
  const runtime = resumed ?? openApp(environment);
  await pageAt(url.pathname).load();
  const recovered: unknown[] = [];
  const view = <BrowserRoot runtime={runtime} />;
  const { unmount } =
    resumed === undefined
      ? render(view, { container })
      : render(view, { container, hydrate: true, onRecoverableError: (error) => void recovered.push(error) });
  runtime.start();
  atEnd(async () => {
    unmount();
    await network.settle();
    await macrotask();
    runtime.app.stop();
    container.remove();
    document.head.querySelectorAll('link, meta, script').forEach((element) => element.remove());
    expect(recovered, 'the page that came is the page that the browser would draw').toEqual([]);
    expect(network.unmet(), 'every call prepared for was made').toEqual([]);
  });
  return {
    user: userEvent.setup({ delay: null }),
    network,
    isResumed: resumed !== undefined,
    takeRecovered: () => recovered.splice(0),
    isSaved: () => came !== null && container.querySelector('main h1') === came,
  };
}
