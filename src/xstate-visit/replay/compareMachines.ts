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

type Fingerprints = readonly Fingerprint[];

/** Compares fingerprints. A machine that did not run in the replay counts as unchanged, because nobody knows. */
export function compareMachines({ machines }: Recording, { fingerprints }: Replay): Comparison {
  const names = new Set(Object.keys(machines).map(withoutNumber));
  const groups = Array.from(names, (name) => ({
    name,
    recorded: namedIn(machines, name),
    today: namedIn(fingerprints, name),
  })).filter(({ today }) => today.length > 0);
  const isMinifiedOtherwise =
    isMinified(groups.flatMap(({ recorded }) => recorded)) !== isMinified(groups.flatMap(({ today }) => today));
  return {
    changed: groups.flatMap(({ name, recorded, today }) => {
      const others = today.filter((each) => !recorded.some((known) => isSame(each, known)));
      const isNew = (read: (print: Fingerprint) => unknown) =>
        others.some((each) => recorded.every((known) => read(each) !== read(known)));
      const hasOtherStructure = isNew(({ structure }) => structure);
      const hasOtherFunctions = isNew(({ functions }) => functions) && !isMinifiedOtherwise;
      return hasOtherStructure || hasOtherFunctions ? [{ name, hasOtherStructure, hasOtherFunctions }] : [];
    }),
    isMinifiedOtherwise,
  };
}

/** Several machines can have one name, which then ends in a number. */
function namedIn(fingerprints: Readonly<Record<string, Fingerprint>>, name: string): Fingerprints {
  return Object.entries(fingerprints).flatMap(([key, print]) => (withoutNumber(key) === name ? [print] : []));
}

function withoutNumber(key: string): string {
  return key.replace(/#\d+$/, '');
}

function isSame(one: Fingerprint, other: Fingerprint): boolean {
  return one.structure === other.structure && one.functions === other.functions;
}

/** A minifier could remove more than a tenth of other code, and less than a twentieth of its own. */
const LEAST_REMOVABLE = 0.07;

function isMinified(fingerprints: Fingerprints): boolean {
  let [characters, removable] = [0, 0];
  for (const fingerprint of fingerprints) {
    characters += fingerprint.characters;
    removable += fingerprint.removable;
  }
  return characters > 0 && removable / characters < LEAST_REMOVABLE;
}
