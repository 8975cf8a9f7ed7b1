import { createActor, type ActorRefFrom, type InspectionEvent } from 'xstate';
import type { AppEvent } from '#machines/appMachine.ts';
import type { bookingMachine } from '#machines/bookingMachine.ts';
import type { LocationChange } from '#machines/navigation.ts';
import { boundApp } from '../effects/boundApp.ts';
import { createDependencies } from '../effects/createDependencies.ts';
import { giveDependencies } from '../effects/dependenciesOf.ts';
import type { World } from '../effects/world.ts';
import type { Snapshots } from './snapshots.ts';

/** Sees what happens in the actors it is handed to, and in those that they start. */
export type Inspect = (event: InspectionEvent) => void;

/** With what the product begins: who looks on, and where its machines stood when the server drew the document. */
export interface Beginning {
  readonly inspect?: Inspect | undefined;
  readonly snapshots?: Snapshots | undefined;
}

/** Starts the root actor, once and outside React. */
export function startApp(world: World, inspect?: Inspect): Runtime {
  const runtime = openApp(world, { inspect });
  runtime.start();
  return runtime;
}

/** Opens the product where the machines of a document stood; undefined without snapshots that they can go on from. */
export function resumeApp(world: World, beginning: Beginning): Runtime | undefined {
  try {
    return beginning.snapshots && openApp(world, beginning);
  } catch {
    return undefined;
  }
}

/** Makes the root actor; gives the actors that outlive a page and the world they live in. Whoever opens it starts it. */
export function openApp(world: World, { inspect = () => undefined, snapshots }: Beginning = {}) {
  const dependencies = createDependencies(world, {
    current: () => app.getSnapshot().context.location,
    subscribe: (listener) => {
      const subscription = app.on('location.changed', listener);
      return () => subscription.unsubscribe();
    },
  });
  const app = createActor(boundApp, {
    systemId: 'app',
    inspect,
    ...(snapshots && { snapshot: snapshots.app }),
  });
  giveDependencies(app, dependencies);
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
  const tell = (event: AppEvent) => app.send(event);
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    session.on('*', tell);
    authDialog.on('*', tell);
    movies.on('*', tell);
    app.start();
    dependencies.device.uncover();
    dependencies.device.pressAgain();
  };
  return {
    dependencies,
    inspect,
    arrival,
    moveTo,
    start,
    tell,
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

/** The running product. */
export interface Runtime extends ReturnType<typeof openApp> {
  /** Of a film's page that the server draws: what it has run already. */
  readonly booking?: ActorRefFrom<typeof bookingMachine> | undefined;
}
