import type {
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
  EventObject,
  SnapshotFrom,
} from 'xstate';
import { getStateNodes } from 'xstate/graph';
import { brokenInvariants } from '../../src/web/inspectorOptions/invariants.ts';
import { machineScope } from '../fixtures/machineScope.ts';
import {
  eventOf,
  eventsIn,
  snapshotKey,
  snapshotOf,
  type EventOf,
  type MachineFixture,
} from '../fixtures/machineFixture.ts';

/** One event in one state, and the resulting state. */
export interface Step<Machine extends AnyStateMachine = AnyStateMachine> {
  readonly from: SnapshotFrom<Machine>;
  readonly event: EventOf<Machine>;
  readonly to: SnapshotFrom<Machine>;
  /** The named actions it ran, in order, with their params. */
  readonly actions: readonly { readonly type: string; readonly params: unknown }[];
  /** The events that it emitted, in order. */
  readonly emitted: readonly AnyEventObject[];
  /** The events that it sent to other actors, in order. */
  readonly sent: readonly AnyEventObject[];
  /** The commands that it requested the root to start. */
  readonly started: readonly unknown[];
}

interface Walk<Machine extends AnyStateMachine> {
  readonly machine: Machine;
  readonly steps: readonly Step<Machine>[];
  readonly states: readonly SnapshotFrom<Machine>[];
  /** State nodes never entered, by id. */
  readonly missedStates: readonly string[];
  /** Transitions never taken. */
  readonly missedTransitions: readonly string[];
  /** The product's invariants that at least one state breaks. */
  readonly broken: readonly string[];
}

/** Maximum number of states of a walk. The largest machine has 19,000; a machine that has no end fills the memory. */
const MAXIMUM_STATES = 60_000;

const COLUMNS = ['machine', 'states', 'transitions', 'paths', 'steps'] as const;

/** The counts of every walk so far. */
const covered: Record<(typeof COLUMNS)[number], string | number>[] = [];

/** The walks so far, by their fixtures. */
const walks = new WeakMap<object, object>();

/** All reachable states and steps of a machine, with the events of its fixture. Repeated calls return the same result. */
export function walk<Machine extends AnyStateMachine>(
  fixture: MachineFixture<Machine>,
  maximum = MAXIMUM_STATES,
): Walk<Machine> {
  const known = walks.get(fixture);
  if (isWalkOf(fixture.machine, known)) return known;
  const taken = walkOn(fixture, maximum);
  walks.set(fixture, taken);
  return taken;
}

/**
 * Visits every reachable state of a machine. From each state it takes each event of the fixture, each result of a
 * running actor, and each pending delay.
 */
function walkOn<Machine extends AnyStateMachine>(fixture: MachineFixture<Machine>, maximum: number): Walk<Machine> {
  const { machine, inputs = [undefined] } = fixture;
  const steps: Step<Machine>[] = [];
  const entered = new Set<string>();
  const taken = new Set<AnyTransitionDefinition>();
  let actions: Step['actions'][number][] = [];
  const scope = machineScope(
    machine,
    (value, transitions) => {
      for (const id of idsOf(value, machine.id)) entered.add(id);
      for (const transition of transitions) {
        taken.add(transition);
        entered.add(transition.source.id);
      }
    },
    (action) => actions.push(action),
  );

  const found = new Map<string, AnyMachineSnapshot>();
  const find = (state: AnyMachineSnapshot) => {
    const key = snapshotKey(state);
    if (!found.has(key)) found.set(key, state);
    if (found.size > maximum) throw new Error(tooMany(machine, state, maximum));
  };

  const stepFrom = (from: AnyMachineSnapshot, event: EventObject) => {
    actions = [];
    const to: AnyMachineSnapshot = machine.transition(from, event, scope);
    const [emitted, sent] = [eventsOf(actions, 'xstate.emit'), eventsOf(actions, 'xstate.sendTo')];
    steps.push({
      from: snapshotOf(machine, from),
      event: eventOf(machine, event),
      to: snapshotOf(machine, to),
      actions,
      emitted,
      sent,
      started: sent.flatMap((each) => (each.type === 'command.start' ? [each['confirmed']] : [])),
    });
    if (to !== from) find(to);
  };

  for (const input of inputs) {
    const initial = machine.getInitialSnapshot(scope, input);
    for (const id of idsOf(initial.value, machine.id)) entered.add(id);
    find(initial);
  }
  // XState's own walk shifts an array of all pending steps, which takes longer than the steps themselves.
  for (const from of found.values()) {
    for (const event of eventsIn(from, fixture)) stepFrom(from, event);
  }
  const states = [...found.values()];

  const nodes = [machine.root, ...getStateNodes(machine)];
  const transitions = nodes.flatMap(transitionsOf);
  const missedNodes = nodes.filter((node) => !entered.has(node.id));
  const missedTransitions = transitions.filter((each) => !taken.has(each));
  covered.push({
    machine: machine.id,
    states: `${nodes.length - missedNodes.length}/${nodes.length}`,
    transitions: `${transitions.length - missedTransitions.length}/${transitions.length}`,
    paths: states.length,
    steps: steps.length,
  });
  return {
    machine,
    steps,
    states: states.map((state) => snapshotOf(machine, state)),
    missedStates: missedNodes.map(({ id }) => id),
    missedTransitions: missedTransitions.map(nameOf),
    broken: [...new Set(states.flatMap(brokenInvariants))],
  };
}

/**
 * The walks so far as a table: state nodes entered, transitions taken, shortest paths (one to each state with its
 * context) and the steps tried along them.
 */
export function coverageTable(): string {
  const rows = [COLUMNS, ...covered.map((row) => COLUMNS.map((column) => String(row[column])))];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`).join('');
}

function tooMany({ id }: AnyStateMachine, { value, context }: AnyMachineSnapshot, maximum: number): string {
  const last = `${JSON.stringify(value)} with ${JSON.stringify(context).slice(0, 500)}`;
  return `${id} has more than ${maximum} states. Give its fixture fewer events or inputs, or remove what grows. The last state: ${last}`;
}

function isWalkOf<Machine extends AnyStateMachine>(machine: Machine, walk: unknown): walk is Walk<Machine> {
  return typeof walk === 'object' && walk !== null && 'machine' in walk && walk.machine === machine;
}

/** The events in the params of XState's built-in actions. */
function eventsOf(actions: Step['actions'], kind: 'xstate.emit' | 'xstate.sendTo'): AnyEventObject[] {
  return actions.flatMap(({ type, params }) => (type === kind && carriesEvent(params) ? [params.event] : []));
}

function carriesEvent(params: unknown): params is { readonly event: AnyEventObject } {
  return typeof params === 'object' && params !== null && 'event' in params;
}

/** The ids of the nodes of a state value, starting with the given node. */
function idsOf(value: unknown, id: string): string[] {
  if (typeof value === 'string') return [id, `${id}.${value}`];
  if (typeof value !== 'object' || value === null) return [id];
  return [id, ...Object.entries(value).flatMap(([key, inner]) => idsOf(inner, `${id}.${key}`))];
}

function transitionsOf(node: AnyStateNode): AnyTransitionDefinition[] {
  return [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
}

function nameOf({ source, eventType, guard, target }: AnyTransitionDefinition): string {
  const targets = target?.map(({ id }) => id).join(', ') ?? 'itself';
  return `${source.id} on "${eventType}"${guard === undefined ? '' : ` if ${JSON.stringify(guard)}`} to ${targets}`;
}
