import { parseRecording, type Recording } from '../recording/recording.ts';
import { findDifferences, STATE, type Difference, type RecordedTexts } from './differences.ts';
import { effectBehind, effectNote, notStoredNote, type EffectInput } from './effects.ts';
import { findUnmet } from './expectations.ts';
import { compareMachines, type Comparison } from './compareMachines.ts';
import { judge } from './judge.ts';
import { replayRecording, type Frame, type Replay, type ReplayedProduct } from './replayRecording.ts';

/** An app's machines, and the rules that its recordings must meet. */
export interface CheckedProduct extends ReplayedProduct {
  /** Returns a message for each rule that the frame breaks, given also the previous frame. */
  readonly brokenRules?: (frame: Frame, before: Frame | undefined) => readonly string[];
  /** Paths of the tests that run the effects of a machine, by machine id. */
  readonly testsOf?: (machine: string) => readonly string[];
  /** Path of a machine's own test, by machine id. */
  readonly testOf?: (machine: string) => string | undefined;
}

/** A broken rule, and the recording's milliseconds at which it first broke. */
export interface BrokenRule {
  readonly at: number;
  readonly message: string;
}

/**
 * `same`: everything that the recording holds happens again. `different`: something else happens. `not comparable`: the replay could not
 * look at something, so it can say neither.
 */
export type Verdict = 'same' | 'different' | 'not comparable';

/** The result of a replay on the current machines. */
export interface CheckResult extends Comparison {
  readonly verdict: Verdict;
  /** Why the replay could not look at something; each is a sentence. */
  readonly notComparable: readonly string[];
  /** Guards and values that the replay could not judge, because the recording has a placeholder instead of a text; each is a sentence. */
  readonly unjudged: readonly string[];
  readonly recording: Recording;
  readonly differences: readonly Difference[];
  /** Values that two replays do not agree on, such as `shop id`. They are not compared with the recording. */
  readonly unrepeatable: readonly string[];
  readonly brokenRules: readonly BrokenRule[];
  /** Why an expectation is not met at the end, or after `seconds`; undefined when it is met. */
  readonly unmet: (expectation: string, seconds?: number) => string | undefined;
}

/** Replays a recording on the current machines and checks the result. Throws when the text is not a recording. */
export function checkRecording(text: string, product: CheckedProduct): CheckResult {
  const recording = parseRecording(text);
  const replay = withRandom(0, () => replayRecording(recording, product));
  const { unrepeatable, others } = unrepeatableParts(replay, recording, product);
  const brokenRules = brokenRulesIn(replay, product);
  const found = findDifferences(recording.entries, replay, placeholdersOf(recording, replay)).flatMap((difference) => {
    const parts = difference.parts.filter((part) => !unrepeatable.has(nameOf(difference, part)));
    return parts.length === 0 ? [] : [{ ...difference, parts }];
  });
  const comparison = compareMachines(recording, replay);
  const judged = judge({ recording, replay, product, differences: found, comparison });
  const isEmpty = recording.entries.every(({ type }) => type !== 'started' && type !== 'checkpoint');
  /** Reasons that no difference can outweigh. */
  const obstacles = [
    ...replay.obstacles,
    ...others,
    ...(isEmpty ? ['Nothing was recorded: pass `inspect` to each root actor.'] : []),
  ];
  const notComparable = [...obstacles, ...judged.notComparable];
  const isDifferent = obstacles.length === 0 && judged.differences.length > 0;
  return {
    verdict: isDifferent ? 'different' : notComparable.length > 0 ? 'not comparable' : 'same',
    notComparable,
    unjudged: judged.unjudged,
    recording,
    differences: found,
    unrepeatable: [...unrepeatable],
    brokenRules,
    ...comparison,
    unmet: (expectation, seconds) => {
      const unmet = findUnmet(replay, expectation, seconds);
      if (unmet === undefined) return undefined;
      const { message, machine, effect, notStored } = unmet;
      const own = product.testOf?.(machine);
      const test = own === undefined ? '' : ` Test the machine in ${own}.`;
      if (notStored !== undefined) return `${message} ${notStoredNote(notStored, machine)}${test}`;
      return effect === undefined ? `${message}${test}` : withNote(message, effect, product);
    },
  };
}

function placeholdersOf({ placeholders, hasWords }: Recording, { words }: Replay): RecordedTexts {
  const known = new Set(placeholders);
  return { has: (text) => known.has(text), isPublic: (text) => hasWords && words.has(text) };
}

function brokenRulesIn(replay: Replay, product: CheckedProduct): readonly BrokenRule[] {
  const brokenRules = new Map<string, BrokenRule>();
  replay.frames.forEach((frame, index) => {
    for (const rule of product.brokenRules?.(frame, replay.frames[index - 1]) ?? []) {
      if (brokenRules.has(rule)) continue;
      brokenRules.set(rule, { at: frame.input.at, message: withNote(rule, effectBehind(frame), product) });
    }
  });
  return [...brokenRules.values()];
}

function withNote(message: string, effect: EffectInput | undefined, { testsOf }: CheckedProduct): string {
  return effect === undefined ? message : `${message} ${effectNote(effect, testsOf?.(effect.machine) ?? [])}`;
}

/** The values that two replays do not agree on, and sentences about actors that take another way in each replay. */
function unrepeatableParts(replay: Replay, recording: Recording, product: CheckedProduct) {
  const { entries } = withRandom(0.5, () => aDayLater(() => replayRecording(recording, product)));
  const unrepeatable = new Set<string>();
  const others = new Set<string>();
  for (const difference of findDifferences(replay.entries, { entries, problems: [] })) {
    for (const part of difference.parts) {
      unrepeatable.add(nameOf(difference, part));
      if (part.name !== STATE && part.name !== 'event') continue;
      others.add(
        `“${difference.actor}” takes another way in each replay, so it depends on a clock, a random number or a global.`,
      );
    }
  }
  return { unrepeatable, others: [...others] };
}

/** The name of a value that differs, such as `shop id`, or `shop charge params` for the parameters of an action. */
function nameOf({ actor, event }: Difference, { name }: Difference['parts'][number]): string {
  return event.startsWith('does ') ? `${actor} ${event.slice(5)} ${name}` : `${actor} ${name}`;
}

const DAY = 24 * 60 * 60 * 1000;

/** Calls a function with a clock that is a day fast, to find values that machines take from it. */
function aDayLater<Result>(run: () => Result): Result {
  const clock = Date;
  const now = () => clock.now() + DAY;
  globalThis.Date = new Proxy(clock, {
    construct: (target, parts) => (parts.length === 0 ? new target(now()) : Reflect.construct(target, parts)),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  try {
    return run();
  } finally {
    globalThis.Date = clock;
  }
}

/** Calls a function with random numbers of one half of their range, so that two halves seldom agree by chance. */
function withRandom<Result>(least: 0 | 0.5, run: () => Result): Result {
  const { random } = Math;
  Math.random = () => least + random() / 2;
  try {
    return run();
  } finally {
    Math.random = random;
  }
}
