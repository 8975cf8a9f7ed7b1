import { parseRecording, type Recording } from '../recording/recording.ts';
import { findComputedTexts } from './computedTexts.ts';
import {
  findDifferences,
  isOtherWay,
  valueName,
  type Difference,
  type Part,
  type RecordedTexts,
} from './differences.ts';
import { effectBehind, effectNote, notStoredNote, type EffectInput } from './effects.ts';
import { findUnmet } from './expectations.ts';
import { compareMachines, type Comparison } from './compareMachines.ts';
import { judge } from './judge.ts';
import { replayRecording, type Frame, type Replay, type ReplayedProduct } from './replayRecording.ts';
import { inWorld, type World } from './replayWorld.ts';

/** The machines of an app, and the rules that its recordings must meet. */
export interface CheckedProduct extends ReplayedProduct {
  /** Returns a message for each rule that a frame breaks. `before` is the previous frame. */
  readonly brokenRules?: (frame: Frame, before: Frame | undefined) => readonly string[];
  /** Paths of the tests that run the effects of a machine, by machine id. */
  readonly testsOf?: (machine: string) => readonly string[];
  /** Path of a machine's own test, by machine id. */
  readonly testOf?: (machine: string) => string | undefined;
}

/** A broken rule, and the first time at which it is broken, in milliseconds of the recording. */
export interface BrokenRule {
  readonly at: number;
  readonly message: string;
}

/**
 * `same`: everything that the recording contains happens again. `different`: a changed part of a machine does something else. `not
 * comparable`: the check cannot decide, and gives the reasons.
 */
export type Verdict = 'same' | 'different' | 'not comparable';

/** The result of a replay on the current machines. */
export interface CheckResult extends Comparison {
  readonly verdict: Verdict;
  /** The reasons why the check cannot decide; each is a sentence. */
  readonly notComparable: readonly string[];
  /** The guards that read a placeholder instead of a text, so that their results may be wrong; each is a sentence. */
  readonly unjudged: readonly string[];
  readonly recording: Recording;
  readonly differences: readonly Difference[];
  /** Values from a clock or a random number, such as `shop id`. The check does not compare them with the recording. */
  readonly unrepeatable: readonly string[];
  readonly brokenRules: readonly BrokenRule[];
  /** Why an expectation is not met at the end, or after `seconds`; undefined when it is met. */
  readonly unmet: (expectation: string, seconds?: number) => string | undefined;
}

/** Replays a recording on the current machines and checks the result. Throws when the text is not a recording. */
export function checkRecording(text: string, product: CheckedProduct): CheckResult {
  const recording = parseRecording(text);
  const replay = replayIn('recorded', recording, product);
  const { names, otherWays } = compareReplays(replay, replayIn('other', recording, product));
  const brokenRules = brokenRulesIn(replay, product);
  const comparison = compareMachines(recording, replay);
  const found = findDifferences(recording.entries, replay, placeholdersOf(recording, replay));
  const isUnrepeatable = (difference: Difference, part: Part) => names.has(valueName(difference, part));
  const isEmpty = recording.entries.every(({ type }) => type !== 'started' && type !== 'checkpoint');
  /** Reasons that no difference can outweigh. */
  const obstacles = [
    ...replay.obstacles,
    ...otherWays,
    ...(isEmpty ? ['Nothing was recorded: pass `inspect` to each root actor.'] : []),
  ];
  // The differences that follow from a root that cannot run say nothing.
  const differences = replay.obstacles.length > 0 ? [] : found;
  const isComputed = differences.some(({ parts }) => parts.some(({ isUnknownText }) => isUnknownText))
    ? findComputedTexts(recording, replay, (others) => replayIn('recorded', others, product))
    : () => false;
  const judged = judge({ recording, product, differences, isUnrepeatable, isComputed, comparison });
  const notComparable = [...obstacles, ...judged.notComparable];
  const isDifferent = obstacles.length === 0 && judged.isDifferent;
  return {
    verdict: isDifferent ? 'different' : notComparable.length > 0 ? 'not comparable' : 'same',
    notComparable,
    unjudged: judged.unjudged,
    recording,
    differences: replay.obstacles.length > 0 ? found : judged.differences,
    unrepeatable: [...names],
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

function replayIn(world: World, recording: Recording, product: CheckedProduct): Replay {
  return inWorld(world, recording, (observer) => replayRecording(recording, product, observer));
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

/** The names of the values that two replays do not agree on, and sentences about actors that take another way in each replay. */
function compareReplays(one: Replay, { entries }: Replay) {
  const names = new Set<string>();
  const otherWays = new Set<string>();
  for (const difference of findDifferences(one.entries, { entries, problems: [] })) {
    for (const part of difference.parts) names.add(valueName(difference, part));
    if (!difference.parts.some(isOtherWay)) continue;
    otherWays.add(
      `“${difference.actor}” takes another way in each replay, so it depends on a clock, a random number or a global variable.`,
    );
  }
  return { names, otherWays };
}
