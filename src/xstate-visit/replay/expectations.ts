import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import { isDeepSame } from '../recording/plainData.ts';
import { isOutcome } from '../recording/recording.ts';
import { stateLeaves, stateText } from './differences.ts';
import { effectNotStored, effectSince, type EffectInput } from './effects.ts';
import type { Frame, Replay } from './replayRecording.ts';

/** Patterns for the rest of an expectation, after the name of the machine. A name contains no character that begins the next part. */
const ACTION = /^ does (.+?)(?: ([[{"\d].*|true|false|null))?$/;
const DATA = /^((?:\.[^.=]+)+)=(.+)$/;
const STATE = /^((?:\.[^.]+)+)$/;

/** The message for an invalid expectation lists these kinds. */
const EXPECTATIONS =
  'MACHINE.STATE, MACHINE.PATH=JSON (data), MACHINE does ACTION, and MACHINE does ACTION JSON (with its parameters)';

/** An unmet expectation. */
export interface Unmet {
  readonly message: string;
  /** The id of the machine that should meet it. */
  readonly machine: string;
  /** The effect whose result is the actual value, if it comes from an effect. */
  readonly effect?: EffectInput | undefined;
  /** A later effect whose result contains the expected value, although the machine does not store it. */
  readonly notStored?: EffectInput | undefined;
}

/**
 * Checks an expectation at the end of a replay, or after `seconds`. Returns undefined when it is met. Throws when the
 * expectation has an invalid syntax, or names a state that its machine does not have.
 */
export function findUnmet(replay: Replay, expectation: string, seconds = Infinity): Unmet | undefined {
  const frames = replay.frames.filter(({ input }) => input.at <= seconds * 1000);
  const machine = machineIn(expectation, replay);
  const rest = expectation.slice(machine.length);
  const [, action = '', params] = ACTION.exec(rest) ?? [];
  if (action !== '') return unmetAction(replay, seconds, { machine, action, json: params });
  const [, path = '', json = ''] = DATA.exec(rest) ?? [];
  if (path !== '') return unmetData(frames, machine, path, json);
  const [, state = ''] = STATE.exec(rest) ?? [];
  if (machine !== '' && state !== '') {
    requireState(replay.frames, machine, state);
    return unmetState(frames, machine, state);
  }
  throw new Error(`“${expectation}” is not an expectation. There are four kinds: ${EXPECTATIONS}.`);
}

/** The name at the start of an expectation: the longest matching name of a machine or an actor, otherwise the first word. */
function machineIn(expectation: string, { fingerprints, frames }: Replay): string {
  const actors = new Set(frames.flatMap(({ machines }) => [...machines.keys()]));
  const names = [...actors].flatMap((actor) => [actor, actor.split('/').at(-1) ?? actor]);
  const [known] = [...Object.keys(fingerprints), ...names]
    .filter((id) => expectation.startsWith(`${id}.`) || expectation.startsWith(`${id} does `))
    .toSorted((one, other) => other.length - one.length);
  return known ?? /^\w+/.exec(expectation)?.[0] ?? '';
}

/** A name may omit states: `hall.confirming` matches `choosing.hall.confirming`. */
function isStateNamed(value: unknown, name: string): boolean {
  return stateLeaves(value).some((leaf) => isPathNamed(leaf, name));
}

function isPathNamed(path: string, name: string): boolean {
  const names = name.split('.').filter((each) => each !== '');
  let found = 0;
  for (const key of path.split('.')) if (key === names[found]) found += 1;
  return found === names.length;
}

/** Throws when the machines of that name have no such state. A machine that never runs in the replay can have it. */
function requireState(frames: readonly Frame[], machine: string, state: string): void {
  const roots = new Set(frames.flatMap((frame) => readAll(frame, machine, (snapshot) => snapshot.machine.root)));
  const paths = [...roots].flatMap(pathsBelow);
  if (roots.size === 0 || paths.some((path) => isPathNamed(path, state))) return;
  const known = paths.length === 0 ? 'It has no states' : `Its states are ${[...new Set(paths)].join(', ')}`;
  throw new Error(`“${machine}${state}” is no state of ${machine}. ${known}.`);
}

function pathsBelow({ states }: AnyStateNode): readonly string[] {
  return Object.values(states).flatMap((state) => [state.path.join('.'), pathsBelow(state)].flat());
}

function unmetState(frames: readonly Frame[], machine: string, state: string): Unmet | undefined {
  const values = readAll(frames.at(-1), machine, ({ value }) => value);
  if (values.some((value) => isStateNamed(value, state))) return undefined;
  return {
    machine,
    message: messageOf(`${machine}${state}`, machine, values.map(stateText)),
    effect: effectSince(frames, (frame) => readAll(frame, machine, ({ value }) => value)),
  };
}

function unmetData(frames: readonly Frame[], machine: string, path: string, json: string): Unmet | undefined {
  const expected = valueOf(json);
  const keys = path.split('.').filter((key) => key !== '');
  const readAt = (depth: number) => (frame: Frame | undefined) =>
    readAll(frame, machine, ({ context }) =>
      keys.slice(0, depth).reduce<unknown>((value, key) => valueAt(value, key), context),
    );
  const found = readAt(keys.length)(frames.at(-1));
  if (found.some((value) => isDeepSame(value, expected))) return undefined;
  const texts = found.map((value) => JSON.stringify(value) ?? 'nothing');
  // A missing value has no history: use its nearest existing ancestor to find the effect.
  const depth =
    keys.findLastIndex((_, index) => readAt(index + 1)(frames.at(-1)).some((value) => value !== undefined)) + 1;
  return {
    machine,
    message: messageOf(`${machine}${path} to be ${json}`, machine, texts),
    effect: effectSince(frames, readAt(depth)),
    notStored: effectNotStored(frames, readAt(depth), expected),
  };
}

interface ExpectedAction {
  readonly machine: string;
  readonly action: string;
  /** The action's parameters as JSON; undefined matches any. */
  readonly json: string | undefined;
}

function unmetAction(
  { entries, frames }: Replay,
  seconds: number,
  { machine, action, json }: ExpectedAction,
): Unmet | undefined {
  let at = 0;
  const calls = entries.flatMap((entry) => {
    if (!isOutcome(entry)) ({ at } = entry);
    const isMeant =
      entry.type === 'action' &&
      entry.action === action &&
      isNamed(entry.actor, machineOf(entry.actor, frames), machine);
    return isMeant && at <= seconds * 1000 ? [entry.params] : [];
  });
  const expected = json === undefined ? undefined : valueOf(json);
  if (calls.some((params) => json === undefined || isDeepSame(params, expected))) return undefined;
  const seen = calls.map((params) => JSON.stringify(params) ?? 'nothing').join(' and ');
  const wanted = `${machine} should do ${action}${json === undefined ? '' : ` with ${json}`}`;
  return {
    machine,
    message: `${wanted}; it ${seen === '' ? 'never does' : `does with ${seen}`}.`,
  };
}

function valueOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Error(`“${json}” in the expectation is not JSON. A text needs quotation marks.`);
  }
}

function messageOf(expected: string, machine: string, found: readonly string[]): string {
  return `Expected ${expected}; ${found.length === 0 ? `${machine} does not run then` : `it is ${found.join(' and ')}`}.`;
}

function readAll<Value>(
  frame: Frame | undefined,
  name: string,
  read: (snapshot: AnyMachineSnapshot) => Value,
): Value[] {
  return [...(frame?.machines ?? [])].flatMap(([actor, snapshot]) =>
    isNamed(actor, snapshot.machine.id, name) ? [read(snapshot)] : [],
  );
}

/** Whether a name is that of an actor: the id of its machine, its own name, or its whole path. */
function isNamed(actor: string, machineId: string | undefined, name: string): boolean {
  return name === machineId || name === actor || name === actor.split('/').at(-1);
}

/** The id of an actor's machine; the actor's own name if it ended in the step that created it. */
function machineOf(actor: string, frames: readonly Frame[]): string | undefined {
  const snapshot = frames.find(({ machines }) => machines.has(actor))?.machines.get(actor);
  return snapshot?.machine.id ?? actor.split('/').at(-1)?.split('#')[0];
}

function valueAt(value: unknown, key: string): unknown {
  if (Array.isArray(value) && key === 'length') return value.length;
  const entries: [string, unknown][] = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return entries.find(([name]) => name === key)?.[1];
}
