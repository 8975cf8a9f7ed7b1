import { partKey, partsIn, type Fingerprint, type PartHashes } from '../recording/machineText.ts';
import type { Recording } from '../recording/recording.ts';
import type { Replay } from './replayRecording.ts';

/** A part of a machine that has changed since the recording: a state, or an event that a state handles. */
export interface ChangedPart {
  /** Undefined for a part that today's machine lacks. */
  readonly name: string | undefined;
  readonly key: string;
  readonly hasOtherStructure: boolean;
  /** Whether a guard, an assignment, a delay or another pure function has changed. */
  readonly hasOtherFunctions: boolean;
  /** Whether an action with an effect has changed. */
  readonly hasOtherEffects: boolean;
}

/** A machine that has changed since the recording. */
export interface ChangedMachine {
  /** The key of a root, the id of the machine of a child. */
  readonly name: string;
  readonly parts: readonly ChangedPart[];
}

/** The comparison of the machines of a recording with those of today. */
export interface Comparison {
  readonly changed: readonly ChangedMachine[];
  /** Whether only one of the two builds is minified, so that nobody knows whether functions have changed. */
  readonly isMinifiedOtherwise: boolean;
}

type RecordedFingerprint = Recording['machines'][string];

/** Compares fingerprints. A machine that did not run in the recording or in the replay counts as unchanged, because nobody knows. */
export function compareMachines({ machines }: Recording, { fingerprints }: Replay): Comparison {
  const names = new Set(Object.keys(machines).map(withoutNumber));
  const groups = Array.from(names, (name) => ({
    name,
    recorded: namedIn(machines, name),
    today: namedIn(fingerprints, name),
  })).filter(({ today }) => today.length > 0);
  const isMinifiedOtherwise =
    isMinified(groups.flatMap(({ recorded }) => recorded)) !== isMinified(groups.flatMap(({ today }) => today));
  const changed = groups.flatMap(({ name, recorded, today }) => {
    const parts = today.flatMap((each) => changedParts(recorded, each, isMinifiedOtherwise));
    return parts.length === 0 ? [] : [{ name, parts }];
  });
  return { changed, isMinifiedOtherwise };
}

/** The parts that a machine of today has in another version than each recorded machine of its name, or that only one of both has. */
function changedParts(
  recorded: readonly RecordedFingerprint[],
  { parts }: Fingerprint,
  isMinifiedOtherwise: boolean,
): ChangedPart[] {
  const before = recorded.map((each) => partsIn(each.parts));
  const names = new Map(Object.keys(parts).map((name) => [partKey(name), name]));
  const keys = new Set([...names.keys(), ...before.flatMap((each) => [...each.keys()])]);
  return [...keys].flatMap((key) => {
    const name = names.get(key);
    const now = name === undefined ? undefined : parts[name];
    const isNew = (hash: keyof PartHashes) => before.every((each) => each.get(key)?.[hash] !== now?.[hash]);
    const hasOtherStructure = isNew('structure');
    const hasOtherFunctions = isNew('functions') && !isMinifiedOtherwise;
    const hasOtherEffects = isNew('effects') && !isMinifiedOtherwise;
    const isChanged = hasOtherStructure || hasOtherFunctions || hasOtherEffects;
    return isChanged ? [{ name, key, hasOtherStructure, hasOtherFunctions, hasOtherEffects }] : [];
  });
}

/** Several machines can have one name, which then ends in a number. */
function namedIn<Print>(fingerprints: Readonly<Record<string, Print>>, name: string): readonly Print[] {
  return Object.entries(fingerprints).flatMap(([key, print]) => (withoutNumber(key) === name ? [print] : []));
}

function withoutNumber(key: string): string {
  return key.replace(/#\d+$/, '');
}

/** A minifier could remove more than a tenth of other code, and less than a twentieth of its own. */
const LEAST_REMOVABLE = 0.07;

function isMinified(fingerprints: readonly Omit<Fingerprint, 'parts'>[]): boolean {
  let [characters, removable] = [0, 0];
  for (const fingerprint of fingerprints) {
    characters += fingerprint.characters;
    removable += fingerprint.removable;
  }
  return characters > 0 && removable / characters < LEAST_REMOVABLE;
}
