import type { Recording } from '../recording/recording.ts';
import { watchChangedParts, type RanPart } from './changedSteps.ts';
import type { Comparison } from './compareMachines.ts';
import { isOtherWay, valueName, type Difference, type Part } from './differences.ts';
import { watchHiddenData } from './hiddenData.ts';
import { canExplain, watchLostReads, type LostRead } from './lostReads.ts';
import { secondsText } from './recordedClock.ts';
import { replayRecording, type Observer, type ReplayedProduct } from './replayRecording.ts';
import { inWorld } from './replayWorld.ts';

interface Question {
  readonly recording: Recording;
  readonly product: ReplayedProduct;
  readonly differences: readonly Difference[];
  /** Whether a value comes from a clock or a random number. */
  readonly isUnrepeatable: (difference: Difference, part: Part) => boolean;
  /** Whether the machines compute a text from placeholders. */
  readonly isComputed: (difference: Difference, part: Part) => boolean;
  readonly comparison: Comparison;
}

interface Judgement {
  /** Whether a difference comes from the machines. */
  readonly isDifferent: boolean;
  /** The differences without the values that an unchanged step takes from a clock, a random number or a text of the code. */
  readonly differences: readonly Difference[];
  /** Why the replay cannot judge something; each is a sentence. */
  readonly notComparable: readonly string[];
  /** Guards that read placeholders; each is a sentence. */
  readonly unjudged: readonly string[];
}

/** More reasons of one kind say nothing new. */
const MAX_REASONS = 5;

const OUTSIDE =
  'something that the recording does not have: a text, an instance of a class, the class of an error, the data of another root, a clock, a random number, a global ' +
  'variable, the page, or what an effect did.';
const SAME_TEXT =
  'The replay went otherwise in a step in which no changed state, event or function of the machines takes part. The machines call a ' +
  `function that has changed, or read ${OUTSIDE}`;
const MINIFIED =
  'The replay went otherwise, but only one of the two builds is minified, so their functions cannot be compared. Either they have ' +
  `changed, or they read ${OUTSIDE}`;

const UNJUDGED = 'so the replay cannot judge it';

/**
 * Decides which differences come from the machines. A difference is real only if a changed part of a machine ran in its step, because it
 * can also come from something that the recording does not have. If no difference is real, a changed part can have one that nobody sees.
 */
