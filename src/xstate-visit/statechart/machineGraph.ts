import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { asObject, isObject } from '../recording/plainData.ts';
import {
  childOf,
  combinationOf,
  delayOf,
  finishedState,
  INIT,
  isAbout,
  isOwnEvent,
  shortName,
  STOP,
} from '../xstateInternals.ts';

/** A transition of a state for one event. */
export interface Transition {
  /** The source, the event type and the index among the transitions of the source for that event. Unique in the machine. */
  readonly id: string;
  readonly source: string;
  readonly targets: readonly string[];
  /** XState's event type. Empty for `always`. */
  readonly eventType: string;
  /** The readable name of the event: `seat.toggle`, `always`, `after redirectDelay (1500 ms)`, `done: loadMovie`. */
  readonly label: string;
  /** The name of the guard. Empty if the transition has no guard. */
  readonly guard: string;
  readonly actions: readonly string[];
  readonly reenters: boolean;
  readonly definition: AnyTransitionDefinition;
}

/** A state. It has XState's id, such as `booking.choosing.confirming`. */
export interface State {
  readonly id: string;
  readonly key: string;
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  readonly description: string;
  readonly tags: readonly string[];
  /** The text of a history state, such as `deep history, else idle`. Empty for other states. */
  readonly history: string;
  /** The names of the invoked actors. */
  readonly invokes: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  /** The id of the initial child. Empty for atomic and parallel states. */
  readonly initial: string;
  readonly transitions: readonly Transition[];
  readonly states: readonly State[];
}

/** Converts a machine to data, in the order of its source. The returned root is the machine itself. Does not start the machine. */
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
      label: delayLabel(definition.eventType, node) ?? eventLabel(definition.eventType, node),
      guard: guardLabel(definition.guard),
      actions: definition.actions.flatMap(actionLabels),
      reenters: definition.reenter,
      definition,
    })),
  );
}

/**
 * Converts an event type to a readable name, such as `done: loadMovie`, `after redirectDelay` or `always`. Other types stay as they are.
 * @param node the state that handles the event. It knows the names of invoked actors without ids.
 */
export function eventLabel(type: string, node?: AnyStateNode): string {
  if (type === '') return 'always';
  if (type === INIT) return 'start';
  if (type === STOP) return 'stop';
  const delay = delayOf(type);
  if (delay !== undefined) return `after ${delay}`;
  const child = childOf(type);
  if (child !== undefined) {
    const invoke = /^\d+\./.test(child) ? node?.invoke.find(({ id }) => id === child) : undefined;
    const outcome = isAbout(type, 'done') ? 'done' : isAbout(type, 'error') ? 'error' : 'value';
    return `${outcome}: ${invoke === undefined ? child : logicLabel(invoke.src)}`;
  }
  const state = finishedState(type);
  return state === undefined ? type : `finished: ${state}`;
}

function stateOf(node: AnyStateNode): State {
  return {
    id: node.id,
    key: node.key,
    kind: node.type,
    description: node.description ?? '',
    tags: node.tags,
    history: historyLabel(node),
    invokes: node.invoke.map(({ src }) => logicLabel(src)),
    entry: node.entry.flatMap(actionLabels),
    exit: node.exit.flatMap(actionLabels),
    initial: (node.type === 'compound' && node.initial.target[0]?.id) || '',
    transitions: transitionsOf(node),
    states: Object.values(node.states).map(stateOf),
  };
}

/** The label of a transition with a named delay, such as `after redirectDelay (1500 ms)`. A computed delay has no length in its label. */
function delayLabel(eventType: string, { after, machine }: AnyStateNode): string | undefined {
  const delay: unknown = after.find((transition) => transition.eventType === eventType)?.delay;
  if (typeof delay !== 'string') return undefined;
  const length: unknown = machine.implementations.delays[delay];
  return typeof length === 'number' ? `after ${delay} (${length} ms)` : `after ${delay}`;
}

function historyLabel({ history, config }: AnyStateNode): string {
  if (history === false) return '';
  return `${history} history${typeof config.target === 'string' ? `, else ${config.target}` : ''}`;
}

/** The name of the logic of an invoked actor. */
function logicLabel(src: unknown): string {
  return typeof src === 'string' && !isOwnEvent(src) ? src : INLINE;
}

const INLINE = '(inline)';

/** The name of an action. None for the timers that XState adds. */
function actionLabels(action: unknown): readonly string[] {
  const { type, id, sendId, event } = fieldsOf(action);
  if (delayOf(String(id ?? sendId)) !== undefined) return [];
  if (typeof action !== 'function') return [nameOf(action)];
  const own = typeof type === 'string' ? shortName(type) : INLINE;
  const sent = firstText(event);
  return [sent === undefined ? own : `${own}(${sent})`];
}

/** The name of a guard. `and`, `or`, `not` and `stateIn` have the names of their parts. Empty if there is no guard. */
export function guardLabel(guard: unknown): string {
  if (guard === undefined) return '';
  const { guards, stateValue } = fieldsOf(guard);
  if (stateValue !== undefined) return `in ${typeof stateValue === 'string' ? stateValue : JSON.stringify(stateValue)}`;
  if (!Array.isArray(guards)) return typeof guard === 'function' ? INLINE : nameOf(guard);
  const parts = guards.map((part) =>
    fieldsOf(part)['guards'] === undefined ? guardLabel(part) : `(${guardLabel(part)})`,
  );
  const combination = combinationOf(guard) ?? 'and';
  return combination === 'not' ? `not ${parts.join('')}` : parts.join(` ${combination} `);
}

/** The properties of a guard or an action, which may be a function. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'function' || isObject(value) ? Object.fromEntries(Object.entries(value)) : {};
}

/** The name of a guard or an action. Its first constant text parameter follows, as in `announce(notify)`. */
function nameOf(reference: unknown): string {
  if (typeof reference === 'string') return reference;
  const { type, params } = fieldsOf(reference);
  const constant = firstText(params);
  return constant === undefined ? String(type) : `${String(type)}(${constant})`;
}

function firstText(params: unknown): string | undefined {
  return Object.values(asObject(params)).find((value) => typeof value === 'string');
}
