import type { AnyStateNode, InspectionEvent } from 'xstate';
import { isMachineSnapshot } from './rules.ts';

/** Counts the transitions of the machines that a simulation takes. */
export class Coverage {
  readonly taken = new Set<string>();
  /** By machine. */
  readonly all = new Map<string, ReadonlySet<string>>();

  inspect(event: InspectionEvent): void {
    if (event.type !== '@xstate.microstep') return;
    const { _transitions: transitions } = event;
    for (const { source, eventType, target, guard } of transitions) {
      this.taken.add(nameOf(source, eventType, target, guard));
    }
    const { snapshot } = event;
    if (!isMachineSnapshot(snapshot) || this.all.has(snapshot.machine.id)) return;
    this.all.set(snapshot.machine.id, new Set(transitionsOf(snapshot.machine.root)));
  }

  add(other: Coverage): void {
    for (const name of other.taken) this.taken.add(name);
    for (const [machine, names] of other.all) this.all.set(machine, names);
  }

  /** The share of transitions taken, by machine. */
  table(): {
    readonly machine: string;
    readonly taken: number;
    readonly total: number;
    readonly missing: readonly string[];
  }[] {
    return [...this.all].map(([machine, names]) => {
      const missing = [...names].filter((name) => !this.taken.has(name));
      return { machine, taken: names.size - missing.length, total: names.size, missing };
    });
  }
}

function transitionsOf(node: AnyStateNode): string[] {
  const own = [...node.transitions.values(), node.always ?? []]
    .flat()
    .map(({ source, eventType, target, guard }) => nameOf(source, eventType, target, guard));
  return [...own, ...Object.values(node.states).flatMap(transitionsOf)];
}

function nameOf(
  source: AnyStateNode,
  eventType: string,
  target: readonly AnyStateNode[] | undefined,
  guard: unknown,
): string {
  const condition = typeof guard === 'object' && guard !== null && 'type' in guard ? ` [${String(guard.type)}]` : '';
  return `${source.id} --${eventType}${typeof guard === 'string' ? ` [${guard}]` : condition}--> ${(target ?? []).map(({ id }) => id).join() || 'stays'}`;
}
