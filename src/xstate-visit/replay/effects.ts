import { isDeepSame, isObject } from '../recording/plainData.ts';
import { isAnswerOfEffect } from '../xstateInternals.ts';
import { secondsText } from './recordedClock.ts';
import type { Frame } from './replayRecording.ts';

/** An effect whose result or event was the input of a step. */
export interface EffectInput {
  readonly effect: string;
  /** The id of the machine that invoked it. */
  readonly machine: string;
  readonly at: number;
}

/** The effect that caused the frame's input; undefined when the input came from a view, a delay or another machine. */
export function effectBehind({ input, machines }: Frame): EffectInput | undefined {
  if (input.type !== 'event') return undefined;
  const effect = isAnswerOfEffect(input.event.type) ? input.actor : input.sender;
  if (effect === undefined || machines.has(effect)) return undefined;
  const parent = machines.get(effect.slice(0, effect.lastIndexOf('/')));
  return { effect, machine: parent?.machine.id ?? '', at: input.at };
}

/** The effect that caused the step in which a value became what it is in the last frame. */
export function effectSince(frames: readonly Frame[], read: (frame: Frame) => unknown): EffectInput | undefined {
  const last = frames.at(-1);
  if (last === undefined) return undefined;
  const before = frames.findLastIndex((frame) => !isDeepSame(read(frame), read(last)));
  const since = frames[before + 1];
  return since && effectBehind(since);
}

/** The last effect whose result contained a value although the machines did not store it, after they stored the current one. */
export function effectNotStored(
  frames: readonly Frame[],
  read: (frame: Frame) => unknown,
  expected: unknown,
): EffectInput | undefined {
  const last = frames.at(-1);
  if (last === undefined || typeof expected === 'boolean' || expected === null) return undefined;
  const since = frames.findLastIndex((frame) => !isDeepSame(read(frame), read(last))) + 1;
  return frames
    .slice(since + 1)
    .flatMap((frame) =>
      frame.input.type === 'event' && contains(frame.input.event, expected) ? [effectBehind(frame)] : [],
    )
    .findLast((effect) => effect !== undefined);
}

function contains(value: unknown, expected: unknown): boolean {
  return (
    isDeepSame(value, expected) || (isObject(value) && Object.values(value).some((item) => contains(item, expected)))
  );
}

/** Explains that a wrong value came from an effect. `tests` are the tests that run the effect. */
export function effectNote({ effect, at }: EffectInput, tests: readonly string[]): string {
  const where = tests.length === 0 ? 'a test that runs the effect itself' : tests.join(', ');
  return (
    `The value came from the effect ${effect}, ${secondsText(at)} after the start. A replay repeats the recorded results of effects, ` +
    `right or wrong, so it does not show whether the effect was fixed since. Test the effect in ${where}.`
  );
}

/** Explains that the machine, not an effect, is wrong. */
export function notStoredNote({ effect, at }: EffectInput, machine: string): string {
  return `The result of the effect ${effect}, ${secondsText(at)} after the start, contained that value, but ${machine} did not store it.`;
}
