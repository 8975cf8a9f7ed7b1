import { parseRecording, type Recording } from '../recording/recording.ts';
import { findDifferences, type Difference } from './differences.ts';
import { effectBehind, effectNote, type EffectInput } from './effects.ts';
import { findUnmet } from './expectations.ts';
import { replayRecording, type Frame, type ReplayedProduct } from './replayRecording.ts';

/** A product, and what recordings of it are judged by. */
export interface CheckedProduct extends ReplayedProduct {
  /** The rules that a frame breaks, in words, beside the frame before it. */
  readonly brokenRules: (frame: Frame, before: Frame | undefined) => readonly string[];
  /** The tests that run the effects of a machine themselves. */
  readonly testsOf?: (machine: string) => readonly string[];
}

/** A rule of the product that does not hold, and since when. */
export interface BrokenRule {
  readonly at: number;
  readonly message: string;
}

/** The result of a recording on today's machines. */
export interface CheckResult {
  readonly recording: Recording;
  readonly differences: readonly Difference[];
  readonly brokenRules: readonly BrokenRule[];
  /** The machines whose trees are other than those recorded. */
  readonly changed: readonly string[];
  /** Why an expectation is not met, at the end or after so many seconds; undefined when it is. */
  readonly unmet: (expectation: string, seconds?: number) => string | undefined;
}

/** Replays the recording of a file's text on today's machines and judges what came of it. Throws when the text holds none. */
export function checkRecording(text: string, product: CheckedProduct): CheckResult {
  const recording = parseRecording(text);
  const replay = replayRecording(recording, product);
  const withNote = (message: string, effect: EffectInput | undefined) =>
    effect === undefined ? message : `${message} ${effectNote(effect, product.testsOf?.(effect.machine) ?? [])}`;
  const brokenRules = new Map<string, BrokenRule>();
  replay.frames.forEach((frame, index) => {
    for (const rule of product.brokenRules(frame, replay.frames[index - 1])) {
      if (brokenRules.has(rule)) continue;
      brokenRules.set(rule, { at: frame.input.at, message: withNote(rule, effectBehind(frame)) });
    }
  });
  return {
    recording,
    differences: findDifferences(recording.entries, replay),
    brokenRules: [...brokenRules.values()],
    changed: Object.keys(recording.machines).filter((id) => replay.fingerprints[id] !== recording.machines[id]),
    unmet: (expectation, seconds) => {
      const unmet = findUnmet(replay, expectation, seconds);
      return unmet && withNote(unmet.message, unmet.effect);
    },
  };
}