export function judge(question: Question): Judgement {
  const { recording, product, isUnrepeatable, isComputed, comparison } = question;
  const { changed, isMinifiedOtherwise } = comparison;
  const lost = watchLostReads(recording, question.differences);
  const parts = watchChangedParts(comparison);
  const data = watchHiddenData();
  const observers = [
    ...(question.differences.length > 0 || recording.placeholders.length > 0 || changed.length > 0 ? [lost] : []),
    ...(changed.length > 0 ? [parts, data] : []),
  ];
  if (observers.length > 0) {
    inWorld('recorded', recording, (world) => replayRecording(recording, product, together([world, ...observers])));
  }
  const isRealAt = (frame: number) => [...(parts.ran.get(frame) ?? [])].some(canChangeOutcomes);
  const isCodeText = (difference: Difference, part: Part) => part.isUnknownText && !isComputed(difference, part);
  const differences = question.differences.flatMap((difference) => {
    const kept = difference.parts.filter(
      (part) => !isUnrepeatable(difference, part) && (isRealAt(difference.frame) || !isCodeText(difference, part)),
    );
    return kept.length === 0 ? [] : [{ ...difference, parts: kept }];
  });
  const notComparable = new Set<string>();
  /** The guards that are a reason. */
  const named = new Set<string>();
  let isDifferent = false;
  for (const difference of differences) {
    const isRealHere = isRealAt(difference.frame);
    const reads = lost.reads.filter(({ frame }) => frame === difference.frame);
    let isJudged = false;
    for (const part of difference.parts) {
      const read = reads.findLast((each) => canExplain(each, difference, part));
      if (part.isUnknownText) notComparable.add(unknownText(difference, part));
      else if (read !== undefined) {
        notComparable.add(sentenceOf(read, 'so the difference there can come from the text alone'));
        named.add(readerOf(read));
      } else if (isRealHere || isDifferent) isJudged = true;
      else notComparable.add(isMinifiedOtherwise ? MINIFIED : SAME_TEXT);
    }
    isDifferent ||= isJudged;
    // Later differences may follow from the other way.
    if (difference.parts.some(isOtherWay) && notComparable.size > 0) break;
  }
  const guards = new Map(
    lost.reads.flatMap((read) => (read.isGuard && !named.has(readerOf(read)) ? [[readerOf(read), read]] : [])),
  );
  if (!isDifferent) for (const reason of unseen()) notComparable.add(reason);
  return {
    isDifferent,
    differences,
    notComparable: [...notComparable],
    unjudged: [...guards.values()].map((read) => sentenceOf(read, UNJUDGED)),
  };

  /** Why changed parts that ran can have made a difference that the recording does not show. */
  function unseen(): readonly string[] {
    const ran = Array.from(parts.ran.values()).flatMap((each) => Array.from(each));
    if (ran.length === 0) return [];
    const reads = lost.reads.filter((read) => {
      const here = [...(parts.ran.get(read.frame) ?? [])];
      const isChanged = here.some((part) => part.machine === read.machine && canChangeOutcomes(part));
      return isChanged && !named.has(readerOf(read));
    });
    const values = question.differences.flatMap((difference) =>
      isRealAt(difference.frame)
        ? difference.parts.flatMap((part) => (isUnrepeatable(difference, part) ? [valueName(difference, part)] : []))
        : [],
    );
    return [
      new Set(values.map(unrepeatableText)),
      [...new Map(reads.map((read) => [readerOf(read), read])).values()].map((read) => sentenceOf(read, UNJUDGED)),
      new Set(ran.filter(({ hasOtherEffects }) => hasOtherEffects).map(effectText)),
      ran.some(canChangeOutcomes) ? data.hidden : new Set<string>(),
    ].flatMap((reasons) => [...reasons].slice(0, MAX_REASONS));
  }
}

/** Calls the functions of several observers in their order. */
function together(observers: readonly Observer[]): Observer {
  return {
    inspect: (event) => observers.forEach(({ inspect }) => inspect?.(event)),
    onFrame: (frame) => observers.forEach(({ onFrame }) => onFrame?.(frame)),
    onTime: (at) => observers.forEach(({ onTime }) => onTime?.(at)),
    onActor: (actor, name) => observers.forEach(({ onActor }) => onActor?.(actor, name)),
  };
}

/** A replay runs no effects. */
function canChangeOutcomes({ hasOtherStructure, hasOtherFunctions }: RanPart): boolean {
  return hasOtherStructure || hasOtherFunctions;
}

function readerOf({ machine, reader }: LostRead): string {
  return `${machine} ${reader}`;
}

function sentenceOf({ at, machine, isGuard, reader, path }: LostRead, consequence: string): string {
  const what = isGuard ? `The guard “${reader}”` : `A value (“${reader}”)`;
  return `${what} of ${machine} reads ${path} at ${secondsText(at)}, which is not in the recording, ${consequence}.`;
}

function unknownText({ at, actor }: Difference, { name }: Part): string {
  return (
    `“${name}” of ${actor} is another text at ${secondsText(at)} than the placeholder in the recording. The recording does not contain the ` +
    'text, so the replay cannot judge it. Make that text public.'
  );
}

function unrepeatableText(name: string): string {
  return (
    `“${name}” comes from a clock, a random number or a global variable, and the machine has changed there, so the replay cannot judge ` +
    'it.'
  );
}

function effectText({ machine, name = '' }: RanPart): string {
  const where = name === '' ? '' : ` in “${name}”`;
  return `An action of ${machine}${where} has changed. A replay runs no action with an effect, so it cannot judge what the action does now.`;
}
