import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { waitFor } from 'xstate';
import { DOCUMENT_MAX_AGE } from '#domain/timings.ts';
import { base } from '#messages/language.ts';
import type { AppLocation } from '#machines/navigation.ts';
import { documentEnvironment, type DocumentRequest } from './documentEnvironment.ts';
import { openApp, type App } from '../actors/openApp.ts';
import type { PageStatus } from '../actors/pageData.ts';
import { AppRoot } from './AppRoot.tsx';
import { asScript, renderHead } from './renderHead.tsx';
import { loadPage, locationOf, pageAt } from '../router/pages.ts';

const FAILED = '<!--$!-->';

/** A server-rendered page. */
export interface RenderedDocument {
  readonly status: PageStatus;
  /** Until when a browser may show the document again, in epoch milliseconds. Undefined for personal pages and errors. */
  readonly expiresAt: number | undefined;
  /** The page's module, as the build's manifest names it. */
  readonly module: string;
  /** The contents of the document's head. */
  readonly head: string;
  readonly page: string;
  /** The root's persisted snapshot, as JSON that is safe inside a script element. */
  readonly snapshot: string;
}

/**
 * Renders the page at a URL with the machines and views that the browser runs. Rejects when a view throws, or when the page's data
 * does not arrive within `timeoutMs`.
 */
export async function renderDocument(request: DocumentRequest, timeoutMs: number): Promise<RenderedDocument> {
  const location = locationOf(request.url);
  const { module, showsProgramme, status = 200 } = pageAt(location.pathname);
  const data = (await loadPage(location))?.data;
  const app = openApp({ environment: documentEnvironment(request), loadPage });
  app.start();
  try {
    app.send({ type: 'location.changed', location, isReturn: true });
    const { movies, page } = app.getSnapshot().children;
    await Promise.all([
      movies && waitFor(movies, (snapshot) => !snapshot.matches('loading'), { timeout: timeoutMs }),
      page && untilSettled(app, () => data?.isSettled?.(page.getSnapshot()) ?? true, timeoutMs),
    ]);
    const snapshot = page?.getSnapshot();
    const { title, content } = renderViews(app, location);
    const isProgrammeMissing = showsProgramme === true && movies?.getSnapshot().matches('failed') === true;
    const responseStatus = (snapshot && data?.statusOf?.(snapshot)) ?? (isProgrammeMissing ? 503 : status);
    const mayBeSaved = responseStatus === 200 && location.personal === undefined;
    const dataExpiresAt = (snapshot && data?.expiresAt?.(snapshot)) ?? Infinity;
    return {
      status: responseStatus,
      expiresAt: mayBeSaved ? Math.min(request.now + DOCUMENT_MAX_AGE, dataExpiresAt) : undefined,
      module,
      head:
        title +
        renderHead(request, location, snapshot && data?.movieOf?.(snapshot), snapshot && data?.titleOf?.(snapshot)),
      page: content,
      snapshot: asScript({ renderedAt: request.now, app: app.getPersistedSnapshot() }),
    };
  } finally {
    app.stop();
  }
}

/** Resolves when the page is settled. Its data may be that of any actor, so it looks after every change. Rejects after `timeoutMs`. */
function untilSettled(app: App, isSettled: () => boolean, timeoutMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const check = () => {
    if (isSettled()) resolve();
  };
  const timer = setTimeout(() => reject(new Error(`The page has no data after ${timeoutMs} ms`)), timeoutMs);
  const subscription = app.system.inspect(({ type }) => type === '@xstate.snapshot' && check());
  check();
  return promise.finally(() => {
    clearTimeout(timer);
    subscription.unsubscribe();
  });
}

/** Renders the views. React writes `<title>` before the first element, wherever a view renders it, so the two are split there. */
function renderViews(
  app: App,
  { pathname, search }: AppLocation,
): { readonly title: string; readonly content: string } {
  const html = renderToString(
    <StrictMode>
      <StaticRouter basename={base} location={{ pathname: base + pathname, search }}>
        <AppRoot app={app} />
      </StaticRouter>
    </StrictMode>,
  );
  // React marks a Suspense boundary that threw, for a retry in the browser. The server responds with an error instead.
  if (html.includes(FAILED)) throw new Error('A view failed');
  const start = html.indexOf('<div');
  return { title: html.slice(0, start), content: html.slice(start) };
}
