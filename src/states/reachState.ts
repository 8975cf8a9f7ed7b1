import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { machineScope } from './machineScope.ts';
import { happeningsIn, snapshotKey, type MadeUpWorld } from './madeUpWorld.ts';

/** A snapshot, and how a machine came to it: with what it began and what happened since. */
export interface Reached {
  readonly snapshot: AnyMachineSnapshot;
  readonly input: unknown;
  readonly events: readonly AnyEventObject[];
}

/** The states that a machine can stand in, by their ids, the whole before its parts; one that is only passed through is none. */
export function standingStates(machine: AnyStateMachine): string[] {
  return statesIn(machine.root);
}

/** Comes to a state of a made-up world as a visitor does, or else by a shortest path; undefined if none leads there. */
export function reachState(machine: AnyStateMachine, world: MadeUpWorld, id: string): Reached | undefined {
  for (const way of [visit, walkOn])
    for (const reached of way(machine, world)) if (isIn(reached.snapshot, id)) return reached;
  return undefined;
}

/** What happens there without leaving the state, and makes it show more. */
export function showMore(reached: Reached, { showing = [] }: MadeUpWorld, id: string): Reached {
  return showing.reduce((now, event) => {
    const next = after(now, event);
    const shows = snapshotKey(next.snapshot) !== snapshotKey(now.snapshot);
    return shows && isIn(next.snapshot, id) ? next : now;
  }, reached);
}

/** Whether a state is active. */
export function isIn({ _nodes: nodes }: AnyMachineSnapshot, id: string): boolean {
  return nodes.some((node) => node.id === id);
}

function* visit(
  machine: AnyStateMachine,
  { inputs = [undefined], visit: events = [] }: MadeUpWorld,
): Generator<Reached> {
  let reached = begin(machine, inputs[0]);
  yield reached;
  for (const event of events) {
    reached = after(reached, event);
    yield reached;
  }
}

/** Every snapshot that a machine can come to, the nearest first. */
function* walkOn(machine: AnyStateMachine, world: MadeUpWorld): Generator<Reached> {
  const { inputs = [undefined] } = world;
  const known = new Set<string>();
  const found: Reached[] = [];
  const find = (reached: Reached) => {
    const key = snapshotKey(reached.snapshot);
    if (!known.has(key)) found.push(reached);
    known.add(key);
  };
  for (const input of inputs) find(begin(machine, input));
  for (const reached of found) {
    yield reached;
    for (const event of happeningsIn(reached.snapshot, world)) find(after(reached, event));
  }
}

function begin(machine: AnyStateMachine, input: unknown): Reached {
  return { snapshot: machine.getInitialSnapshot(machineScope(), input), input, events: [] };
}

function after({ snapshot, input, events }: Reached, event: AnyEventObject): Reached {
  return {
    snapshot: snapshot.machine.transition(snapshot, event, machineScope()),
    input,
    events: [...events, event],
  };
}

function statesIn(node: AnyStateNode): string[] {
  const states: AnyStateNode[] = Object.values(node.states);
  return states.flatMap((state) => {
    const own: string[] = isPassedThrough(state) ? [] : [state.id];
    return own.concat(statesIn(state));
  });
}

function isPassedThrough({ always = [] }: AnyStateNode): boolean {
  return always.some(({ guard }) => guard === undefined);
}
