import { isMachineSnapshot, type AnyStateNode, type InspectionEvent } from 'xstate';

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

  /** The share of transitions taken, by machine. */
  table(): { readonly machine: string; readonly taken: number; readonly total: number }[] {
    return [...this.all].map(([machine, names]) => {
      const taken = [...names].filter((name) => this.taken.has(name)).length;
      return { machine, taken, total: names.size };
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
