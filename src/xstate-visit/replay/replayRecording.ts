import {
  Actor,
  createActor,
  isMachineSnapshot,
  type AnyActor,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type InspectionEvent,
  type Snapshot,
} from 'xstate';
import { createActorNames, idPath, keyOf, machineOf, rootOf, type Machines } from '../recording/actors.ts';
import type { Fingerprint } from '../recording/machineText.ts';
import { asObject, isObject, liveData, type Revival } from '../recording/plainData.ts';
import { recordActors } from '../recording/recordActors.ts';
import { missingPart } from '../recording/providedParts.ts';
import { isOutcome, type Creation, type Entry, type Input, type Recording } from '../recording/recording.ts';
import { createStepTrail } from '../recording/stepTrail.ts';
import { failureOf, inspected, silence, startQuietly, statusOf, type Inspected } from '../xstateInternals.ts';
import { createRecordedClock } from './recordedClock.ts';
import { errorFrom } from './errorFrom.ts';

/** The machines for a replay. */
export interface ReplayedProduct {
  /** The machines that the app starts as root actors, by the keys that it has when it records. */
  readonly machines: Machines;
  readonly reviveError?: Revival['error'];
}

/** The URL and all snapshots after one input. */
export interface Frame {
  readonly input: Input;
  readonly address: string;
  /** Snapshots of the running machines, by actor name. */
  readonly machines: ReadonlyMap<string, AnyMachineSnapshot>;
}

/** The result of a recording on the current machines. */
export interface Replay {
  readonly frames: readonly Frame[];
  /** The recorded inputs, and the outcomes on the current machines. */
  readonly entries: readonly Entry[];
  /** Inputs that could not be repeated. */
  readonly problems: readonly ReplayProblem[];
  /** Why a part of the recording cannot be repeated at all; each is a sentence. */
  readonly obstacles: readonly string[];
  readonly fingerprints: Readonly<Record<string, Fingerprint>>;
  /** The texts of all machines that have run. */
  readonly words: ReadonlySet<string>;
}

export interface ReplayProblem {
  readonly at: number;
  readonly frame: number;
  readonly actor: string;
  readonly message: string;
}

/** Called while a replay runs. */
export interface Observer {
  readonly inspect?: (event: InspectionEvent) => void;
  /** Called with the index of each frame before its first step. */
  readonly onFrame?: (frame: number) => void;
  /** Called with the recording's milliseconds before each input. */
  readonly onTime?: (at: number) => void;
  /** Called with each new actor before its first snapshot. */
  readonly onActor?: (actor: AnyActor, name: string) => void;
}

