import { createActor, type InspectionEvent } from 'xstate';
import type { AppEvent } from '#machines/appMachine.ts';
import { bindApp } from '../effects/bindApp.ts';
import { createDependencies, type World } from '../effects/createDependencies.ts';

/** Sees what happens in the actors it is handed to, and in those that they start. */
export type Inspect = (event: InspectionEvent) => void;

/** Starts the root actor, once and outside React; gives the actors that outlive a page and the world they live in. */
export function startApp(world: World, inspect: Inspect = () => undefined) {
  let deliver: ((fact: AppEvent) => void) | undefined;
  const dependencies = createDependencies(world, (fact) => deliver?.(fact));
  const app = createActor(bindApp(dependencies), { systemId: 'app', inspect });
  deliver = (fact) => app.send(fact);
  app.start();

  const { session, authDialog, movies, theme, overlay, toasts, shell } = app.getSnapshot().children;
  if (!session || !authDialog || !movies || !theme || !overlay || !toasts || !shell) {
    throw new Error('The root actor started without all of its children');
  }
  return { dependencies, inspect, app, session, authDialog, movies, theme, overlay, toasts, shell };
}

/** The running product. */
export type Runtime = ReturnType<typeof startApp>;
