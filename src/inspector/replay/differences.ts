import { isOutcome, type Entry, type Outcome } from '../recording/recording.ts';
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
type Texts = Readonly<Record<string, string>>;

const NOTHING = 'nothing';

/** Compares the outcomes of each actor, in the order of the recording. */
export function findDifferences(
  recorded: readonly Entry[],
  { entries, problems }: Pick<Replay, 'entries' | 'problems'>,
): Difference[] {
  const [before, after] = [byActor(recorded), byActor(entries)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return [
    ...names.flatMap((name) => compare(before.get(name) ?? [], after.get(name) ?? [])),
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
function compare(recorded: readonly Timed[], today: readonly Timed[]): Difference[] {
  const differences: Difference[] = [];
  let [was, is]: Texts[] = [{}, {}];
  let known = new Set<string>();
  for (let step = 0; step < Math.max(recorded.length, today.length); step += 1) {
    const [then, now] = [recorded[step], today[step]];
    const { at = 0, actor = '' } = then ?? now ?? {};
    if (then === undefined || now === undefined || eventOf(then) !== eventOf(now)) {
      const parts = [{ name: 'event', recorded: eventOf(then), today: eventOf(now) }];
      return [...differences, { at, actor, event: eventOf(then ?? now), parts }];
    }
    [was, is] = [
      { ...was, ...textsOf(then) },
      { ...is, ...textsOf(now) },
    ];
    const parts = partsOf(was ?? {}, is ?? {});
    const fresh = parts.filter((part) => !known.has(JSON.stringify(part)));
    known = new Set(parts.map((part) => JSON.stringify(part)));
    if (fresh.length > 0) differences.push({ at, actor, event: eventOf(then), parts: fresh });
  }
  return differences;
}

function partsOf(was: Texts, is: Texts): Part[] {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) => {
    const [recorded, today] = [was[name] ?? NOTHING, is[name] ?? NOTHING];
    return recorded === today ? [] : [{ name, recorded, today }];
  });
}

/** The parts of an outcome as texts, to compare and to show. */
function textsOf(outcome: Outcome): Texts {
  if (outcome.type === 'invoked') return { input: textOf(outcome.input) };
  if (outcome.type === 'action') return { params: textOf(outcome.params) };
  const { state, data = {} } = outcome;
  return {
    ...(state === undefined ? {} : { state: stateText(state) }),
    ...Object.fromEntries(Object.entries(data).map(([key, item]) => [key, textOf(item)])),
  };
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
