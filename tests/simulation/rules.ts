import { isMachineSnapshot, type AnyActorRef } from 'xstate';
import { auditBooks } from '../../src/server/store/audit.ts';
import { brokenInvariants } from '../../src/web/inspectorOptions/invariants.ts';
import type { SimulatedServer } from './server.ts';
import type { Tab } from './tab.ts';

/** The rules of the database that are broken now. The server must be up. */
export async function brokenInDatabase(server: SimulatedServer): Promise<string[]> {
  const { breaches } = await auditBooks(server.db);
  return [...breaches, ...server.unlisted.map((error) => `An unlisted error: ${error}`)];
}

/** The rules that a tab breaks in this state. */
export function brokenInTab(tab: Tab): string[] {
  const breaches = actorsOf(tab).flatMap((actor) => {
    const snapshot: unknown = actor.getSnapshot();
    if (!isMachineSnapshot(snapshot)) return [];
    if (snapshot.status === 'error') return [`${snapshot.machine.id} failed: ${String(snapshot.error)}`];
    return brokenInvariants(snapshot);
  });
  return breaches.map((breach) => `${tab.device.name}: ${breach}`);
}

/** The root of a tab and all its running descendants. */
export function actorsOf(tab: Tab): AnyActorRef[] {
  const all = new Set<AnyActorRef>();
  const add = (actor: AnyActorRef) => {
    if (all.has(actor)) return;
    all.add(actor);
    const snapshot: unknown = actor.getSnapshot();
    if (isMachineSnapshot(snapshot))
      for (const child of Object.values<AnyActorRef | undefined>(snapshot.children))
        if (child !== undefined) add(child);
  };
  add(tab.app);
  return [...all];
}
