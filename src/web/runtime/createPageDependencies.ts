import { boundIntents } from '../effects/boundIntents.ts';
import type { PageDependencies } from '../effects/dependencies.ts';
import type { Runtime } from './startApp.ts';

/**
 * The world that meets the machine of a page on which something can be confirmed.
 * The first such page hands the machine that runs what was confirmed to the root.
 */
export function createPageDependencies({ app, dependencies, session, movies, tell }: Runtime): PageDependencies {
  const running = () => app.getSnapshot().context.intents;
  const start = () => {
    const found = running();
    if (found !== undefined) return found;
    tell({ type: 'intents.provided', intents: boundIntents });
    const started = running();
    if (started === undefined) throw new Error('The root has not started the intents');
    started.on('*', tell);
    return started;
  };
  return { ...dependencies, session, movies, intents: { running, start } };
}

export { boundIntents } from '../effects/boundIntents.ts';
