import { StrictMode, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { createActor, waitFor, type AnyActor, type AnyStateMachine } from 'xstate';
import { provideEnvironment } from '#machines/environment.ts';
import type { AppLocation } from '#machines/navigation.ts';
import { documentEnvironment, type DocumentRequest } from '../environment/documentEnvironment.ts';
import type { PageStatus } from '../runtime/pageData.ts';
import { openApp, type Runtime } from '../runtime/openApp.ts';
import type { Begin } from '../runtime/usePage.ts';
import { AppRoot } from './AppRoot.tsx';
import { asScript, renderHead } from './renderHead.tsx';
import { locationAt, pageAt } from './pages.ts';

/** React's marker where it did not wait for a page's code, or for a view that failed. */
const UNFINISHED = '<!--$!-->';

/** A page as the server draws it. */
export interface RenderedDocument {
  readonly status: PageStatus;
  /** The file of the page, as the build lists it. */
  readonly module: string;
  /** The contents of the document's head. */
  readonly head: string;
  readonly page: string;
  /** Where the machines stand, as JSON that is safe inside a script element. */
  readonly snapshots: string;
}

/**
 * Draws the page at an address from the same machines and views that a browser runs.
 * Throws when a view cannot be drawn, or when what it needs does not come within so many milliseconds.
 */
export async function renderDocument(request: DocumentRequest, timeout: number): Promise<RenderedDocument> {
  const runtime = openApp(documentEnvironment(request));
  const location = locationAt(request.url);
  const { load, module, showsProgramme, status = 200 } = pageAt(location.pathname);
  const { data } = await load();
  runtime.app.start();
  runtime.app.send({ type: 'location.changed', location, isReturn: true });
  const begin = data?.begin(location);
  const page = data && begin && startPage(runtime, data.machine, begin);
  try {
    await Promise.all([
      waitFor(runtime.movies, (snapshot) => !snapshot.matches('loading'), { timeout: timeout }),
      page && waitFor(page, (snapshot) => data.isSettled(snapshot), { timeout: timeout }),
    ]);
    const persisted = page?.getPersistedSnapshot();
    const { title, content } = await renderViews({ ...runtime, arrival: () => persisted }, location);
    const isProgrammeMissing = showsProgramme === true && runtime.movies.getSnapshot().matches('failed');
    return {
      status: page ? data.statusOf(page.getSnapshot()) : isProgrammeMissing ? 503 : status,
      module,
      head:
        title +
        renderHead(
          request,
          location,
          page && data.movieOf?.(page.getSnapshot()),
          page && data.titleOf?.(page.getSnapshot()),
        ),
      page: content,
      snapshots: asScript({ renderedAt: request.now, app: runtime.app.getPersistedSnapshot(), page: persisted }),
    };
  } finally {
    page?.stop();
    runtime.app.stop();
  }
}

function startPage(runtime: Runtime, machine: AnyStateMachine, begin: Begin<AnyStateMachine>): AnyActor {
  const { app, environment } = runtime;
  const actor = createActor(machine, { input: begin(runtime).input });
  provideEnvironment(actor, environment, app);
  return actor.start();
}

/** Draws the views; React puts the title before the first element, wherever it stands in them. */
async function renderViews(
  runtime: Runtime,
  { pathname, search }: AppLocation,
): Promise<{ readonly title: string; readonly content: string }> {
  const views = (
    <StrictMode>
      <StaticRouter location={{ pathname, search }}>
        <AppRoot runtime={runtime} />
      </StaticRouter>
    </StrictMode>
  );
  const atOnce = renderToString(views);
  const html = atOnce.includes(UNFINISHED) ? await renderWithTimeout(views) : atOnce;
  const start = html.indexOf('<div');
  return { title: html.slice(0, start), content: html.slice(start) };
}

async function renderWithTimeout(views: ReactNode): Promise<string> {
  const failures: unknown[] = [];
  // The page is sent whole, so nothing of it need be put in its place by a script.
  const { prelude } = await prerender(views, {
    onError: (error) => void failures.push(error),
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  return html;
}
