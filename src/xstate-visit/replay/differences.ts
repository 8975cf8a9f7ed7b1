import { isOutcome, type Entry, type Outcome } from '../recording/recording.ts';
import { isObject } from '../recording/plainData.ts';
import { REMOVED } from '../recording/secrets.ts';
import { isLongText, isShortenedAlike } from '../recording/shortening.ts';
import type { Replay } from './replayRecording.ts';

/** A difference between the recording and the current machines. */
export interface Difference {
  readonly at: number;
  /** The index of the frame in which it begins. */
  readonly frame: number;
  readonly actor: string;
  /** The event that the actor handled, or the action or effect that it ran. */
  readonly event: string;
  readonly parts: readonly Part[];
  /** The transitions that the machine chose among several. */
  readonly took?: { readonly recorded: string; readonly today: string } | undefined;
}

export interface Part {
  /** `state`, `event`, `error`, or the path of a value such as `todos.0.done`. */
  readonly name: string;
  readonly recorded: string;
  readonly today: string;
  /** Whether only texts differ that the recording does not have, so that nobody knows whether they are the recorded ones. */
  readonly isUnknownText: boolean;
}

type Timed = Outcome & { readonly at: number; readonly frame: number };

const NOTHING = 'nothing';
/** The name of the part for the active states. Data with that name is called `context.state`. */
const STATE = 'state';

/** The name of the part for the output of an actor that has ended. */
const END = 'the end';

/** The name of the part for the delays that began in a step. */
const DELAYS = 'begun delays';

/** Tells the placeholders of a recording from its other texts. */
export interface RecordedTexts {
  /** Whether a text of the recording is a placeholder. */
  readonly has: (text: string) => boolean;
  /** Whether the recording would contain a text as it is. */
  readonly isPublic: (text: string) => boolean;
}

const NO_PLACEHOLDERS: RecordedTexts = { has: () => false, isPublic: () => false };