/** Replays a recording on the current machines without effects. Results of effects and ends of delays come from the recording. */
export function replayRecording({ entries }: Recording, product: ReplayedProduct, observer: Observer = {}): Replay {
  const { machines, reviveError = errorFrom } = product;
  const names = createActorNames((actor) => keyOf(machineOf(actor), machines));
  const { nameOf } = names;
  const actors = new Map<string, AnyActor>();
  const creations = new Map<string, Creation>();
  const clocks = new Map<string, ReturnType<typeof createRecordedClock>>();
  const frames: Frame[] = [];
  const problems: ReplayProblem[] = [];
  const obstacles = new Set<string>();
  const words = new Set<string>();
  /** The actors that have ended before a recorded event. */
  const deaf = new Set<string>();
  /** Roots of the recording that no machine can repeat. */
  const missing = new Set<string>();
  const trail = createStepTrail(nameOf, words);
  let now = 0;
  let address = '';
  /** Inputs that were recorded during the current step. */
  let pending: readonly Input[] = [];
  let point = '';
  const today = recordActors(
    () => now,
    (text) => text,
    {
      machines,
      names,
      hasInputs: false,
      onMachine: (found) => {
        for (const word of found) words.add(word);
      },
    },
  );

  const revival: Revival = { error: reviveError, actor: (name) => actors.get(name) ?? '(actor)' };
  /** The recorded names of the children that are being restored. */
  let restoredNames: Readonly<Record<string, string>> = {};
  /** Lets restored children report their snapshots. */
  const quiet: (() => void)[] = [];

  function inspect(event: InspectionEvent) {
    const seen = inspected(event);
    if (seen === undefined) return;
    const { actor } = seen;
    if (seen.kind === 'created' && actor instanceof Actor) {
      const restored = restoredNames[idPath(actor)];
      if (restored !== undefined) {
        names.give(actor, restored);
        quiet.push(startQuietly(actor));
      }
      silence(actor);
      observer.onActor?.(actor, nameOf(actor));
    }
    if (seen.kind === 'received') forget(seen);
    performPending((input) => input.during === point);
    today.inspect(event);
    observer.inspect?.(event);
    point = trail.follow(seen);
    if (seen.kind === 'created' && actor instanceof Actor) actors.set(nameOf(actor), actor);
  }

  /** Repeats an input. @returns why that is impossible, or undefined. */
  function perform(input: Input): string | undefined {
    if (input.type === 'address') {
      ({ address } = input);
      return undefined;
    }
    if (input.type === 'checkpoint') return begin(input);
    if (input.type === 'created') return create(input);
    if (missing.has(rootName(input.actor))) return undefined;
    const actor = actors.get(input.actor);
    if (actor === undefined) return 'it does not run in this build';
    if (input.type === 'started') start(input.actor, actor);
    else if (input.type === 'stopped') actor.stop();
    else if (input.type === 'delay') clocks.get(rootName(input.actor))?.endAsRecorded(actor, eventOf(input.event));
    else if (input.sender !== undefined && endDelayOf(input.sender, actor, eventOf(input.event))) return undefined;
    else if (statusOf(actor) !== 'active') {
      // Later events are the same difference.
      if (deaf.has(input.actor)) return undefined;
      deaf.add(input.actor);
      return `in this build it ends before ${input.event.type}`;
    } else {
      const event = eventOf(input.event);
      const failure = failureOf(event);
      const effect = input.sender === undefined ? undefined : actors.get(input.sender);
      // The effect ends with its error.
      if (failure !== undefined && effect !== undefined && machineOf(effect) === undefined) effect.send(failure);
      else actor.send(event);
    }
    return undefined;
  }

  /** Lets another root send an event that it has delayed. @returns whether it has */
  function endDelayOf(sender: string, target: AnyActor, event: AnyEventObject): boolean {
    return actors.has(sender) && clocks.get(rootName(sender))?.endAsRecorded(target, event) === true;
  }

  function eventOf(event: AnyEventObject): AnyEventObject {
    return { ...asObject(liveData(event, revival)), type: event.type };
  }

  function begin({ counts, failure }: Extract<Input, { readonly type: 'checkpoint' }>): undefined {
    for (const [path, count] of Object.entries(counts)) names.counts.set(path, count);
    names.forgetOthers([...actors.values()].filter((actor) => statusOf(actor) === 'active'));
    if (failure !== undefined) {
      obstacles.add(`The visit was too long, and its end cannot be replayed alone: ${failure}`);
    }
  }

  function create(creation: Creation): string | undefined {
    const { actor, machine: key, id, systemId, input, snapshot, children = {}, provided = [] } = creation;
    const machine = key === undefined ? undefined : machines[key];
    if (machine === undefined) {
      missing.add(actor);
      const known = Object.keys(machines).join(', ') || 'none';
      obstacles.add(
        key === undefined
          ? `The root “${actor}” was not among the machines that the app passed when it recorded.`
          : `The root “${key}” is not among the machines: ${known}.`,
      );
      return undefined;
    }
    const missingOne = missingPart(machine, provided);
    if (missingOne !== undefined) {
      obstacles.add(
        `The app started “${actor}” with provide(), and the machine of the replay ${missingOne}. Pass the machine that the app starts.`,
      );
    }
    const restored = liveData(snapshot, revival);
    const clock = createRecordedClock(
      () => now,
      () => root.system,
    );
    restoredNames = creation.children === undefined ? {} : { ...children, '': actor };
    const root: AnyActor = createActor(machine, {
      clock,
      inspect,
      ...(id === undefined ? {} : { id }),
      ...(systemId === undefined ? {} : { systemId }),
      ...(input === undefined ? {} : { input: liveData(input, revival) }),
      ...(isSnapshot(restored) && { snapshot: restored }),
    });
    restoredNames = {};
    clocks.set(actor, clock);
    creations.set(actor, creation);
    // Without a listener XState would report the error of a machine that crashes as unhandled.
    root.subscribe({ error: () => undefined });
    return undefined;
  }

  function start(name: string, actor: AnyActor) {
    const { children, delays = [] } = creations.get(name) ?? {};
    if (children === undefined) {
      actor.start();
      return;
    }
    today.withoutOutcomes(() => actor.start());
    for (const letReport of quiet.splice(0)) letReport();
    for (const delay of delays) {
      const [source, target] = [actors.get(delay.source), actors.get(delay.actor)];
      if (source === undefined || target === undefined) continue;
      source.system.scheduler.schedule(source, target, eventOf(delay.event), delay.due - now, delay.id);
    }
  }

  /** A machine that sends an event to another root sends it in the replay, too: the recorded event is not needed. */
  function forget({ actor, source, event }: Extract<Inspected, { readonly kind: 'received' }>) {
    if (source === undefined || machineOf(source) === undefined || rootOf(source) === rootOf(actor)) return;
    const [target, sender] = [nameOf(actor), nameOf(source)];
    const index = pending.findIndex(
      (input) =>
        input.type === 'event' && input.actor === target && input.sender === sender && input.event.type === event.type,
    );
    if (index !== -1) pending = pending.toSpliced(index, 1);
  }

  function attempt(input: Input) {
    const message = perform(input);
    if (message !== undefined && 'actor' in input)
      problems.push({ at: now, frame: frames.length, actor: input.actor, message });
  }

  function performPending(isTime: (input: Input) => boolean) {
    const due = pending.filter(isTime);
    pending = pending.filter((input) => !due.includes(input));
    due.forEach(attempt);
  }

  /** Advances the clock to an entry and ends overdue delays, except those whose end is recorded at or after it. */
  function passTime(at: number, index: number) {
    now = at;
    observer.onTime?.(now);
    for (const clock of clocks.values()) {
      clock.endOverdue(({ target, event }) => (delayEnds.get(`${nameOf(target)} ${event.type}`) ?? -1) >= index);
    }
  }

  function running(): Frame['machines'] {
    const snapshots = new Map<string, AnyMachineSnapshot>();
    for (const [name, actor] of actors) {
      const snapshot: unknown = actor.getSnapshot();
      if (isMachineSnapshot(snapshot) && statusOf(actor) !== 'stopped') snapshots.set(name, snapshot);
    }
    return snapshots;
  }

  const delayEnds = new Map<string, number>();
  entries.forEach((entry, index) => {
    // A machine that delays an event to another root is its sender.
    const isDelay = entry.type === 'delay' || (entry.type === 'event' && entry.sender !== undefined);
    if (isDelay) delayEnds.set(`${entry.actor} ${entry.event.type}`, index);
  });
  const inputs = entries.flatMap((entry, index) => (isOutcome(entry) ? [] : [{ input: entry, index }]));
  inputs.forEach(({ input, index }, position) => {
    if (input.during !== undefined && position > 0) return;
    observer.onFrame?.(frames.length);
    today.add(input);
    passTime(input.at, index);
    const later = inputs.slice(position + 1);
    const next = later.findIndex((each) => each.input.during === undefined);
    pending = later.slice(0, next === -1 ? undefined : next).map((each) => each.input);
    attempt(input);
    // The current machines never reached the recorded points of these inputs: perform them after the step.
    performPending(() => true);
    frames.push({ input, address, machines: running() });
  });
  return {
    frames,
    entries: today.entries(),
    problems,
    obstacles: [...obstacles],
    fingerprints: today.fingerprints(),
    words,
  };
}

function isSnapshot(value: unknown): value is Snapshot<unknown> {
  return isObject(value) && 'status' in value;
}

function rootName(actor: string): string {
  return actor.split('/')[0] ?? actor;
}
