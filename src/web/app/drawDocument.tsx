import { StrictMode, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { createActor, waitFor } from 'xstate';
import { bookingInput } from '#machines/bookingInput.ts';
import { PATHS } from '#domain/paths.ts';
import { isSettled } from '#machines/bookingSelectors.ts';
import { bookingMachine, type BookingSnapshot } from '#machines/bookingMachine.ts';
import { provideEnvironment } from '#machines/environment.ts';
import type { AppLocation } from '#machines/navigation.ts';
import { documentEnvironment, type DocumentRequest } from '../environment/documentEnvironment.ts';
import { openApp, type Runtime } from '../runtime/startApp.ts';
import { AppRoot } from './AppRoot.tsx';
import { asScript, drawHead } from './drawHead.tsx';
import { locationAt, pageAt } from './pages.ts';

/** What stands where React did not wait for a page's code, or for a view that failed. */
const UNFINISHED = '<!--$!-->';

/** A page as the server draws it. */
export interface DrawnDocument {
  readonly status: 200 | 404 | 503;
  /** The file of the page, as the build lists it. */
  readonly module: string;
  /** What belongs into the document's head. */
  readonly head: string;
  readonly page: string;
  /** Where the machines stand, as JSON that is safe inside a script element. */
  readonly snapshots: string;
}

/**
 * Draws the page at an address from the same machines and views that a browser runs.
 * Throws when a view cannot be drawn, or when what it needs does not come within so many milliseconds.
 */
export async function drawDocument(request: DocumentRequest, patience: number): Promise<DrawnDocument> {
  const runtime = openApp(documentEnvironment(request));
  const location = locationAt(request.url);
  const { load, module } = pageAt(location.pathname);
  runtime.app.start();
  runtime.app.send({ type: 'location.changed', location, isReturn: true });
  const booking = startBooking(runtime, location.params['movieTitle']);
  try {
    await Promise.all([
      load(),
      waitFor(runtime.movies, (snapshot) => !snapshot.matches('loading'), { timeout: patience }),
      booking && waitFor(booking, isSettled, { timeout: patience }),
    ]);
    const page = booking?.getPersistedSnapshot();
    const { title, content } = await drawViews({ ...runtime, arrival: () => page }, location);
    const seen = booking?.getSnapshot();
    return {
      status: statusOf(location, runtime, seen),
      module,
      head: title + drawHead(request, location, seen),
      page: content,
      snapshots: asScript({ drawnAt: request.now, app: runtime.app.getPersistedSnapshot(), page }),
    };
  } finally {
    booking?.stop();
    runtime.app.stop();
  }
}

function startBooking(runtime: Runtime, title: string | undefined) {
  if (title === undefined) return undefined;
  const { app, environment } = runtime;
  const booking = createActor(bookingMachine, { input: bookingInput(app, environment, title) });
  provideEnvironment(booking, environment, app);
  booking.start();
  return booking;
}

/** Draws the views; React puts the title before the first element, wherever it stands in them. */
async function drawViews(
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
  const drawn = atOnce.includes(UNFINISHED) ? await drawPatiently(views) : atOnce;
  const start = drawn.indexOf('<div');
  return { title: drawn.slice(0, start), content: drawn.slice(start) };
}

async function drawPatiently(views: ReactNode): Promise<string> {
  const failures: unknown[] = [];
  // The page is sent whole, so nothing of it need be put in its place by a script.
  const { prelude } = await prerender(views, {
    onError: (error) => void failures.push(error),
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  const drawn = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  return drawn;
}

function statusOf(
  { route }: AppLocation,
  { movies }: Runtime,
  booking: BookingSnapshot | undefined,
): DrawnDocument['status'] {
  if (route === undefined || (route === PATHS.movie && booking === undefined)) return 404;
  if (booking?.matches('movieNotFound')) return 404;
  if (booking?.matches('movieFailed')) return 503;
  const needsProgramme = route === PATHS.home || route === PATHS.movies;
  return needsProgramme && movies.getSnapshot().matches('failed') ? 503 : 200;
}
