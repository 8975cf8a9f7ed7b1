import { createActor, type InspectionEvent } from 'xstate';
import { appMachine, type AppEvent } from '#machines/appMachine.ts';
import { provideEnvironment, type Environment } from '#machines/environment.ts';
import type { LocationChange } from '#machines/navigation.ts';
import type { Snapshots } from './snapshots.ts';

/** Milliseconds between the rendering of a document and its start that need no explanation: a slow connection. */
const MAX_DOCUMENT_AGE = 60_000;

/** Sees what happens in the actors it is handed to, and in those that they start. */
export type Inspect = (event: InspectionEvent) => void;

/** With what the product begins: who looks on, and where its machines stood when the server drew the document. */
export interface Beginning {
  readonly inspect?: Inspect | undefined;
  readonly snapshots?: Snapshots | undefined;
}

/** Opens the product where the machines of a document stood; undefined without snapshots that they can go on from. */
export function resumeApp(environment: Environment, beginning: Beginning): Runtime | undefined {
  try {
    return beginning.snapshots && openApp(environment, beginning);
  } catch {
    return undefined;
  }
}

/** Makes the root actor; gives the actors that outlive a page and the world they live in. Whoever opens it starts it. */
export function openApp(environment: Environment, { inspect = () => undefined, snapshots }: Beginning = {}) {
  const app = createActor(appMachine, {
    systemId: 'app',
    inspect,
    ...(snapshots && { snapshot: snapshots.app }),
  });
  provideEnvironment(app, environment, app);
  const { session, authDialog, movies, theme, overlay, toasts, shell } = app.getSnapshot().children;
  if (!session || !authDialog || !movies || !theme || !overlay || !toasts || !shell) {
    throw new Error('A child of the root is missing');
  }
  const children = [session, authDialog, movies, theme, overlay, toasts, shell];
  // An actor that cannot go on from a snapshot takes it in silence.
  if (children.some((child) => child.getSnapshot().status === 'error')) throw new Error('A child cannot go on');
  let page = snapshots?.page;
  let arrivedAt: string | undefined;
  /** Takes where the visitor is now; `key` names the step of history. */
  const moveTo = (change: LocationChange, key: string) => {
    arrivedAt ??= key;
    if (key !== arrivedAt) page = undefined;
    app.send({ type: 'location.changed', ...change });
  };
  /** Where the machine of the page stood that the visitor arrived at; undefined once the visitor has gone anywhere. */
  const arrival = () => page;
  /** Takes what a page's actor, or one that outlives it, emits. */
  const notify = (event: AppEvent) => app.send(event);
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    session.on('*', notify);
    authDialog.on('*', notify);
    movies.on('*', notify);
    app.start();
    if (snapshots !== undefined) checkClock(environment, snapshots.renderedAt);
    environment.device.takeOverDocument();
  };
  return {
    environment,
    inspect,
    arrival,
    moveTo,
    start,
    notify,
    app,
    session,
    authDialog,
    movies,
    theme,
    overlay,
    toasts,
    shell,
  };
}

/**
 * Asks the server for the time when the clock disagrees with the document: either the clock is wrong, or the browser kept an
 * old document, as it does for Back and for restored tabs. The response corrects the clock, so its body does not matter.
 */
function checkClock({ api, clock }: Environment, renderedAt: number): void {
  if (Math.abs(clock.now() - renderedAt) <= MAX_DOCUMENT_AGE) return;
  api('checkLife').catch(() => undefined);
}

/** The running product. */
export type Runtime = ReturnType<typeof openApp>;
