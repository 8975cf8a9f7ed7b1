import type { Fingerprint } from '../recording/machineText.ts';
import type { Recording } from '../recording/recording.ts';
import type { Replay } from './replayRecording.ts';

/** A machine that has changed since the recording. */
export interface ChangedMachine {
  /** The key of a root, the id of the machine of a child. */
  readonly name: string;
  readonly hasOtherStructure: boolean;
  readonly hasOtherFunctions: boolean;
}

/** What is known about the machines of a recording and those of today. */
export interface Comparison {
  readonly changed: readonly ChangedMachine[];
  /** Whether only one of the two builds is minified, so that nobody knows whether functions have changed. */
  readonly isMinifiedOtherwise: boolean;
}

/** Compares fingerprints. A machine that did not run in the replay counts as unchanged, because nobody knows. */
export function compareMachines({ machines }: Recording, { fingerprints }: Replay): Comparison {
  const pairs = Object.entries(machines).flatMap(([name, then]) => {
    const now = fingerprints[name];
    return now === undefined ? [] : [{ name, then, now }];
  });
  const isMinifiedOtherwise = isMinified(pairs.map(({ then }) => then)) !== isMinified(pairs.map(({ now }) => now));
  return {
    changed: pairs.flatMap(({ name, then, now }) => {
      const hasOtherStructure = then.structure !== now.structure;
      const hasOtherFunctions = then.functions !== now.functions && !isMinifiedOtherwise;
      return hasOtherStructure || hasOtherFunctions ? [{ name, hasOtherStructure, hasOtherFunctions }] : [];
    }),
    isMinifiedOtherwise,
  };
}

/** In formatted code more than a tenth is white space, in minified code less than a twentieth. */
const LEAST_SPACES = 0.07;

function isMinified(fingerprints: readonly Fingerprint[]): boolean {
  let [characters, spaces] = [0, 0];
  for (const fingerprint of fingerprints) {
    characters += fingerprint.characters;
    spaces += fingerprint.spaces;
  }
  return characters > 0 && spaces / characters < LEAST_SPACES;
}
