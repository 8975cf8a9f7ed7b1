import { createActor, type AnyActorRef, type InspectionEvent } from 'xstate';
import { appMachine, registerPage } from '#machines/appMachine.ts';
import {
  environmentOf,
  provideEnvironment,
  type Environment,
  type LeftHall,
  type PageMachine,
} from '#machines/environment.ts';
import type { AppLocation } from '#machines/navigation.ts';
import { readSnapshot, type DocumentSnapshot } from './documentSnapshot.ts';
import type { LoadedPage, LoadPage } from './pageData.ts';

/** Receives every inspection event of the actor system. */
export type Inspect = (event: InspectionEvent) => void;

interface AppOptions {
  readonly environment: Omit<Environment, 'loadPage' | 'renderedAt'>;
  readonly loadPage: LoadPage;
  readonly inspect?: Inspect | undefined;
  /** The root's snapshot in the server-rendered document, and the loaded page whose machine it holds. */
  readonly resumed?: DocumentSnapshot & { readonly page: LoadedPage | undefined };
}

/** The running root actor. */
export type App = ReturnType<typeof openApp>;

/** Creates the root actor from the snapshot in a server-rendered document; undefined when it has none that can be resumed. */
export async function resumeApp(
  options: AppOptions,
  json: string | undefined,
  location: AppLocation,
): Promise<App | undefined> {
  if (json === undefined) return undefined;
  try {
    const page = await options.loadPage(location);
    const read = readSnapshot(json, options.environment.clock.now(), location, page);
    if (read === undefined) return undefined;
    const app = openApp({ ...options, resumed: { ...read, page } });
    if (lacksPage(app, location, page)) return undefined;
    return app;
  } catch {
    return undefined;
  }
}

/** Creates the root actor without starting it. Throws when a snapshot cannot be resumed. */
export function openApp({ environment, loadPage, inspect = () => undefined, resumed }: AppOptions) {
  const machine = appMachine.provide({});
  const register = (page: LoadedPage) => registerPage(machine, page.machine, page.data);
  if (resumed?.page !== undefined) register(resumed.page);
  const app = createActor(machine, { systemId: 'app', inspect, ...(resumed && { snapshot: resumed.snapshot }) });
  const openPage = (location: AppLocation, page?: LoadedPage, left?: LeftHall): PageMachine | undefined => {
    if (page === undefined) return undefined;
    register(page);
    const input: unknown = page.data.input(location, app.system, left);
    return input === undefined ? undefined : { machine: page.machine, input };
  };
  provideEnvironment(app, {
    ...environment,
    renderedAt: resumed?.renderedAt,
    loadPage: (location, left) => {
      const loaded = loadPage(location);
      if (loaded instanceof Promise) return loaded.then((page) => openPage(location, page, left));
      return openPage(location, loaded, left);
    },
  });
  if (hasFailed(app)) throw new Error('The snapshot cannot be resumed');
  return app;
}

/** Starts the root actor and takes over from the inline script of the document. */
export function startApp(app: App): void {
  const { device } = environmentOf(app.system);
  app.start();
  device.takeOverDocument();
}

/** Whether the root shows a page without running the page's machine. */
function lacksPage(app: App, location: AppLocation, page: LoadedPage | undefined): boolean {
  const snapshot = app.getSnapshot();
  if (page === undefined || snapshot.children.page !== undefined || !snapshot.matches({ location: 'shown' }))
    return false;
  return page.data.input(location, app.system) !== undefined;
}

/** XState does not throw when a snapshot cannot be restored: the actor's status is `error`. */
function hasFailed(actor: AnyActorRef): boolean {
  const { status, children = {} }: { status: string; children?: Record<string, AnyActorRef> } = actor.getSnapshot();
  return status === 'error' || Object.values(children).some(hasFailed);
}
