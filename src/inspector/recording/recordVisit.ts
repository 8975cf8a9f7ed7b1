import type { InspectionEvent } from 'xstate';
import { recordActors } from './recordActors.ts';
import { MAX_CHARACTERS, recordingOf, type Recording } from './recording.ts';
import type { TextRule } from './plainData.ts';

/** The options of a recording. */
export interface VisitOptions {
  /** Milliseconds on any clock that runs on. */
  readonly now: () => number;
  /** The product's present, in epoch milliseconds. */
  readonly epochMilliseconds: () => number;
  /** Where the visitor is, without what must not be recorded. */
  readonly address: () => string;
  /** Redacts each text: the product says which must never be recorded. */
  readonly text: TextRule;
  readonly build: string;
}

/** A visit as it is being recorded. */
export interface VisitRecorder {
  /** For XState's `inspect`: of every root actor. */
  readonly inspect: (event: InspectionEvent) => void;
  /** The recording so far. */
  readonly recording: () => Recording;
  /** Whether it is as long as it may be: what comes now is no part of it. */
  readonly isFull: () => boolean;
}

/** Records a visit from now on; nothing of it is retained unredacted. */
export function recordVisit({ now, epochMilliseconds, address, text, build }: VisitOptions): VisitRecorder {
  const startedAt = now();
  const began = epochMilliseconds();
  const elapsed = () => Math.round(now() - startedAt);
  const actors = recordActors(elapsed, text, MAX_CHARACTERS);
  let known: string | undefined;

  const look = () => {
    const current = address();
    if (current === known) return;
    known = current;
    actors.add({ type: 'address', at: elapsed(), address: current });
  };

  return {
    inspect: (event) => {
      if (actors.isFull()) return;
      look();
      actors.inspect(event);
    },
    recording: () => {
      look();
      return recordingOf({ build, began, machines: actors.fingerprints(), entries: [...actors.entries] });
    },
    isFull: actors.isFull,
  };
}
