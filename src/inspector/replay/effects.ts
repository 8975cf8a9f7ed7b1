import { isDeepSame, isObject } from '../recording/plainData.ts';
import { secondsText } from '../secondsText.ts';
import type { Frame } from './replayRecording.ts';

const ANSWER = /^xstate\.promise\.(?:resolve|reject)$/;

/** The input by which an effect decided what followed. */
interface EffectInput {
  readonly effect: string;
  readonly at: number;
}

/** The effect whose answer or event the frame's input is; undefined where a view, a delay or another machine was at work. */
export function effectBehind({ input, machines }: Frame): EffectInput | undefined {
  if (input.type !== 'event') return undefined;
  const effect = ANSWER.test(input.event.type) ? input.actor : input.sender;
  return effect === undefined || machines.has(effect) ? undefined : { effect, at: input.at };
}

/** The effect that brought a value, last of all until the end of the frames; undefined for one that no effect brought. */
export function effectThatBrought(frames: readonly Frame[], value: unknown): EffectInput | undefined {
  if (!isTelling(value)) return undefined;
  const frame = frames.findLast((each) => effectBehind(each) !== undefined && holds(each.input, value));
  return frame && effectBehind(frame);
}

/** What a developer has to know of a wrong value that an effect brought. `tests` are those that run the effect itself. */
export function effectNote({ effect, at }: EffectInput, tests: readonly string[]): string {
  const where = tests.length === 0 ? 'a test that runs the effect itself' : tests.join(', ');
  return (
    `It came with the effect ${effect}, ${secondsText(at)} after the start. Effects are recorded input: a replay repeats what they ` +
    `answered, right or wrong, and tells nothing of an effect that was mended since. What can fail there: ${where}.`
  );
}

/** Whether a value is unlikely to stand somewhere by chance. */
function isTelling(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) > 9;
  if (typeof value === 'string') return value.length > 2;
  return isObject(value) && Object.keys(value).length > 0;
}

function holds(whole: unknown, value: unknown): boolean {
  if (isDeepSame(whole, value)) return true;
  return isObject(whole) && Object.values(whole).some((part) => holds(part, value));
}
