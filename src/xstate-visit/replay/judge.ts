import type { Recording } from '../recording/recording.ts';
import { secondsText } from './recordedClock.ts';
import type { Comparison } from './compareMachines.ts';
import { STATE, type Difference } from './differences.ts';
import { findDoubts } from './doubts.ts';
import { findLostReads, type LostRead } from './lostReads.ts';
import type { Replay, ReplayedProduct } from './replayRecording.ts';

interface Question {
  readonly recording: Recording;
  readonly replay: Replay;
  readonly product: ReplayedProduct;
  readonly differences: readonly Difference[];
  readonly comparison: Comparison;
}

interface Judgement {
  /** Differences that come from the machines. */
  readonly differences: readonly Difference[];
  /** Why other differences cannot be judged; each is a sentence. */
  readonly notComparable: readonly string[];
  /** Guards and values that were computed from placeholders; each is a sentence. */
  readonly unjudged: readonly string[];
}

const OUTSIDE = 'something that the recording does not have: a text, a clock, a random number, a global, or the page.';
const SAME_TEXT =
  'The machines have the same text as when the visit was recorded, but the replay went otherwise. They call a function that has ' +
  `changed, or read ${OUTSIDE}`;
const MINIFIED =
  'The replay went otherwise, but only one of the two builds is minified, so their functions cannot be compared. Either they have ' +
  `changed, or they read ${OUTSIDE}`;

const UNJUDGED = 'so the replay cannot judge it';

/**
 * Decides which differences come from the machines. A difference can also come from what the recording does not have: texts, instances
 * of classes, and what machines read outside of themselves.
 */
export function judge({ recording, replay, product, differences, comparison }: Question): Judgement {
  // The differences that follow from a root that cannot run say nothing.
  if (replay.obstacles.length > 0) return { differences: [], notComparable: [], unjudged: [] };
  const { changed, isMinifiedOtherwise } = comparison;
  const isNeeded = differences.length > 0 || recording.placeholders.length > 0;
  const reads = isNeeded ? findLostReads(recording, product) : [];
  const canDiffer = changedRoots(recording, replay, comparison);
  const judged: Difference[] = [];
  const notComparable = new Set<string>();
  const named = new Set<string>();
  for (const difference of differences) {
    const lost = reads.findLast((read) => read.actor === difference.actor && read.at === difference.at);
    if (lost !== undefined) {
      notComparable.add(sentenceOf(lost, 'so the difference there can come from the text alone'));
      named.add(readerOf(lost));
    } else if (canDiffer.has(rootOf(difference.actor))) judged.push(difference);
    else notComparable.add(isMinifiedOtherwise ? MINIFIED : SAME_TEXT);
    // Later differences may follow from the other way.
    const isOtherWay = difference.parts.some(({ name }) => name === STATE || name === 'event');
    if (isOtherWay && notComparable.size > 0) break;
  }
  const guards = new Map(
    reads.flatMap((read) => (read.isGuard && !named.has(readerOf(read)) ? [[readerOf(read), read]] : [])),
  );
  const isChanged = ({ machine }: LostRead) => changed.some((each) => each.hasOtherFunctions && each.name === machine);
  for (const read of guards.values()) {
    // The guard itself may have changed.
    if (judged.length === 0 && isChanged(read)) notComparable.add(sentenceOf(read, UNJUDGED));
  }
  if (judged.length === 0 && changed.length > 0) {
    for (const doubt of findDoubts(recording, replay, product)) notComparable.add(doubt);
  }
  return {
    differences: judged,
    notComparable: [...notComparable],
    unjudged: [...guards.values()].map((read) => sentenceOf(read, UNJUDGED)),
  };
}

/** The roots below which a machine has changed, and those that such roots send events to. */
function changedRoots({ entries }: Recording, { machinesOf }: Replay, { changed }: Comparison): ReadonlySet<string> {
  const roots = new Set(
    [...machinesOf].flatMap(([root, machines]) => (changed.some(({ name }) => machines.has(name)) ? [root] : [])),
  );
  for (let size = -1; size !== roots.size;) {
    size = roots.size;
    for (const entry of entries) {
      if (entry.type === 'event' && entry.sender !== undefined && roots.has(rootOf(entry.sender))) {
        roots.add(rootOf(entry.actor));
      }
    }
  }
  return roots;
}

function rootOf(actor: string): string {
  return actor.split('/')[0] ?? actor;
}

function readerOf({ machine, reader }: LostRead): string {
  return `${machine} ${reader}`;
}

function sentenceOf({ at, machine, isGuard, reader, path }: LostRead, consequence: string): string {
  const what = isGuard ? `The guard “${reader}”` : `A value (“${reader}”)`;
  return `${what} of ${machine} reads ${path} at ${secondsText(at)}, which is not in the recording, ${consequence}.`;
}
