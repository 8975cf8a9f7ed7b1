import type { Fingerprint } from '../recording/machineText.ts';
import type { Recording } from '../recording/recording.ts';
import type { Replay } from './replayRecording.ts';

/** A part of a machine that has changed since the recording: a state, or an event that a state handles. */
export interface ChangedPart {
  /** The key of the part in the fingerprint of its machine. */
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

type Fingerprints = readonly Fingerprint[];

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
function changedParts(recorded: Fingerprints, today: Fingerprint, isMinifiedOtherwise: boolean): ChangedPart[] {
  const keys = new Set([...Object.keys(today.parts), ...recorded.flatMap(({ parts }) => Object.keys(parts))]);
  return [...keys].flatMap((key) => {
    const hashesOf = ({ parts }: Fingerprint) => parts[key]?.split(' ') ?? [];
    const isNew = (index: number) => recorded.every((each) => hashesOf(each)[index] !== hashesOf(today)[index]);
    const hasOtherStructure = isNew(0);
    const hasOtherFunctions = isNew(1) && !isMinifiedOtherwise;
    const hasOtherEffects = isNew(2) && !isMinifiedOtherwise;
    const isChanged = hasOtherStructure || hasOtherFunctions || hasOtherEffects;
    return isChanged ? [{ key, hasOtherStructure, hasOtherFunctions, hasOtherEffects }] : [];
  });
}

/** Several machines can have one name, which then ends in a number. */
function namedIn(fingerprints: Readonly<Record<string, Fingerprint>>, name: string): Fingerprints {
  return Object.entries(fingerprints).flatMap(([key, print]) => (withoutNumber(key) === name ? [print] : []));
}

function withoutNumber(key: string): string {
  return key.replace(/#\d+$/, '');
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
