import { STOP } from '../xstateInternals.ts';
import type { Entry } from './recording.ts';

/** The entries with which a segment can begin. */
const BEGINNINGS: ReadonlySet<string> = new Set(['event', 'delay', 'address']);

interface Segment {
  /** The entries with which a replay can begin here. */
  readonly start: readonly Entry[];
  readonly entries: Entry[];
  length: number;
}

/**
 * Keeps the entries of a recording in segments, and drops the oldest when there are more than two, so that the end of a long visit is
 * always there.
 * @param maxCharacters the JSON of two segments has about this many characters
 * @param checkpoint returns the entries with which a segment begins
 */
export function createSegments(maxCharacters: number, checkpoint: (next: Entry) => readonly Entry[]) {
  let segments: readonly [Segment, ...Segment[]] = [{ start: [], entries: [], length: 0 }];
  /** Whether a root was created and has not started. */
  let isStarting = false;

  return {
    /** @param isBetweenSteps whether no machine is handling an event */
    add(entry: Entry, isBetweenSteps: boolean): void {
      let segment = segments.at(-1) ?? segments[0];
      // A checkpoint lacks a root that starts or stops, but has counted it.
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
      // A replay that has begun before only notes the checkpoint.
      return [...first.start, ...first.entries, ...(second?.start.slice(0, 1) ?? []), ...(second?.entries ?? [])];
    },
    /** Removes the last stop of a root, with the ends of its children. */
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
