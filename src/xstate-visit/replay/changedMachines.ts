import type { Recording } from '../recording/recording.ts';
import type { Replay } from './replayRecording.ts';

/** A machine that has changed since the recording. */
export interface ChangedMachine {
  /** The key of a root, the id of the machine of a child. */
  readonly name: string;
  readonly hasOtherStructure: boolean;
  readonly hasOtherFunctions: boolean;
  /** Whether only one of the two is minified. Then nobody knows whether the functions have changed. */
  readonly isOtherBuild: boolean;
}

/** The machines whose fingerprints differ, with what differs. */
export function changedMachines({ machines }: Recording, { fingerprints }: Replay): readonly ChangedMachine[] {
  return Object.entries(machines).flatMap(([name, { structure, functions, isMinified }]) => {
    const today = fingerprints[name];
    // It did not run in the replay, so nobody knows.
    if (today === undefined) return [];
    const isSame = { structure: today.structure === structure, functions: today.functions === functions };
    return isSame.structure && isSame.functions
      ? []
      : [
          {
            name,
            hasOtherStructure: !isSame.structure,
            hasOtherFunctions: !isSame.functions,
            isOtherBuild: today.isMinified !== isMinified,
          },
        ];
  });
}
