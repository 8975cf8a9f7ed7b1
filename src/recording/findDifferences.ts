import { isOutcome, type Entry, type Outcome } from './recording.ts';
import type { Replay } from './replayRecording.ts';

/** Where today's machines do not what was recorded. */
export interface Difference {
  readonly at: number;
  readonly actor: string;
  /** The event that the actor took, or what it was asked. */
  readonly event: string;
  readonly says: readonly { readonly what: string; readonly recorded: string; readonly today: string }[];
}

type Timed = Outcome & { readonly at: number };
type Standing = Readonly<Record<string, string>>;

const NOTHING = 'nothing';

/** Compares, actor by actor, what each took and what came of it; in the order of the recording. */
export function findDifferences(
  recorded: readonly Entry[],
  { entries, troubles }: Pick<Replay, 'entries' | 'troubles'>,
): Difference[] {
  const [before, after] = [byActor(recorded), byActor(entries)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return [
    ...names.flatMap((name) => compare(before.get(name) ?? [], after.get(name) ?? [])),
    ...troubles.map(({ at, actor, says }) => ({
      at,
      actor,
      event: '',
      says: [{ what: 'actor', recorded: 'runs', today: says }],
    })),
  ].toSorted((one, other) => one.at - other.at);
}

function byActor(entries: readonly Entry[]): Map<string, Timed[]> {
  const outcomes = new Map<string, Timed[]>();
  let at = 0;
  for (const entry of entries) {
    if (isOutcome(entry)) {
      const who = entry.is === 'did' ? `${entry.actor} ${entry.action}` : entry.actor;
      const own = outcomes.get(who) ?? [];
      own.push({ ...entry, at });
      outcomes.set(who, own);
    } else ({ at } = entry);
  }
  return outcomes;
}

/** The differences of one actor; after events have parted ways what follows has nothing to be compared with. */
function compare(recorded: readonly Timed[], today: readonly Timed[]): Difference[] {
  const differences: Difference[] = [];
  let [was, is]: Standing[] = [{}, {}];
  let known = new Set<string>();
  for (let step = 0; step < Math.max(recorded.length, today.length); step += 1) {
    const [then, now] = [recorded[step], today[step]];
    const { at = 0, actor = '' } = then ?? now ?? {};
    if (then === undefined || now === undefined || eventOf(then) !== eventOf(now)) {
      const says = [{ what: 'event', recorded: eventOf(then), today: eventOf(now) }];
      return [...differences, { at, actor, event: eventOf(then ?? now), says }];
    }
    [was, is] = [
      { ...was, ...standingOf(then) },
      { ...is, ...standingOf(now) },
    ];
    const says = saysOf(was ?? {}, is ?? {});
    const fresh = says.filter((each) => !known.has(JSON.stringify(each)));
    known = new Set(says.map((each) => JSON.stringify(each)));
    if (fresh.length > 0) differences.push({ at, actor, event: eventOf(then), says: fresh });
  }
  return differences;
}

function saysOf(was: Standing, is: Standing): Difference['says'] {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((what) => {
    const [recorded, today] = [was[what] ?? NOTHING, is[what] ?? NOTHING];
    return recorded === today ? [] : [{ what, recorded, today }];
  });
}

/** What an outcome tells of its actor, as texts to be compared and shown. */
function standingOf(outcome: Outcome): Standing {
  if (outcome.is === 'asked') return { input: textOf(outcome.input) };
  if (outcome.is === 'did') return { params: textOf(outcome.params) };
  const { value, data = {} } = outcome;
  return {
    ...(value === undefined ? {} : { state: stateText(value) }),
    ...Object.fromEntries(Object.entries(data).map(([key, item]) => [key, textOf(item)])),
  };
}

function eventOf(outcome: Outcome | undefined): string {
  if (outcome === undefined) return NOTHING;
  if (outcome.is === 'did') return `does ${outcome.action}`;
  return outcome.is === 'asked' ? 'is asked' : outcome.event;
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? NOTHING : JSON.stringify(value);
}

/** A state value as its leaves, such as `choosing.hall.confirming`. */
export function stateText(value: unknown): string {
  return stateLeaves(value).join(', ') || '(the only one)';
}

/** The paths of the innermost active states of a state value. */
export function stateLeaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const within = stateLeaves(inner);
    return within.length === 0 ? [key] : within.map((each) => `${key}.${each}`);
  });
}
