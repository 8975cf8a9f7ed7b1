import { isOutcome, type Entry, type Outcome } from '../recording/recording.ts';
import { isObject } from '../recording/plainData.ts';
import type { Replay } from './replayRecording.ts';

/** A difference between the recording and the current machines. */
export interface Difference {
  readonly at: number;
  readonly actor: string;
  /** The event that the actor handled, or the action or effect that it ran. */
  readonly event: string;
  readonly parts: readonly Part[];
}

interface Part {
  readonly name: string;
  readonly recorded: string;
  readonly today: string;
}

type Timed = Outcome & { readonly at: number };
type Values = Readonly<Record<string, unknown>>;

const NOTHING = 'nothing';

/** Compares the outcomes of each actor, in the order of the recording. A placeholder in the recording equals any text. */
export function findDifferences(
  recorded: readonly Entry[],
  { entries, problems }: Pick<Replay, 'entries' | 'problems'>,
  placeholders: ReadonlySet<string> = new Set(),
): Difference[] {
  const [before, after] = [byActor(recorded), byActor(entries)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return [
    ...names.flatMap((name) => compare(before.get(name) ?? [], after.get(name) ?? [], placeholders)),
    ...problems.map(({ at, actor, message }) => ({
      at,
      actor,
      event: '',
      parts: [{ name: 'actor', recorded: 'runs', today: message }],
    })),
  ].toSorted((one, other) => one.at - other.at);
}

/** Groups outcomes by actor, and actions also by name, because effects that finish at once end in any order. */
function byActor(entries: readonly Entry[]): Map<string, Timed[]> {
  const outcomes = new Map<string, Timed[]>();
  let at = 0;
  for (const entry of entries) {
    if (isOutcome(entry)) {
      const key = entry.type === 'action' ? `${entry.actor} ${entry.action}` : entry.actor;
      const own = outcomes.get(key) ?? [];
      own.push({ ...entry, at });
      outcomes.set(key, own);
    } else ({ at } = entry);
  }
  return outcomes;
}

/** The differences of one actor. Ends at the first different event: later steps cannot be compared. */
function compare(recorded: readonly Timed[], today: readonly Timed[], placeholders: ReadonlySet<string>): Difference[] {
  const differences: Difference[] = [];
  let [was, is]: Values[] = [{}, {}];
  let known = new Set<string>();
  for (let step = 0; step < Math.max(recorded.length, today.length); step += 1) {
    const [then, now] = [recorded[step], today[step]];
    const { at = 0, actor = '' } = then ?? now ?? {};
    if (then === undefined || now === undefined || eventOf(then) !== eventOf(now)) {
      const parts = [{ name: 'event', recorded: eventOf(then), today: eventOf(now) }];
      return [...differences, { at, actor, event: eventOf(then ?? now), parts }];
    }
    [was, is] = [
      { ...was, ...valuesOf(then) },
      { ...is, ...valuesOf(now) },
    ];
    const parts = partsOf(was ?? {}, is ?? {}, placeholders);
    const fresh = parts.filter((part) => !known.has(JSON.stringify(part)));
    known = new Set(parts.map((part) => JSON.stringify(part)));
    if (fresh.length > 0) differences.push({ at, actor, event: eventOf(then), parts: fresh });
  }
  return differences;
}

function partsOf(was: Values, is: Values, placeholders: ReadonlySet<string>): Part[] {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) => {
    const text = name === 'state' ? stateText : textOf;
    const [recorded, today] = [text(was[name]), text(is[name])];
    return recorded === today || isSameUnlessRedacted(was[name], is[name], placeholders)
      ? []
      : [{ name, recorded, today }];
  });
}

function isSameUnlessRedacted(recorded: unknown, today: unknown, placeholders: ReadonlySet<string>): boolean {
  if (typeof recorded === 'string' && placeholders.has(recorded)) return typeof today === 'string';
  if (!isObject(recorded) || !isObject(today)) return recorded === today;
  if ('$redacted' in recorded) return true;
  const [was, is] = [recorded, today].map(definedEntries);
  return (
    was?.length === is?.length &&
    was?.every(([key, value]) => isSameUnlessRedacted(value, new Map(is).get(key), placeholders)) === true
  );
}

function definedEntries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}

/** The parts of an outcome that are compared. */
function valuesOf(outcome: Outcome): Values {
  if (outcome.type === 'invoked') return { input: outcome.input };
  if (outcome.type === 'action') return { params: outcome.params };
  const { state, data = {} } = outcome;
  return { ...(state === undefined ? {} : { state }), ...data };
}

function eventOf(outcome: Outcome | undefined): string {
  if (outcome === undefined) return NOTHING;
  if (outcome.type === 'action') return `does ${outcome.action}`;
  return outcome.type === 'invoked' ? 'is invoked' : outcome.event;
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
