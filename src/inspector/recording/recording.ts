import * as v from 'valibot';
import type { AnyEventObject } from 'xstate';

const FORMAT = 'xstate visit';
const VERSION = 3;

/** After so many characters a recording ends with the step under way. */
export const MAX_CHARACTERS = 1_000_000;

/** Milliseconds since the recording began. */
const at = v.number();
/** An actor: its root, then each child by its id, such as `app/session/loadUser`; the second `booking` is `booking#2`. */
const actor = v.string();
/** The point of a step, by `stepTrail`, after which it came while that step was under way. */
const during = v.optional(v.string());
const event = v.custom<AnyEventObject>(isEvent);

/** Inputs from outside, which a replay repeats. */
const inputSchemas = [
  /** Events sent to an actor between its creation and its start wait in its mailbox. */
  v.object({
    type: v.literal('created'),
    at,
    during,
    actor,
    machine: v.string(),
    /** The id under which other actors of the system find it. */
    systemId: v.optional(v.string()),
    input: v.optional(v.unknown()),
    snapshot: v.optional(v.unknown()),
  }),
  v.object({ type: v.literal('started'), at, during, actor }),
  v.object({ type: v.literal('stopped'), at, during, actor }),
  /** `sender` is the effect that sent it, or the actor of another root; a view without it. */
  v.object({ type: v.literal('event'), at, during, actor, event, sender: v.optional(actor) }),
  v.object({ type: v.literal('delay'), at, during, actor, event }),
  v.object({ type: v.literal('address'), at, during, address: v.string() }),
] as const;

/** Outcomes of inputs: an effect was invoked, a machine took an event, or ran an action that reaches outside of it. */
const outcomeSchemas = [
  v.object({ type: v.literal('invoked'), actor, input: v.optional(v.unknown()) }),
  v.object({
    type: v.literal('transition'),
    actor,
    event: v.string(),
    state: v.optional(v.unknown()),
    data: v.optional(v.record(v.string(), v.unknown())),
  }),
  v.object({ type: v.literal('action'), actor, action: v.string(), params: v.optional(v.unknown()) }),
] as const;

const inputSchema = v.variant('type', inputSchemas);
const outcomeSchema = v.variant('type', outcomeSchemas);

const recordingSchema = v.object({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  /** The name of the recorded build. */
  build: v.string(),
  /** When the recording began, in epoch milliseconds of the product's clock. */
  began: v.number(),
  /** The fingerprints of the machines that ran, by id. */
  machines: v.record(v.string(), v.string()),
  entries: v.array(v.variant('type', [inputSchema, outcomeSchema])),
});

export type Recording = v.InferOutput<typeof recordingSchema>;
export type Input = v.InferOutput<typeof inputSchema>;
export type Outcome = v.InferOutput<typeof outcomeSchema>;
export type Entry = Input | Outcome;

/** Whether an entry says what came of inputs. */
export function isOutcome(entry: Entry): entry is Outcome {
  return entry.type === 'invoked' || entry.type === 'transition' || entry.type === 'action';
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

/** The recording that a file's text holds; throws an error whose message says why it holds none. */
export function parseRecording(text: string): Recording {
  if (text.length > 2 * MAX_CHARACTERS) {
    throw new Error(`This file is no recording: it has ${text.length} characters, and none has more than a million.`);
  }
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  if (!json.success) throw new Error('This file is no recording: it is not JSON.');
  const head = v.safeParse(v.object({ format: v.literal(FORMAT), version: v.number() }), json.output);
  if (!head.success) throw new Error('This file is no recording: it does not say that it is one.');
  if (head.output.version !== VERSION) {
    throw new Error(
      `This recording has version ${head.output.version}; this build reads version ${VERSION}. Record the visit again.`,
    );
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
