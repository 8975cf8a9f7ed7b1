import { render } from '@testing-library/react';
import { expect, onTestFinished } from 'vitest';
import { fetchInProcess } from '../../src/server/pages/fetchInProcess.ts';
import { BrowserRoot } from '../../src/web/rendering/AppRoot.tsx';
import { renderDocument } from '../../src/web/rendering/renderDocument.tsx';
import { loadPage, locationOf } from '../../src/web/router/pages.ts';
import { openApp, resumeApp, startApp } from '../../src/web/actors/openApp.ts';
import type { Cinema } from '../server/openCinema.ts';
import { followMachines } from './explainFailure.ts';
import { watchLiveRegions } from './liveRegions.ts';
import { openBrowser, type Arrival } from './openProduct.tsx';
import { watchVisitorState } from './visitorState.ts';

const LONG_MILLISECONDS = 30_000;

interface DocumentOptions extends Arrival {
  /** Changes the snapshot in the document before the browser reads it. */
  readonly change?: (snapshot: string) => string;
  /** Runs after the document was rendered and before the browser reads it, as when the browser reads a saved document. */
  readonly afterRender?: () => Promise<unknown>;
  /** The document's age in milliseconds when the browser reads it. */
  readonly age?: number;
}

/** Renders the document of a path as the server does, and hydrates it as `src/web/main.ts` does. */
export async function openDocument(
  cinema: Cinema,
  path: string,
  { change = (text) => text, afterRender, age = 0, ...arrival }: DocumentOptions = {},
) {
  const { network, user, apps, openEnvironment } = openBrowser(cinema, path, arrival);
  const url = new URL(path, window.location.href);
  const request = { url, fetch: fetchInProcess(cinema.app), now: cinema.clock.now, zone: cinema.zone };
  const { head, page, snapshot } = await renderDocument(request, LONG_MILLISECONDS);
  const carried = change(snapshot);
  await afterRender?.();
  cinema.clock.now += age;
  document.head.insertAdjacentHTML('beforeend', head);
  const container = document.createElement('div');
  container.innerHTML = page;
  document.body.append(container);
  const came = container.querySelector('main h1');

  const options = { environment: openEnvironment(), loadPage, inspect: followMachines };
  const location = locationOf(url);
  const resumed = await resumeApp(options, carried, location);
  const app = resumed ?? openApp(options);
  apps.push(app);
  if (resumed === undefined) {
    app.send({ type: 'location.changed', location, isReturn: true });
    startApp(app);
    await loadPage(location);
  }
  const recovered: unknown[] = [];
  const view = <BrowserRoot app={app} />;
  if (resumed === undefined) render(view, { container });
  else render(view, { container, hydrate: true, onRecoverableError: (error) => void recovered.push(error) });
  watchLiveRegions();
  watchVisitorState();
  onTestFinished(() => {
    expect(recovered, 'hydration finds no differences').toEqual([]);
  });
  return {
    user,
    network,
    /** Whether the machines resumed from the snapshot. */
    isResumed: resumed !== undefined,
    /** Whether hydration kept the elements of the document. */
    isSaved: () => came !== null && container.querySelector('main h1') === came,
  };
}
