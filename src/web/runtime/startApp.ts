import { createActor, type InspectionEvent } from 'xstate';
import type { AppEvent } from '#machines/appMachine.ts';
import { bindApp } from '../effects/bindApp.ts';
import { createDependencies, type World } from '../effects/createDependencies.ts';

/** Sees what happens in the actors it is handed to, and in those that they start. */
export type Inspect = (event: InspectionEvent) => void;

/** Starts the root actor, once and outside React; gives the actors that outlive a page and the world they live in. */
export function startApp(world: World, inspect: Inspect = () => undefined) {
  const dependencies = createDependencies(world);
  const app = createActor(bindApp(dependencies), { systemId: 'app', inspect });
  const { session, authDialog, movies, theme, overlay, toasts, shell } = app.getSnapshot().children;
  if (!session || !authDialog || !movies || !theme || !overlay || !toasts || !shell) {
    throw new Error('A child of the root is missing');
  }
  /** Takes what a page's actor, or one that outlives it, emits. */
  const tell = (event: AppEvent) => app.send(event);
  session.on('*', tell);
  authDialog.on('*', tell);
  movies.on('*', tell);
  app.start();
  return { dependencies, inspect, tell, app, session, authDialog, movies, theme, overlay, toasts, shell };
}

/** The running product. */
export type Runtime = ReturnType<typeof startApp>;
