import type { InspectionEvent } from 'xstate';
import { recordActors } from './recordActors.ts';
import { LONGEST_RECORDING, recordingOf, type Place, type Recording } from './recording.ts';
import { createRedaction } from './redactText.ts';

/** A visit as it is being recorded. */
export interface VisitRecord {
  /** For XState's `inspect`: of every root actor. */
  readonly inspect: (event: InspectionEvent) => void;
  /** The recording so far. */
  readonly recording: () => Recording;
  /** Whether it is as long as it may be: what comes now is no part of it. */
  readonly isFull: () => boolean;
}

/** Records a visit from now on; nothing of it is kept unredacted. */
export function recordVisit(visit: {
  /** Milliseconds on any clock that runs on. */
  readonly now: () => number;
  /** The product's present, in epoch milliseconds. */
  readonly present: () => number;
  /** Where the visitor is. */
  readonly place: () => Place;
  readonly build: string;
}): VisitRecord {
  const startedAt = visit.now();
  const began = visit.present();
  const { text, place } = createRedaction();
  const elapsed = () => Math.round(visit.now() - startedAt);
  const actors = recordActors(elapsed, text, LONGEST_RECORDING);
  let known: Place | undefined;

  const look = () => {
    const seen = visit.place();
    if (known?.pathname === seen.pathname && known.search === seen.search && known.state === seen.state) return;
    known = seen;
    actors.note({ is: 'moved', at: elapsed(), place: place(seen) });
  };

  return {
    inspect: (event) => {
      if (actors.isFull()) return;
      look();
      actors.inspect(event);
    },
    recording: () => {
      look();
      return recordingOf({ build: visit.build, began, machines: actors.fingerprints(), entries: [...actors.entries] });
    },
    isFull: actors.isFull,
  };
}