/** Compares the outcomes of each actor. Returns the differences in the order of the recording. */
export function findDifferences(
  recorded: readonly Entry[],
  { entries, problems }: Pick<Replay, 'entries' | 'problems'>,
  placeholders: RecordedTexts = NO_PLACEHOLDERS,
): Difference[] {
  const [before, after] = [byActor(recorded), byActor(entries)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return [
    ...names.flatMap((name) => compare(before.get(name) ?? [], after.get(name) ?? [], placeholders)),
    ...problems.map(({ at, frame, actor, message }) => ({
      at,
      frame,
      actor,
      event: '',
      parts: [{ name: 'actor', recorded: 'runs', today: message, isUnknownText: false }],
    })),
  ].toSorted((one, other) => one.frame - other.frame);
}

/** Whether an actor is in another state or handles another event. */
export function isOtherWay({ name }: Part): boolean {
  return name === STATE || name === 'event';
}

/** The name of a value that differs, such as `shop id`, or `shop charge params` for the parameters of an action. */
export function valueName({ actor, event }: Difference, { name }: Part): string {
  return event.startsWith('does ') ? `${actor} ${event.slice(5)} ${name}` : `${actor} ${name}`;
}

/** Groups outcomes by actor. Actions have groups of their own, so that a missing action does not end the comparison of the steps. */
function byActor(entries: readonly Entry[]): Map<string, Timed[]> {
  const outcomes = new Map<string, Timed[]>();
  let at = 0;
  let frame = -1;
  for (const entry of entries) {
    if (isOutcome(entry)) {
      const key = entry.type === 'action' ? `${entry.actor} does` : entry.actor;
      const own = outcomes.get(key) ?? [];
      own.push({ ...entry, at, frame });
      outcomes.set(key, own);
    } else {
      ({ at } = entry);
      // A replay repeats the inputs of a running step within its frame.
      if (entry.during === undefined || frame === -1) frame += 1;
    }
  }
  return outcomes;
}

/** The differences of one actor up to the first different event. Later steps cannot be compared. */
function compare(recorded: readonly Timed[], today: readonly Timed[], placeholders: RecordedTexts): Difference[] {
  const differences: Difference[] = [];
  const [was, is] = [createView(), createView()];
  /** The parts that differ now, as JSON. A difference is reported once while it lasts. */
  const known = new Map<string, string>();
  for (let step = 0; step < Math.max(recorded.length, today.length); step += 1) {
    const [then, now] = [recorded[step], today[step]];
    const { at = 0, frame = 0, actor = '' } = then ?? now ?? {};
    const took = tookOf(then, now);
    if (then === undefined || now === undefined || !isSameEvent(then, now, placeholders)) {
      const parts = [{ name: 'event', recorded: eventOf(then), today: eventOf(now), isUnknownText: false }];
      return [...differences, { at, frame, actor, event: eventOf(then ?? now), parts, took }];
    }
    const changed = new Set([...was.apply(then), ...is.apply(now)]);
    const fresh = [...changed].flatMap((name) => {
      const part = partOf(name, was.leaves.get(name), is.leaves.get(name), placeholders);
      const text = JSON.stringify(part);
      const isKnown = part !== undefined && known.get(name) === text;
      known.set(name, text);
      return part === undefined || isKnown ? [] : [part];
    });
    if (fresh.length > 0) differences.push({ at, frame, actor, event: eventOf(then), parts: fresh, took });
  }
  return differences;
}

/** The state and the data of an actor, as values by path. */
function createView() {
  const leaves = new Map<string, unknown>();
  let hasDelays = false;

  function set(path: string, value: unknown, changed: Set<string>) {
    for (const known of leaves.keys()) {
      if (known !== path && !known.startsWith(`${path}.`)) continue;
      leaves.delete(known);
      changed.add(known);
    }
    for (const [name, leaf] of leavesOf(path, value)) {
      leaves.set(name, leaf);
      changed.add(name);
    }
  }

  return {
    leaves,
    /** Applies an outcome. @returns the paths of the values that it changes. */
    apply(outcome: Outcome): ReadonlySet<string> {
      const changed = new Set<string>();
      if (outcome.type === 'invoked') set('input', outcome.input, changed);
      else if (outcome.type === 'action' || outcome.type === 'received') set('params', outcome.params, changed);
      else if (outcome.type === 'crashed') set('error', errorOf(outcome.error), changed);
      else {
        if (hasDelays || outcome.delays !== undefined) set(DELAYS, outcome.delays, changed);
        hasDelays = outcome.delays !== undefined;
        if (outcome.end !== undefined) set(END, outcome.end, changed);
        if (outcome.state !== undefined) {
          leaves.set(STATE, stateText(outcome.state));
          changed.add(STATE);
        }
        for (const [path, value] of Object.entries(outcome.data ?? {})) {
          set(path === STATE || path.startsWith(`${STATE}.`) ? `context.${path}` : path, value, changed);
        }
      }
      return changed;
    },
  };
}

/** The values within a value by their paths. A list also has its length. */
function leavesOf(path: string, value: unknown): [string, unknown][] {
  if (!isObject(value) || isMarker(value)) return [[path, value]];
  const entries = definedEntries(value);
  if (entries.length === 0) return [[path, Array.isArray(value) ? [] : {}]];
  const length: [string, unknown][] = Array.isArray(value) ? [[`${path}.length`, value.length]] : [];
  return [...length, ...entries.flatMap(([key, item]) => leavesOf(`${path}.${key}`, item))];
}

/** Whether an object stands for a value that JSON does not have, such as `{ $date }`. */
function isMarker(value: object): boolean {
  const [key = '', ...others] = Object.keys(value);
  return key.startsWith('$') && others.length === 0;
}

/** Engines word the messages of JavaScript's own errors differently. */
function errorOf(error: unknown): unknown {
  const { type, message } = fieldsOf(isObject(error) && '$error' in error ? error.$error : undefined);
  return typeof type !== 'string' || type === 'Error' || !type.endsWith('Error') || message === undefined
    ? error
    : { type };
}

function fieldsOf(value: unknown): { readonly type?: unknown; readonly message?: unknown } {
  return isObject(value) ? value : {};
}

function partOf(name: string, was: unknown, is: unknown, placeholders: RecordedTexts): Part | undefined {
  const text = name === STATE ? stateTextOf : textOf;
  const [recorded, today] = [text(was), text(is)];
  if (recorded === today) return undefined;
  const isHash = isObject(was) && isObject(is) && '$redacted' in was && '$hash' in is;
  if (isHash && was.$redacted === is.$hash) return undefined;
  return { name, recorded, today, isUnknownText: canBeSame(was, is, placeholders) };
}

/** Whether two outcomes have the same event. A word of a recorded event type can be a placeholder. */
function isSameEvent(then: Outcome, now: Outcome, placeholders: RecordedTexts): boolean {
  const [was = [], is = []] = [then, now].map((outcome) => eventOf(outcome).split(/[\s.:/]/));
  return was.length === is.length && was.every((word, index) => canBeSame(word, is[index], placeholders));
}

/** Whether a recorded value can be the one of today, because the recording has placeholders instead of the texts that differ. */
function canBeSame(recorded: unknown, today: unknown, placeholders: RecordedTexts): boolean {
  // The check does not know the app's own names of secrets.
  if (recorded === REMOVED) return today !== undefined && today !== null;
  if (typeof recorded === 'string' && placeholders.has(recorded)) {
    if (typeof today !== 'string') return isLongText(today);
    return recorded === today || (today.trim() !== '' && !placeholders.isPublic(today));
  }
  if (!isObject(recorded) || !isObject(today)) return recorded === today;
  if ('$redacted' in recorded) return isShortenedAlike(recorded, today);
  const [was, is] = [recorded, today].map(definedEntries);
  return (
    was?.length === is?.length &&
    was?.every(([key, value]) => canBeSame(value, new Map(is).get(key), placeholders)) === true
  );
}

function definedEntries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}

function tookOf(then: Outcome | undefined, now: Outcome | undefined): Difference['took'] {
  const [recorded, today] = [then, now].map((outcome) =>
    outcome?.type === 'transition' && outcome.took !== undefined ? outcome.took.join(', then ') : NOTHING,
  );
  return recorded === undefined || today === undefined || recorded === today ? undefined : { recorded, today };
}

function eventOf(outcome: Outcome | undefined): string {
  if (outcome === undefined) return NOTHING;
  if (outcome.type === 'action') return `does ${outcome.action}`;
  if (outcome.type === 'crashed') return 'crashes';
  if (outcome.type === 'received') return `receives ${outcome.event}`;
  return outcome.type === 'invoked' ? 'is invoked' : outcome.event;
}

function stateTextOf(value: unknown): string {
  return typeof value === 'string' ? value : NOTHING;
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? NOTHING : JSON.stringify(value);
}

/** The innermost states as text, such as `choosing.hall.confirming`. */
export function stateText(value: unknown): string {
  return stateLeaves(value).join(', ') || '(no states)';
}

/** The paths of the innermost states of a state value; none for a machine without states. */
export function stateLeaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const within = stateLeaves(inner);
    return within.length === 0 ? [key] : within.map((each) => `${key}.${each}`);
  });
}
