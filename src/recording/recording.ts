import * as v from 'valibot';
import type { AnyEventObject } from 'xstate';

const FORMAT = 'nobar-now recording';
const VERSION = 1;

const dataSchema = v.record(v.string(), v.unknown());
/** Milliseconds since the recording began. */
const at = v.number();
/** An actor: its root, then each child by its id, such as `app/session/restoreUser`; the second `booking` is `booking#2`. */
const actor = v.string();
/** The moment, by `stepTrail`, after which it came in the midst of a step. */
const during = v.optional(v.string());
const eventSchema = v.custom<AnyEventObject>(isEvent);

const placeSchema = v.object({ pathname: v.string(), search: v.string(), state: v.optional(v.unknown()) });

/** What came from outside and is done again by a replay, or was seen to come of it. */
const entrySchema = v.union([
  v.object({
    is: v.literal('opened'),
    at,
    during,
    actor,
    machine: v.string(),
    input: v.optional(v.unknown()),
    snapshot: v.optional(v.unknown()),
  }),
  v.object({ is: v.literal('started'), at, during, actor }),
  v.object({ is: v.literal('stopped'), at, during, actor }),
  v.object({ is: v.literal('sent'), at, during, actor, event: eventSchema }),
  v.object({ is: v.literal('elapsed'), at, during, actor, event: eventSchema }),
  v.object({ is: v.literal('moved'), at, during, place: placeSchema }),
  v.object({ is: v.literal('asked'), actor, input: v.optional(v.unknown()) }),
  v.object({
    is: v.literal('took'),
    actor,
    event: v.string(),
    value: v.optional(v.unknown()),
    data: v.optional(dataSchema),
  }),
  v.object({ is: v.literal('did'), actor, action: v.string(), params: v.optional(v.unknown()) }),
]);

const recordingSchema = v.object({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  /** What the recorded build calls itself. */
  build: v.string(),
  /** The product's present when the recording began, in epoch milliseconds. */
  began: v.number(),
  /** The fingerprints of the machines that ran, by id. */
  machines: v.record(v.string(), v.string()),
  entries: v.array(entrySchema),
});

/** A visit: what entered the machines, and what came of it; without password, token, name, id or free text. */
export type Recording = v.InferOutput<typeof recordingSchema>;

export type Entry = Recording['entries'][number];
export type Place = v.InferOutput<typeof placeSchema>;

/** An entry that a replay does again. */
export type Input = Exclude<Entry, Outcome>;

/** An entry that says what came of inputs: an effect was asked, a machine took an event, or did something outside of itself. */
export type Outcome = Extract<Entry, { readonly is: 'asked' | 'took' | 'did' }>;

/** Whether an entry says what came of inputs. */
export function isOutcome(entry: Entry): entry is Outcome {
  return entry.is === 'asked' || entry.is === 'took' || entry.is === 'did';
}

/** A recording of this version. */
export function recordingOf(parts: Omit<Recording, 'format' | 'version'>): Recording {
  return { format: FORMAT, version: VERSION, ...parts };
}

/** A recording as the text of its file, an entry a line. */
export function recordingText({ entries, ...head }: Recording): string {
  const opening = JSON.stringify({ ...head, entries: [] }).slice(0, -2);
  return `${opening}\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]}\n`;
}

/** After so many characters a recording ends with the step under way. */
export const LONGEST_RECORDING = 1_000_000;

/** The recording that a file's text holds; throws an error whose message says why it holds none. */
export function parseRecording(text: string): Recording {
  if (text.length > 2 * LONGEST_RECORDING) {
    throw new Error(`This file is no recording: it has ${text.length} characters, and none has more than a million.`);
  }
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  if (!json.success) throw new Error('This file is no recording: it is not JSON.');
  const head = v.safeParse(v.object({ format: v.literal(FORMAT), version: v.number() }), json.output);
  if (!head.success) throw new Error('This file is no recording of Nobar Now: it does not say that it is one.');
  if (head.output.version !== VERSION) {
    throw new Error(`This recording has version ${head.output.version}; this build reads version ${VERSION}.`);
  }
  const read = v.safeParse(recordingSchema, json.output);
  if (read.success) return read.output;
  const [{ path = [], message }] = read.issues;
  throw new Error(
    `This recording is damaged: ${path.map(({ key }) => String(key)).join('.')} cannot be read. ${message}.`,
  );
}

function isEvent(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
