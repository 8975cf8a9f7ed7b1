import { STOP } from '../xstateInternals.ts';
import type { Entry } from './recording.ts';

/** A segment can begin with these entries. */
const BEGINNINGS: ReadonlySet<string> = new Set(['event', 'delay', 'address']);

interface Segment {
  /** A replay of this segment begins with these entries. */
  readonly start: readonly Entry[];
  readonly entries: Entry[];
  length: number;
}

/**
 * Keeps the entries of a recording in two segments, and drops the older one when a third begins. So the recording always has the end of
 * a long visit.
 * @param maxCharacters the approximate length of two segments, in characters of JSON
 * @param checkpoint returns the first entries of a new segment
 */
export function createSegments(maxCharacters: number, checkpoint: (next: Entry) => readonly Entry[]) {
  let segments: readonly [Segment, ...Segment[]] = [{ start: [], entries: [], length: 0 }];
  /** Whether a root was created and has not started. */
  let isStarting = false;

  return {
    /** @param isBetweenSteps whether no machine is handling an event */
    add(entry: Entry, isBetweenSteps: boolean): void {
      let segment = segments.at(-1) ?? segments[0];
      // A checkpoint counts a root that is starting, but does not contain it.
      const canBegin = isBetweenSteps && !isStarting && BEGINNINGS.has(entry.type);
      isStarting = entry.type === 'created' || (isStarting && entry.type !== 'started');
      if (canBegin && segment.length >= maxCharacters / 2) {
        const start = checkpoint(entry);
        segment = { start, entries: [], length: JSON.stringify(start).length };
        const [first, second] = segments;
        segments = second === undefined ? [first, segment] : [second, segment];
      }
      segment.entries.push(entry);
      segment.length += JSON.stringify(entry).length;
    },
    entries(): readonly Entry[] {
      const [first, second] = segments;
      // A replay that has begun in the first segment needs only the mark of the second.
      return [...first.start, ...first.entries, ...(second?.start.slice(0, 1) ?? []), ...(second?.entries ?? [])];
    },
    /** Removes the last stop of a root, and those of its children. */
    undoStop(root: string): void {
      for (const { entries } of segments) {
        const stop = entries.findLastIndex((entry) => entry.type === 'stopped' && entry.actor === root);
        if (stop === -1) continue;
        const isEnd = (entry: Entry | undefined) =>
          entry?.type === 'transition' && entry.event === STOP && entry.actor.startsWith(`${root}/`);
        let first = stop;
        while (isEnd(entries[first - 1])) first -= 1;
        entries.splice(first, stop - first + 1);
      }
    },
  };
}
