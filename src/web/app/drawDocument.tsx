import { StrictMode, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { createActor, waitFor } from 'xstate';
import { movieTitleOf, PATHS, routeOf } from '#domain/paths.ts';
import { isSettled } from '#machines/bookingSelectors.ts';
import { intentsMachine } from '#machines/intentsMachine.ts';
import type { BookingSnapshot } from '#machines/bookingMachine.ts';
import { boundBooking, bookingInput } from '../effects/boundBooking.ts';
import { giveDependencies } from '../effects/dependenciesOf.ts';
import { documentWorld, type DocumentRequest } from '../effects/documentWorld.ts';
import { openApp, type Runtime } from '../runtime/startApp.ts';
import { AppRoot } from './AppRoot.tsx';
import { asScript, drawHead } from './drawHead.tsx';

/** What stands where React did not wait for a page's code, or for a view that failed. */
const UNFINISHED = '<!--$!-->';

/** A page as the server draws it. */
export interface DrawnDocument {
  readonly status: 200 | 404 | 503;
  /** What belongs into the document's head. */
  readonly head: string;
  readonly page: string;
  /** Where the machines stand, as JSON that is safe inside a script element. */
  readonly snapshots: string;
}

/** Nothing can be confirmed where nobody is: it is never started. */
const noIntents = createActor(intentsMachine);

/**
 * Draws the page at an address from the same machines and views that a browser runs.
 * Throws when a view cannot be drawn, or when what it needs does not come within so many milliseconds.
 */
export async function drawDocument(request: DocumentRequest, patience: number): Promise<DrawnDocument> {
  const runtime = openApp(documentWorld(request));
  runtime.app.start();
  const booking = startBooking(runtime);
  try {
    await Promise.all([
      waitFor(runtime.movies, (snapshot) => !snapshot.matches('loading'), { timeout: patience }),
      booking && waitFor(booking, isSettled, { timeout: patience }),
    ]);
    const page = booking?.getPersistedSnapshot();
    const { title, content } = await drawViews({ ...runtime, arrival: () => page, booking });
    const seen = booking?.getSnapshot();
    return {
      status: statusOf(runtime, seen),
      head: title + drawHead(request, seen),
      page: content,
      snapshots: asScript({ drawnAt: request.now, app: runtime.app.getPersistedSnapshot(), page }),
    };
  } finally {
    booking?.stop();
    runtime.app.stop();
  }
}

function startBooking(runtime: Runtime) {
  const title = movieTitleOf(runtime.dependencies.history.current().pathname);
  if (title === undefined) return undefined;
  const { dependencies, session, movies } = runtime;
  const page = { ...dependencies, session, movies, intents: { running: () => undefined, start: () => noIntents } };
  const booking = createActor(boundBooking, { input: bookingInput(title, page) });
  giveDependencies(booking, page);
  booking.start();
  return booking;
}

/** Draws the views; React puts the title before the first element, wherever it stands in them. */
async function drawViews(runtime: Runtime): Promise<{ readonly title: string; readonly content: string }> {
  const views = (
    <StrictMode>
      <AppRoot runtime={runtime} />
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

function statusOf({ dependencies, movies }: Runtime, booking: BookingSnapshot | undefined): DrawnDocument['status'] {
  const route = routeOf(dependencies.history.current().pathname);
  if (route === undefined || (route === PATHS.movie && booking === undefined)) return 404;
  if (booking?.matches('movieNotFound')) return 404;
  if (booking?.matches('movieFailed')) return 503;
  const needsProgramme = route === PATHS.home || route === PATHS.movies;
  return needsProgramme && movies.getSnapshot().matches('failed') ? 503 : 200;
}
