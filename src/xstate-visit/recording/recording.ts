import * as v from 'valibot';
import type { AnyEventObject } from 'xstate';

const FORMAT = 'xstate visit';
const VERSION = 6;

/** A recording keeps about as many characters of its end. */
export const MAX_CHARACTERS = 1_000_000;

/** Milliseconds since the recording began. */
const at = v.number();
/** An actor's path of ids from its root, such as `app/session/loadUser`; the second root `booking` is `booking#2`. */
const actor = v.string();
/** The point of a running step after which the input arrived (see `stepTrail`); absent between steps. */
const during = v.optional(v.string());
const event = v.custom<AnyEventObject>(isEvent);

/** An implementation that the app has given to a machine with `provide`. */
const providedPart = v.object({
  kind: v.picklist(['guards', 'actions', 'delays', 'actors']),
  name: v.string(),
  /** The hash of its functions; absent for an effect. */
  hash: v.optional(v.string()),
});

/** Creation and start are separate entries, because events sent between them wait in the mailbox. */
const createdSchema = v.object({
  type: v.literal('created'),
  at,
  during,
  actor,
  /** The key of the machine among those of the app; absent for a machine that is not among them. */
  machine: v.optional(v.string()),
  id: v.optional(v.string()),
  /** The id under which other actors of the system find it. */
  systemId: v.optional(v.string()),
  input: v.optional(v.unknown()),
  snapshot: v.optional(v.unknown()),
  /** At a checkpoint: the names of all actors below, by their ids from the root, such as `/list/todo-17`. */
  children: v.optional(v.record(v.string(), actor)),
  /** At a checkpoint: the delays that have not ended. */
  delays: v.optional(v.array(v.object({ source: actor, actor, event, id: v.string(), due: v.number() }))),
  provided: v.optional(v.array(providedPart)),
});

/** Inputs from outside the machines. A replay repeats them. */
const inputSchemas = [
  createdSchema,
  /**
   * The visit was too long, and the recording begins here: all roots are created again with their snapshots. `failure` says why that is
   * not possible.
   */
  v.object({
    type: v.literal('checkpoint'),
    at,
    during,
    counts: v.record(v.string(), v.number()),
    failure: v.optional(v.string()),
  }),
  v.object({ type: v.literal('started'), at, during, actor }),
  v.object({ type: v.literal('stopped'), at, during, actor }),
  /** `sender` is the effect or the actor of another root that sent the event; absent for events from views. */
  v.object({ type: v.literal('event'), at, during, actor, event, sender: v.optional(actor) }),
  v.object({ type: v.literal('delay'), at, during, actor, event }),
  v.object({ type: v.literal('address'), at, during, address: v.string() }),
] as const;

/** Outcomes of inputs: an effect was invoked, a machine handled an event, or ran an action with an effect or an emitted event. */
const outcomeSchemas = [
  v.object({ type: v.literal('invoked'), actor, input: v.optional(v.unknown()) }),
  /** An effect or transition logic received an event of the app. */
  v.object({ type: v.literal('received'), actor, event: v.string(), params: v.optional(v.unknown()) }),
  v.object({
    type: v.literal('transition'),
    actor,
    event: v.string(),
    state: v.optional(v.unknown()),
    /** The changed data by path; null for what was removed. */
    data: v.optional(v.record(v.string(), v.unknown())),
    /** The milliseconds of the delays that began, by event type; `cancels` is the number of those that were cancelled. */
    delays: v.optional(v.record(v.string(), v.number())),
    /** The transitions that were taken although others were possible. */
    took: v.optional(v.array(v.string())),
    /** In the last step of an actor. */
    end: v.optional(v.object({ output: v.optional(v.unknown()) })),
  }),
  v.object({ type: v.literal('crashed'), actor, error: v.optional(v.unknown()) }),
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
  /** Fingerprints of the machines, by their names: the key of a root, the id of the machine of a child. */
  machines: v.record(v.string(), v.object({ parts: v.string(), characters: v.number(), removable: v.number() })),
  /** Whether the texts of the machines are recorded as they are. */
  hasWords: v.optional(v.boolean(), false),
  /** The texts that replace texts of the visit. */
  placeholders: v.optional(v.array(v.string()), []),
  entries: v.array(v.variant('type', [inputSchema, outcomeSchema])),
});

export type Recording = v.InferOutput<typeof recordingSchema>;
export type Input = v.InferOutput<typeof inputSchema>;
export type Creation = v.InferOutput<typeof createdSchema>;
export type ProvidedPart = v.InferOutput<typeof providedPart>;
export type Outcome = v.InferOutput<typeof outcomeSchema>;
export type Entry = Input | Outcome;

const OUTCOMES: ReadonlySet<string> = new Set(['invoked', 'received', 'transition', 'action', 'crashed']);

export function isOutcome(entry: Entry): entry is Outcome {
  return OUTCOMES.has(entry.type);
}

/** Adds format and version. */
export function recordingOf(parts: Omit<Recording, 'format' | 'version'>): Recording {
  return { format: FORMAT, version: VERSION, ...parts };
}

/** The text of a recording's file: JSON with one entry per line. */
export function recordingText({ entries, ...head }: Recording): string {
  const opening = JSON.stringify({ ...head, entries: [] }).slice(0, -2);
  return `${opening}\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]}\n`;
}

/** The recording with other texts, by the texts that they replace. */
export function withTexts(recording: Recording, texts: ReadonlyMap<string, string>): Recording {
  const replaced = (_: string, value: unknown) => (typeof value === 'string' ? (texts.get(value) ?? value) : value);
  return v.parse(recordingSchema, JSON.parse(JSON.stringify(recording, replaced)));
}

/** Parses a file. Throws an error whose message is shown to the user if the file is not a recording of this version. */
export function parseRecording(text: string): Recording {
  if (text.length > 4 * MAX_CHARACTERS) {
    throw new Error(`This file is not a recording: it has ${text.length} characters, more than a recording can have.`);
  }
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  if (!json.success) throw new Error('This file is not a recording: it is not JSON.');
  const head = v.safeParse(v.object({ format: v.literal(FORMAT), version: v.number() }), json.output);
  if (!head.success) throw new Error('This file is not a recording: its format is missing or different.');
  if (head.output.version !== VERSION) {
    throw new Error(
      `This recording has version ${head.output.version}${writtenBy(json.output)}; this build reads version ${VERSION}. Replay it with the build ` +
        'that recorded it, or record the visit again.',
    );
  }
  const read = v.safeParse(recordingSchema, json.output);
  if (read.success) return read.output;
  const [{ path = [], message }] = read.issues;
  throw new Error(
    `This recording is damaged: ${path.map(({ key }) => String(key)).join('.')} cannot be read. ${message}.`,
  );
}

/** Names the build that recorded, if the recording does. */
function writtenBy(recording: unknown): string {
  const read = v.safeParse(v.object({ build: v.pipe(v.string(), v.minLength(1)) }), recording);
  return read.success ? ` and was recorded by ${read.output.build}` : '';
}

function isEvent(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
