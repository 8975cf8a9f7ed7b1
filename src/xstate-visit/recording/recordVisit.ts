import type { InspectionEvent } from 'xstate';
import type { Machines } from './actors.ts';
import { harmless } from './harmless.ts';
import { partsText } from './machineText.ts';
import { createPlaceholders } from './placeholders.ts';
import { recordActors } from './recordActors.ts';
import { MAX_CHARACTERS, recordingOf, type Recording } from './recording.ts';
import { withoutSecrets, type TextRule } from './secrets.ts';

/** Options of a recording. Each has a default. */
export interface VisitOptions {
  /** The app's root machines by their keys. Without them the key of a machine is its id. */
  readonly machines?: Machines;
  /** Milliseconds of a monotonic clock. By default `performance.now`. */
  readonly now?: () => number;
  /** The app's current time, in epoch milliseconds. By default `Date.now`. */
  readonly epochMilliseconds?: () => number;
  /** The current URL, without parts that must not be recorded. By default empty. */
  readonly address?: () => string;
  /** Whether a recording may contain a text. By default only the texts of the machines; placeholders replace all others. */
  readonly isPublic?: (...text: Parameters<TextRule>) => boolean;
  /** Redacts each text, even under secret keys. Replaces `isPublic`. */
  readonly text?: TextRule;
  /**
   * Matches the app's own names of secret keys and fields, in addition to passwords, tokens and the like. Recordings contain no value
   * of a secret key, except booleans.
   */
  readonly secret?: RegExp | undefined;
  /** Matches the types of events that the recording leaves out, with all their consequences. */
  readonly ignored?: RegExp | undefined;
  /** The version of the app, to be read by people. By default empty. */
  readonly build?: string;
  /** The approximate length of the recording in characters of JSON. It keeps the end of a longer visit. By default a million. */
  readonly maxCharacters?: number;
}

/** A recording in progress. */
export interface VisitRecorder {
  /** Pass it as XState's `inspect` option of every root actor. */
  readonly inspect: (event: InspectionEvent) => void;
  readonly recording: () => Recording;
}

/** Records a visit from now on. Keeps only redacted data in memory. */
export function recordVisit(options: VisitOptions = {}): VisitRecorder {
  const {
    machines,
    now = () => performance.now(),
    epochMilliseconds = Date.now,
    address = () => '',
    isPublic = () => false,
    secret,
    ignored,
    build = '',
    maxCharacters = MAX_CHARACTERS,
  } = options;
  const words = new Set<string>();
  const placeholders = createPlaceholders([], words);
  const written = withoutSecrets(
    secret,
    (text, key, within) => (words.has(text) || isPublic(text, key, within) ? text : placeholders(text, key)),
    words,
  );
  const startedAt = now();
  const began = epochMilliseconds();
  const elapsed = () => Math.round(now() - startedAt);
  const actors = recordActors(elapsed, options.text ?? written, {
    machines,
    maxCharacters,
    secret,
    ignored,
    onMachine: (found) => {
      for (const word of found) words.add(word);
    },
  });
  let known: string | undefined;

  const withoutSecretParameters = withoutSecrets(secret);
  const look = () => {
    const current = withoutSecretParameters(address(), 'address', {});
    if (current === known) return;
    known = current;
    actors.add({ type: 'address', at: elapsed(), address: current });
  };

  return {
    inspect: harmless((event) => {
      look();
      actors.inspect(event);
    }),
    recording: () => {
      look();
      const entries = [...actors.entries()];
      const json = JSON.stringify(entries);
      return recordingOf({
        build,
        began,
        machines: Object.fromEntries(
          Object.entries(actors.fingerprints()).map(([name, { parts, ...others }]) => [
            name,
            { parts: partsText(parts), ...others },
          ]),
        ),
        hasWords: options.text === undefined,
        placeholders: [...actors.placeholders].filter((text) => json.includes(text)),
        entries,
      });
    },
  };
}
