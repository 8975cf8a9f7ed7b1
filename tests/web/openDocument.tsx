import { render } from '@testing-library/react';
import { expect, onTestFinished } from 'vitest';
import { fetchInProcess } from '../../src/server/pages/fetchInProcess.ts';
import { BrowserRoot } from '../../src/web/app/BrowserRoot.tsx';
import { renderDocument } from '../../src/web/app/renderDocument.tsx';
import { pageAt } from '../../src/web/app/pages.ts';
import { readSnapshots } from '../../src/web/runtime/snapshots.ts';
import { openApp, resumeApp } from '../../src/web/runtime/openApp.ts';
import type { Cinema } from '../server/openCinema.ts';
import { openBrowser, type Arrival } from './openProduct.tsx';

const LONG_MILLISECONDS = 30_000;

interface DocumentOptions extends Arrival {
  /** Changes the document's snapshots on the way. */
  readonly change?: (snapshots: string) => string | undefined;
}

/** Draws the document of a path as the server does, and lets a browser take it over as `src/web/main.ts` does. */
export async function openDocument(
  cinema: Cinema,
  path: string,
  { change = (text) => text, ...arrival }: DocumentOptions = {},
) {
  const { network, user, runtimes, openEnvironment } = openBrowser(cinema, path, arrival);
  const url = new URL(path, window.location.href);
  const request = { url, fetch: fetchInProcess(cinema.app), now: cinema.clock.now, zone: cinema.zone };
  const { head, page, snapshots } = await renderDocument(request, LONG_MILLISECONDS);
  const carried = change(snapshots);
  document.head.insertAdjacentHTML('beforeend', head);
  const container = document.createElement('div');
  container.innerHTML = page;
  document.body.append(container);
  const came = container.querySelector('main h1');

  const environment = openEnvironment();
  const resumed = resumeApp(environment, { snapshots: readSnapshots(carried, environment.clock.now()) });
  const runtime = resumed ?? openApp(environment);
  runtimes.push(runtime);
  await pageAt(url.pathname).load();
  const recovered: unknown[] = [];
  const view = <BrowserRoot runtime={runtime} />;
  if (resumed === undefined) render(view, { container });
  else render(view, { container, hydrate: true, onRecoverableError: (error) => void recovered.push(error) });
  runtime.start();
  onTestFinished(() => {
    expect(recovered, 'the page that came is the page that the browser would render').toEqual([]);
  });
  return {
    user,
    network,
    /** Whether the machines went on from the snapshots. */
    isResumed: resumed !== undefined,
    /** Whether the elements that came are those that stand there now. */
    isSaved: () => came !== null && container.querySelector('main h1') === came,
    /** Takes the errors that React recovered from since the last call: the test expects them. */
    takeRecovered: () => recovered.splice(0),
  };
}
