import * as v from 'valibot';
import {
  Actor,
  createActor,
  isMachineSnapshot,
  type AnyActor,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InspectionEvent,
  type Snapshot,
} from 'xstate';
import { createStepTrail } from './stepTrail.ts';
import { createActorNames, machineOf as machineRunBy } from './actorNames.ts';
import { liveData } from './plainData.ts';
import { puppetOf } from './puppetOf.ts';
import { recordActors, START_INTENT } from './recordActors.ts';
import { createRecordedClock } from './recordedClock.ts';
import { isOutcome, type Entry, type Input, type Place, type Recording } from './recording.ts';

/** How everything stood after one input. */
export interface Moment {
  readonly input: Input;
  readonly place: Place;
  /** The machines that ran, by the names of their actors. */
  readonly machines: ReadonlyMap<string, AnyMachineSnapshot>;
}

/** What today's machines made of a recording. */
export interface Replay {
  readonly moments: readonly Moment[];
  /** What today's machines did, as a recording would say it. */
  readonly entries: readonly Entry[];
  /** Inputs for which there was nobody, and machines that failed. */
  readonly troubles: readonly Trouble[];
  readonly fingerprints: Readonly<Record<string, string>>;
}

/** The machine of an id, of those that the product starts: the root, a page's, and what the root is handed. */
export type RootMachines = (id: string) => AnyStateMachine | undefined;

export interface Trouble {
  readonly at: number;
  readonly actor: string;
  readonly says: string;
}

type Sent = Extract<Input, { readonly is: 'sent' }>;

const INTENTS = 'app/intents';
const NOWHERE: Place = { pathname: '/', search: '' };

