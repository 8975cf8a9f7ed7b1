import type { AnyActorRef } from 'xstate';
import type { Dependencies, PageDependencies } from './dependencies.ts';

/** What a root actor and all that it starts have in common. */
export type System = AnyActorRef['system'];

const given = new WeakMap<System, Dependencies>();

/** Gives a system the world that its actors meet; before they start. */
export function giveDependencies({ system }: { readonly system: System }, dependencies: Dependencies): void {
  given.set(system, dependencies);
}

/** The world that the actors of a system meet. Machines are bound to it once, when their code is loaded, and look it up where they run. */
export function dependenciesOf(system: System): Dependencies {
  return found(given.get(system), 'a world');
}

/** The session, for the machine of a page. */
export function sessionOf(system: System): PageDependencies['session'] {
  return found(dependenciesOf(system).session, 'a session');
}

/** The actor that runs what was confirmed, started if there is none. */
export function intentsOf(system: System): ReturnType<PageDependencies['intents']['start']> {
  return found(dependenciesOf(system).intents, 'intents').start();
}

function found<Thing>(thing: Thing | undefined, name: string): Thing {
  if (thing === undefined) throw new Error(`This system was not given ${name}`);
  return thing;
}
