import type { AnyActorRef } from 'xstate';
import type { Dependencies } from './dependencies.ts';

/** What a root actor and all that it starts have in common. */
export type System = AnyActorRef['system'];

const given = new WeakMap<System, Dependencies>();

/** Gives a system the world that its actors meet; before they start. */
export function giveDependencies(actor: { readonly system: System }, dependencies: Dependencies): void {
  given.set(actor.system, dependencies);
}

/** The world that the actors of a system meet. Machines are bound to it once, when their code is loaded, and look it up where they run. */
export function dependenciesOf(system: System): Dependencies {
  const dependencies = given.get(system);
  if (!dependencies) throw new Error('No world');
  return dependencies;
}