/** Runs a recording on today's machines, without a world: what effects were answered, and how long delays took, is what was recorded. */
export function replayRecording(
  { entries }: Recording,
  machineOf: RootMachines,
  inspect: (event: InspectionEvent) => void = () => undefined,
  onTime: (at: number) => void = () => undefined,
): Replay {
  const { nameOf } = createActorNames();
  const actors = new Map<string, AnyActor>();
  const clocks = new Map<string, ReturnType<typeof createRecordedClock>>();
  const moments: Moment[] = [];
  const troubles: Trouble[] = [];
  let now = 0;
  let here = NOWHERE;
  const today = recordActors(
    () => now,
    (text) => text,
  );

  const trail = createStepTrail(nameOf);
  /** What is to be done in the midst of the step that is under way. */
  let within: Input[] = [];

  let moment = '';

  const register = (event: InspectionEvent) => {
    today.inspect(event);
    inspect(event);
    const before = moment;
    moment = trail.follow(event);
    performWithin((input) => input.during === before);
    if (event.type === '@xstate.action' && event.action.type === START_INTENT) startIntent(event.action.params);
    const { actorRef } = event;
    if (event.type !== '@xstate.actor' || !(actorRef instanceof Actor)) return;
    actors.set(nameOf(actorRef), actorRef);
    // As the product does: what a machine emits is told to the root, which emits to the router alone.
    if (machineRunBy(actorRef) !== undefined && nameOf(actorRef) !== 'app')
      actorRef.on('*', (emitted) => actors.get('app')?.send(emitted));
  };

  /** Begins what today's machine confirms, under the recorded key. */
  function startIntent(params: unknown) {
    const start = within.find(isStart);
    within = within.filter((input) => input !== start);
    const confirmed = { ...asObject(params), idempotencyKey: start === undefined ? 'none' : keyIn(start) };
    const event = { type: `${kindIn(params)}.start`, confirmed };
    actors.get(INTENTS)?.send(event);
  }

  function puppet(id: string): AnyStateMachine | undefined {
    const machine = machineOf(id);
    return machine && puppetOf(machine);
  }

  function live(value: unknown): unknown {
    return liveData(value, puppet);
  }

  function perform(input: Input): string | undefined {
    if (input.is === 'moved') {
      here = input.place;
      return undefined;
    }
    if (input.is === 'opened') return open(input);
    const actor = actors.get(input.actor);
    if (actor === undefined) return 'it does not run today';
    if (input.is === 'started') actor.start();
    else if (input.is === 'stopped') actor.stop();
    else if (input.is === 'elapsed') clocks.get(rootName(input.actor))?.endAsRecorded(actor, input.event.type);
    else if (actor.getSnapshot().status !== 'active') return `it has ended today, before ${input.event.type}`;
    else actor.send({ ...asObject(live(input.event)), type: input.event.type });
    return undefined;
  }

  function attempt(input: Input) {
    const says = perform(input);
    if (says !== undefined && input.is !== 'moved') troubles.push({ at: now, actor: input.actor, says });
  }

  function performWithin(isTime: (input: Input) => boolean) {
    const due = within.filter(isTime);
    within = within.filter((input) => !due.includes(input));
    due.forEach(attempt);
  }

  function pass(at: number, index: number) {
    now = at;
    onTime(now);
    for (const clock of clocks.values()) {
      clock.endOverdue(({ target, event }) => (ends.get(`${nameOf(target)} ${event.type}`) ?? -1) >= index);
    }
  }

  function open(input: Extract<Input, { readonly is: 'opened' }>): string | undefined {
    const machine = puppet(input.machine);
    if (machine === undefined) return 'there is no such machine today';
    const snapshot = live(input.snapshot);
    const clock = createRecordedClock(
      () => now,
      () => root.system,
    );
    const root: AnyActor = createActor(machine, {
      clock,
      inspect: register,
      ...(input.input === undefined ? {} : { input: live(input.input) }),
      ...(isSnapshot(snapshot) && { snapshot }),
    });
    clocks.set(nameOf(root), clock);
    root.subscribe({
      error: (error) => troubles.push({ at: now, actor: input.actor, says: `it failed: ${String(error)}` }),
    });
    return undefined;
  }

  function standing(): Moment['machines'] {
    const machines = new Map<string, AnyMachineSnapshot>();
    for (const [name, actor] of actors) {
      const snapshot: unknown = actor.getSnapshot();
      if (isMachineSnapshot(snapshot) && snapshot.status !== 'stopped') machines.set(name, snapshot);
    }
    return machines;
  }

  const ends = new Map<string, number>();
  entries.forEach((entry, index) => entry.is === 'elapsed' && ends.set(`${entry.actor} ${entry.event.type}`, index));
  const inputs = entries.flatMap((entry, index) => (isOutcome(entry) ? [] : [{ input: entry, index }]));
  inputs.forEach(({ input, index }, place) => {
    if (input.during !== undefined && place > 0) return;
    pass(input.at, index);
    const later = inputs.slice(place + 1);
    const next = later.findIndex((each) => each.input.during === undefined);
    within = later.slice(0, next === -1 ? undefined : next).map((each) => each.input);
    attempt(input);
    // What today's machines gave no occasion for comes after the step.
    performWithin((each) => !isStart(each));
    moments.push({ input, place: here, machines: standing() });
  });
  return { moments, entries: today.entries, troubles, fingerprints: today.fingerprints() };
}

function isStart(input: Input): input is Sent {
  return input.is === 'sent' && input.actor === INTENTS && input.event.type.endsWith('.start');
}

function keyIn({ event }: Sent): string {
  const read = v.safeParse(v.object({ confirmed: v.object({ idempotencyKey: v.string() }) }), event);
  return read.success ? read.output.confirmed.idempotencyKey : 'none';
}

function kindIn(params: unknown): string {
  const read = v.safeParse(v.object({ intent: v.object({ kind: v.string() }) }), params);
  return read.success ? read.output.intent.kind : 'unknown';
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function isSnapshot(value: unknown): value is Snapshot<unknown> {
  return typeof value === 'object' && value !== null && 'status' in value;
}

function rootName(actor: string): string {
  return actor.split('/')[0] ?? actor;
}
