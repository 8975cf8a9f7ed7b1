import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** One transition of a state for one event. */
export interface Transition {
  /** Source, event type and index among the source's transitions for that event; unique in the machine. */
  readonly id: string;
  readonly source: string;
  readonly targets: readonly string[];
  /** XState's event type; empty for `always`. */
  readonly eventType: string;
  /** Readable event name: `seat.toggle`, `always`, `after redirectDelay (1500 ms)`, `done: loadMovie`. */
  readonly label: string;
  /** Name of the guard; empty without one. */
  readonly guard: string;
  readonly actions: readonly string[];
  readonly reenters: boolean;
  readonly definition: AnyTransitionDefinition;
}

/** One state. Its id is XState's, such as `booking.choosing.confirming`. */
export interface State {
  readonly id: string;
  readonly key: string;
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  readonly description: string;
  readonly tags: readonly string[];
  /** Names of the invoked actors. */
  readonly invokes: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  /** Id of the initial child; empty for atomic and parallel states. */
  readonly initial: string;
  readonly transitions: readonly Transition[];
  readonly states: readonly State[];
}

/** Converts a machine to data, in source order; the root is the machine itself. Does not start the machine. */
export function machineGraph(machine: AnyStateMachine): State {
  return stateOf(machine.root);
}

/** A state and all its descendants, in document order. */
export function statesWithin(state: State): readonly State[] {
  return [state, ...state.states.flatMap(statesWithin)];
}

/** The transitions of one state, in the order in which XState tries them. */
export function transitionsOf(node: AnyStateNode): readonly Transition[] {
  return [...node.transitions.values(), node.always ?? []].flatMap((branches) =>
    branches.map((definition: AnyTransitionDefinition, index) => ({
      id: `${node.id}:${definition.eventType}:${index}`,
      source: node.id,
      targets: (definition.target ?? []).map(({ id }) => id),
      eventType: definition.eventType,
      label: delayLabel(definition.eventType, node) ?? eventLabel(definition.eventType),
      guard: labelsOf(definition.guard).join(''),
      actions: definition.actions.flatMap(labelsOf),
      reenters: definition.reenter,
      definition,
    })),
  );
}

const AFTER = /^xstate\.after\.([^.]+)\./;
const ACTOR = /^xstate\.(done|error)\.actor\.(.+)$/;

/** Readable name of an event type: `done: loadMovie`, `after redirectDelay`, `always`; other events keep their name. */
export function eventLabel(type: string): string {
  if (type === '') return 'always';
  if (type === 'xstate.init') return 'start';
  if (type === 'xstate.stop') return 'stop';
  const [, delay] = AFTER.exec(type) ?? [];
  if (delay !== undefined) return `after ${delay}`;
  const [, outcome, actor] = ACTOR.exec(type) ?? [];
  if (outcome !== undefined && actor !== undefined) return `${outcome}: ${actor}`;
  return type.replace(/^xstate\.done\.state\./, 'finished: ');
}

function stateOf(node: AnyStateNode): State {
  return {
    id: node.id,
    key: node.key,
    kind: node.type,
    description: node.description ?? '',
    tags: node.tags,
    invokes: node.invoke.map(({ src, id }) => (typeof src === 'string' ? src : id)),
    entry: node.entry.flatMap(labelsOf),
    exit: node.exit.flatMap(labelsOf),
    initial: (node.type === 'compound' && node.initial.target[0]?.id) || '',
    transitions: transitionsOf(node),
    states: Object.values(node.states).map(stateOf),
  };
}

/** The label of a delayed transition, such as `after redirectDelay (1500 ms)`: with its length if that is a constant with a name. */
function delayLabel(eventType: string, { after, machine }: AnyStateNode): string | undefined {
  const delay: unknown = after.find((transition) => transition.eventType === eventType)?.delay;
  if (typeof delay !== 'string') return undefined;
  const length: unknown = machine.implementations.delays[delay];
  return typeof length === 'number' ? `after ${delay} (${length} ms)` : `after ${delay}`;
}

/**
 * The name of an action or guard with its first constant text parameter, such as `announce(notify)`.
 * Empty for actions that XState adds (timers, children).
 */
function labelsOf(reference: unknown): readonly string[] {
  if (typeof reference === 'string') return [reference];
  if (typeof reference !== 'object' || reference === null || !('type' in reference)) return [];
  const constant = 'params' in reference ? firstText(reference.params) : undefined;
  return [constant === undefined ? String(reference.type) : `${String(reference.type)}(${constant})`];
}

function firstText(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  return Object.values(params).find((value) => typeof value === 'string');
}
