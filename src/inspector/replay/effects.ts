import { isDeepSame } from '../recording/plainData.ts';
import { secondsText } from '../secondsText.ts';
import type { Frame } from './replayRecording.ts';

const ANSWER = /^xstate\.promise\.(?:resolve|reject)$/;

/** An effect that decided what followed: by its answer, or by an event that it sent. */
export interface EffectInput {
  readonly effect: string;
  /** The id of the machine that invoked it. */
  readonly machine: string;
  readonly at: number;
}

/** The effect whose answer or event the frame's input is; undefined where a view, a delay or another machine was at work. */
export function effectBehind({ input, machines }: Frame): EffectInput | undefined {
  if (input.type !== 'event') return undefined;
  const effect = ANSWER.test(input.event.type) ? input.actor : input.sender;
  if (effect === undefined || machines.has(effect)) return undefined;
  const parent = machines.get(effect.slice(0, effect.lastIndexOf('/')));
  return { effect, machine: parent?.machine.id ?? '', at: input.at };
}

/** The effect that decided the step since which a value is as it is in the last frame. */
export function effectSince(frames: readonly Frame[], read: (frame: Frame) => unknown): EffectInput | undefined {
  const last = frames.at(-1);
  if (last === undefined) return undefined;
  const before = frames.findLastIndex((frame) => !isDeepSame(read(frame), read(last)));
  const since = frames[before + 1];
  return since && effectBehind(since);
}

/** Explains a wrong value that an effect brought. `tests` are those that run the effect itself. */
export function effectNote({ effect, at }: EffectInput, tests: readonly string[]): string {
  const where = tests.length === 0 ? 'a test that runs the effect itself' : tests.join(', ');
  return (
    `It came with the effect ${effect}, ${secondsText(at)} after the start. Effects are recorded input: a replay repeats what they ` +
    `answered, right or wrong, and tells nothing of an effect that was mended since. What can fail there: ${where}.`
  );
}
