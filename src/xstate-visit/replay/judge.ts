import type { Recording } from '../recording/recording.ts';
import { watchChangedParts, type RanPart } from './changedSteps.ts';
import type { Comparison } from './compareMachines.ts';
import { STATE, type Difference, type Part } from './differences.ts';
import { watchHiddenData } from './hiddenData.ts';
import { watchLostReads, type LostRead } from './lostReads.ts';
import { secondsText } from './recordedClock.ts';
import { replayRecording, type Observer, type ReplayedProduct } from './replayRecording.ts';
import { inWorld } from './replayWorld.ts';

interface Question {
  readonly recording: Recording;
  readonly product: ReplayedProduct;
  readonly differences: readonly Difference[];
  /** Whether a value comes from a clock or a random number. */
  readonly isUnrepeatable: (difference: Difference, part: Part) => boolean;
  readonly comparison: Comparison;
}

interface Judgement {
  /** Whether a difference comes from the machines. */
  readonly isDifferent: boolean;
  /** Why the replay cannot judge something; each is a sentence. */
  readonly notComparable: readonly string[];
  /** Guards that read placeholders; each is a sentence. */
  readonly unjudged: readonly string[];
}

/** More reasons of one kind say nothing new. */
const MAX_REASONS = 5;

const OUTSIDE =
  'something that the recording does not have: a text, an instance of a class, the class of an error, a clock, a random number, a global ' +
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
export function judge({ recording, product, differences, isUnrepeatable, comparison }: Question): Judgement {
  const { changed, isMinifiedOtherwise } = comparison;
  const lost = watchLostReads(recording);
  const parts = watchChangedParts(comparison);
  const data = watchHiddenData();
  const observers = [
    ...(differences.length > 0 || recording.placeholders.length > 0 ? [lost] : []),
    ...(changed.length > 0 ? [parts, data] : []),
  ];
  if (observers.length > 0) {
    inWorld('recorded', recording, (world) => replayRecording(recording, product, together([world, ...observers])));
  }
  const notComparable = new Set<string>();
  /** The guards that are a reason. */
  const named = new Set<string>();
  let isDifferent = false;
  for (const difference of differences) {
    const isRealHere = [...(parts.ran.get(difference.frame) ?? [])].some(canChangeOutcomes);
    const read = lost.reads.findLast(({ actor, frame }) => actor === difference.actor && frame === difference.frame);
    let isJudged = false;
    for (const part of difference.parts) {
      if (isUnrepeatable(difference, part)) {
        if (isRealHere) notComparable.add(unrepeatableText(difference, part));
      } else if (part.isUnknownText) notComparable.add(unknownText(difference, part));
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
    notComparable: [...notComparable],
    unjudged: [...guards.values()].map((read) => sentenceOf(read, UNJUDGED)),
  };

  /** Why changed parts that ran can have made a difference that the recording does not show. */
  function unseen(): readonly string[] {
    const ran = [...parts.ran.values()].flatMap((each) => [...each]);
    if (ran.length === 0) return [];
    const reads = lost.reads.filter(({ frame, machine }) =>
      [...(parts.ran.get(frame) ?? [])].some((part) => part.machine === machine && canChangeOutcomes(part)),
    );
    return [
      new Set(reads.filter((read) => !named.has(readerOf(read))).map((read) => sentenceOf(read, UNJUDGED))),
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

export function isOtherWay({ name }: Part): boolean {
  return name === STATE || name === 'event';
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
    `“${name}” of ${actor} has another text at ${secondsText(at)} than the placeholder in the recording. The machine computes it, so it may ` +
    'have changed or not. Make that text public.'
  );
}

function unrepeatableText(difference: Difference, part: Part): string {
  return (
    `“${valueName(difference, part)}” comes from a clock, a random number or a global variable, and the machine has changed there, so the ` +
    'replay cannot judge it.'
  );
}

function effectText({ machine, key }: RanPart): string {
  const where = key === '' ? '' : ` in “${key}”`;
  return `An action of ${machine}${where} has changed. A replay runs no action with an effect, so it cannot judge what the action does now.`;
}

/** The name of a value that differs, such as `shop id`, or `shop charge params` for the parameters of an action. */
export function valueName({ actor, event }: Difference, { name }: Part): string {
  return event.startsWith('does ') ? `${actor} ${event.slice(5)} ${name}` : `${actor} ${name}`;
}
