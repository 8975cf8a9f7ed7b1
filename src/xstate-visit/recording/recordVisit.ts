import type { InspectionEvent } from 'xstate';
import type { Machines } from './actors.ts';
import { harmless } from './harmless.ts';
import { recordActors } from './recordActors.ts';
import { MAX_CHARACTERS, recordingOf, type Recording } from './recording.ts';
import type { TextRule } from './plainData.ts';

export interface VisitOptions {
  /** The app's machines by their keys. Without them the key of a machine is its id. */
  readonly machines?: Machines;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** The app's current time, in epoch milliseconds. */
  readonly epochMilliseconds: () => number;
  /** The current URL, without parts that must not be recorded. */
  readonly address: () => string;
  /** Redacts each text. */
  readonly text: TextRule;
  /** Matches the keys and fields whose other values are never recorded. */
  readonly secret?: RegExp;
  /** Matches the types of events that are left out, with everything that they cause. */
  readonly ignored?: RegExp | undefined;
  readonly build: string;
}

/** A recording in progress. */
export interface VisitRecorder {
  /** Pass it as XState's `inspect` option of every root actor. */
  readonly inspect: (event: InspectionEvent) => void;
  readonly recording: () => Recording;
  /** Whether the maximum length is reached: later events are not recorded. */
  readonly isFull: () => boolean;
}

/** Records a visit from now on. Keeps only redacted data in memory. */
export function recordVisit(options: VisitOptions): VisitRecorder {
  const { machines, now, epochMilliseconds, address, text, secret, ignored, build } = options;
  const startedAt = now();
  const began = epochMilliseconds();
  const elapsed = () => Math.round(now() - startedAt);
  const actors = recordActors(elapsed, text, { machines, maxCharacters: MAX_CHARACTERS, secret, ignored });
  let known: string | undefined;

  const look = () => {
    const current = address();
    if (current === known) return;
    known = current;
    actors.add({ type: 'address', at: elapsed(), address: current });
  };

  return {
    inspect: harmless((event) => {
      if (actors.isFull()) return;
      look();
      actors.inspect(event);
    }),
    recording: () => {
      look();
      const entries = [...actors.entries];
      const written = JSON.stringify(entries);
      const placeholders = [...actors.placeholders].filter((text) => written.includes(text));
      return recordingOf({ build, began, machines: actors.fingerprints(), placeholders, entries });
    },
    isFull: actors.isFull,
  };
}
