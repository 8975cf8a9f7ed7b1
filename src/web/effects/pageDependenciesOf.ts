import type { PageDependencies } from './dependencies.ts';
import { dependenciesOf, type System } from './dependenciesOf.ts';

/** The session, for the machine of a page. */
export function sessionOf(system: System): PageDependencies['session'] {
  const { session } = dependenciesOf(system);
  if (session === undefined) throw new Error('This system was given no session');
  return session;
}

/** The actor that runs what was confirmed, started if there is none; for the machine of a page. */
export function intentsOf(system: System): ReturnType<PageDependencies['intents']['start']> {
  const { intents } = dependenciesOf(system);
  if (intents === undefined) throw new Error('This system was given no intents');
  return intents.start();
}
