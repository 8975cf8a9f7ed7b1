import { useState } from 'react';
import { bindIntents } from '../effects/bindIntents.ts';
import type { PageDependencies } from '../effects/dependencies.ts';
import { useRuntime } from './RuntimeContext.ts';
import type { Runtime } from './startApp.ts';

/** The world that meets the machine of a page on which something can be confirmed. */
export function usePageDependencies(): PageDependencies {
  const runtime = useRuntime();
  const [page] = useState(() => pageDependenciesOf(runtime));
  return page;
}

/** The same outside React. The first page that confirms something hands the machine that runs it to the root. */
export function pageDependenciesOf({ app, dependencies, session }: Omit<Runtime, 'inspect'>): PageDependencies {
  const running = () => app.getSnapshot().context.intents;
  const start = () => {
    const found = running();
    if (found !== undefined) return found;
    app.send({ type: 'intents.provided', intents: bindIntents(dependencies) });
    const started = running();
    if (started === undefined) throw new Error('The root has not started the intents');
    started.on('*', (event) => app.send(event));
    return started;
  };
  return { ...dependencies, session, intents: { running, start } };
}
