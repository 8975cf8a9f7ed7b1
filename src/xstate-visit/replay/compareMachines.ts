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

/** The comparison of the machines of a recording with those of today. */
export interface Comparison {
  readonly changed: readonly ChangedMachine[];
  /** Whether only one of the two builds is minified, so that nobody knows whether functions have changed. */
  readonly isMinifiedOtherwise: boolean;
}

/** Compares fingerprints. A machine that did not run in the replay counts as unchanged, because nobody knows. */
export function compareMachines({ machines }: Recording, { fingerprints }: Replay): Comparison {
  const pairs = Object.entries(machines).flatMap(([name, recorded]) => {
    const today = fingerprints[name];
    return today === undefined ? [] : [{ name, recorded, today }];
  });
  const isMinifiedOtherwise =
    isMinified(pairs.map(({ recorded }) => recorded)) !== isMinified(pairs.map(({ today }) => today));
  return {
    changed: pairs.flatMap(({ name, recorded, today }) => {
      const hasOtherStructure = recorded.structure !== today.structure;
      const hasOtherFunctions = recorded.functions !== today.functions && !isMinifiedOtherwise;
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
