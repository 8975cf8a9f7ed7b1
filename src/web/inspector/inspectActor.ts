import { Actor, isMachineSnapshot, StateMachine, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate';
import type { InspectedActor } from '#machines/inspectorMachine.ts';
import { nextTransitions } from './nextTransitions.ts';
import { redact } from './redact.ts';

/** Who an actor is, whatever it is doing. */
export interface Identity {
  readonly name: string;
  /** The numbers of those above it, oldest first, and its own: actors sort by it as a tree. */
  readonly path: readonly number[];
  readonly id: number;
  readonly machine: AnyStateMachine | undefined;
}

/** An actor's identity; its name is its machine's, or else the one it was invoked by. */
export function identify(actor: object, id: number, parent: Identity | undefined): Identity {
  const path = [...(parent?.path ?? []), id];
  if (!(actor instanceof Actor)) return { name: 'actor', path, id, machine: undefined };
  const logic: unknown = actor.logic;
  const machine = logic instanceof StateMachine ? logic : undefined;
  return { name: machine?.id ?? actor.id, path, id, machine };
}

/** An actor as its snapshot shows it, without passwords and tokens. */
export function inspectActor({ id, name, path, machine }: Identity, snapshot: unknown): InspectedActor {
  const identity = { id, name, above: path.slice(0, -1), kind: machine === undefined ? 'effect' : 'machine' } as const;
  if (!isMachineSnapshot(snapshot)) {
    const status = statusOf(snapshot);
    return {
      ...identity,
      status,
      state: status,
      value: undefined,
      activeIds: [],
      tags: [],
      next: [],
      data: redact(snapshot),
    };
  }
  const { status, context, output, error, _nodes: nodes } = snapshot;
  return {
    ...identity,
    status,
    state: stateText(snapshot),
    value: snapshot.value,
    activeIds: nodes.map((node) => node.id),
    tags: [...snapshot.tags].map(String),
    next: nextTransitions(snapshot),
    data: redact({
      context,
      ...(output === undefined ? {} : { output }),
      ...(error === undefined ? {} : { error }),
    }),
  };
}

/** The leaves of the active states, such as `drawer.closed, topBar.top`. */
function stateText({ _nodes: nodes, machine }: AnyMachineSnapshot): string {
  const leaves = nodes.filter((node) => !nodes.some((other) => other.parent === node));
  return leaves.map(({ path }) => path.join('.')).join(', ') || machine.id;
}

function statusOf(snapshot: unknown): string {
  return typeof snapshot === 'object' && snapshot !== null && 'status' in snapshot ? String(snapshot.status) : 'active';
}
