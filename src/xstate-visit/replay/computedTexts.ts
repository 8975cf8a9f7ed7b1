import { withTexts, type Recording } from '../recording/recording.ts';
import { findDifferences, isOtherWay, valueName, type Difference, type Part } from './differences.ts';
import type { Replay } from './replayRecording.ts';

/**
 * Finds the texts that machines compute from placeholders: they differ in a replay with other placeholders. All other texts of a replay
 * come from the code.
 */
export function findComputedTexts(
  recording: Recording,
  { entries }: Replay,
  replay: (recording: Recording) => Replay,
): (difference: Difference, part: Part) => boolean {
  const others = new Map(recording.placeholders.map((text) => [text, otherText(text)]));
  const back = new Map([...others].map(([text, other]) => [other, text]));
  const replayed = withTexts({ ...recording, entries: [...replay(withTexts(recording, others)).entries] }, back);
  const differences = findDifferences(entries, { entries: replayed.entries, problems: [] });
  const names = new Set(
    differences.flatMap((difference) => difference.parts.map((part) => valueName(difference, part))),
  );
  // Later texts have nothing to compare them with.
  const isOther = differences.some(({ parts }) => parts.some(isOtherWay));
  return (difference, part) => isOther || names.has(valueName(difference, part));
}

/** A text of the same length, white space and case. Two texts never have the same one. */
function otherText(text: string): string {
  return text
    .replaceAll(/[a-z]/g, (letter) => next(letter, 'a', 26))
    .replaceAll(/\d/g, (digit) => next(digit, '0', 10));
}

function next(sign: string, first: string, count: number): string {
  const start = first.charCodeAt(0);
  return String.fromCharCode(start + ((sign.charCodeAt(0) - start + 1) % count));
}
