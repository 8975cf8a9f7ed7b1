import {
  Actor,
  isMachineSnapshot,
  type ActorRefLike,
  type AnyActor,
  type AnyEventObject,
  type AnyStateMachine,
  type InspectionEvent,
} from 'xstate';
import {
  childOf,
  delayedBy,
  emittedEvent,
  endsEffect,
  errorOf,
  INIT,
  inspected,
  isCancel,
  isOwnAction,
  isOwnEvent,
  isAbout,
  outputOf,
  parentOf,
  reducedBy,
  scheduledEvents,
  statusOf,
  STOP,
  type Inspected,
} from '../xstateInternals.ts';
import {
  createActorNames,
  idPath,
  keyOf,
  kindOf,
  machineOf,
  rootOf,
  startedActors,
  type ActorNames,
  type Machines,
} from './actors.ts';
import { changesBetween } from './changes.ts';
import { textOfMachine, type Fingerprint } from './machineText.ts';
import { asObject, createPlainData, isDeepSame, isObject } from './plainData.ts';
import { providedParts } from './providedParts.ts';
import { isOutcome, type Creation, type Entry } from './recording.ts';
import { matches, type TextRule } from './secrets.ts';
import { createSegments } from './segments.ts';
import { createShortening } from './shortening.ts';
import { createStepTrail } from './stepTrail.ts';
import { transitionLabel } from './transitionLabel.ts';

type Seen<Kind extends Inspected['kind']> = Extract<Inspected, { readonly kind: Kind }>;

/** Writes the inputs and outcomes of actors as entries of a recording. */
export interface ActorRecorder {
  readonly inspect: (event: InspectionEvent) => void;
  /** The entries of the whole visit, or of its end if it is long. They begin with the creation of the actors. */
  readonly entries: () => readonly Entry[];
  /** Adds an entry from another source, such as a change of the URL. */
  readonly add: (entry: Entry) => void;
  readonly fingerprints: () => Record<string, Fingerprint>;
  /** The texts that replaced other texts. */
  readonly placeholders: ReadonlySet<string>;
  /** Runs a function without recording the outcomes. Restored actors are in a state that no input caused. */
  readonly withoutOutcomes: (run: () => void) => void;
}

interface RecorderOptions {
  /** The app's machines by their keys. Without them the key of a machine is its id. */
  readonly machines?: Machines | undefined;
  /** The recording drops its oldest entries when it has about this much JSON. */
  readonly maxCharacters?: number;
  readonly secret?: RegExp | undefined;
  /** Matches the types of events that are left out, with everything that they cause. */
  readonly ignored?: RegExp | undefined;
  /** The names of actors, if they are known. */
  readonly names?: ActorNames;
  /** False in a replay, which adds the recorded inputs itself. By default true. */
  readonly hasInputs?: boolean;
  /** Called with each new machine, before anything of it is recorded. */
  readonly onMachine?: (words: ReadonlySet<string>) => void;
}

/** Records actors. `now` returns milliseconds since the recording began; `rule` redacts each text. */
export function recordActors(now: () => number, rule: TextRule, options: RecorderOptions = {}): ActorRecorder {
  const { machines, maxCharacters = Infinity, secret, ignored, hasInputs = true, onMachine } = options;
  const rootKey = (actor: ActorRefLike) => {
    const machine = machineOf(actor);
    return machines === undefined ? machine && kindOf(actor) : keyOf(machine, machines);
  };
  const names = options.names ?? createActorNames(rootKey);
  const { nameOf } = names;
  const fingerprints = new Map<string, Fingerprint>();
  /** The machines whose words are known. */
  const read = new WeakSet<object>();
  const ended = new WeakSet<object>();
  /** The actors that ignored events created. */
  const unknown = new WeakSet<object>();
  const started = new WeakSet<object>();
  const created = new WeakSet<object>();
  const roots = new Set<AnyActor>();
  /** The contexts that were recorded last. */
  const contexts = new WeakMap<object, unknown>();
  const states = new WeakMap<object, string>();
  /** The machines that handle an event. One that crashes has no snapshot of that step. */
  const handling = new Set<ActorRefLike>();
  const taken = new WeakMap<object, string[]>();
  /** The names of children whose ids are generated, by parent and id. */
  const generated = new WeakMap<object, Map<string, string>>();
  /** The milliseconds of the delays that machines have begun in their current steps, by event type, and the number that they cancelled. */
  const delays = new WeakMap<object, Record<string, number>>();
  /** When delayed events are due, by their actors and ids, or by the event for those without an id. */
  const dueBy = new WeakMap<object, Map<string, number>>();
  const dueOf = new WeakMap<object, number>();
  /** The texts of all machines that have run. */
  const words = new Set<string>();
  const placeholders = new Set<string>();
  const redact: TextRule = (text, ...place) => {
    const written = rule(text, ...place);
    if (written !== text) placeholders.add(written);
    return written;
  };
  const plain = createPlainData(redact, secret, {
    actorName: (actor) => (created.has(actor) ? nameOf(actor) : undefined),
  });
  const shortened = createShortening(placeholders);
  const writtenType = typeRule(redact, words);
  const trail = createStepTrail(nameOf, words);
  const segments = createSegments(maxCharacters, checkpoint);
  let isIgnoring = false;
  let isMuted = false;

  const add = (entry: Entry) => {
    if (isIgnoring || (isMuted && isOutcome(entry))) return;
    const during = trail.during();
    segments.add(during === undefined || isOutcome(entry) ? entry : { ...entry, during }, during === undefined);
  };
  const write = (entry: Entry) => {
    if (hasInputs || isOutcome(entry)) add(entry);
  };

  /** Results of effects that an ignored event started are ignored, too. */
  function isIgnored({ actor, source, event }: Seen<'received'>): boolean {
    if (ignored !== undefined && matches(ignored, event.type)) return true;
    return unknown.has(actor) || (source !== undefined && unknown.has(source));
  }

  function create(actor: ActorRefLike) {
    const machine = machineOf(actor);
    const parent = parentOf(actor);
    if (machine !== undefined) {
      const registered = parent === undefined ? registeredFor(actor) : undefined;
      // The implementations that the app has provided are compared apart.
      const { fingerprint } = textOfMachine(registered ?? machine);
      const kind = parent === undefined ? (rootKey(actor) ?? kindOf(actor)) : kindOf(actor);
      fingerprints.set(keyForFingerprint(kind, fingerprint), fingerprint);
      if (!read.has(machine)) {
        const { words: own } = textOfMachine(machine);
        for (const word of own) words.add(word);
        onMachine?.(own);
      }
      read.add(machine);
    }
    const name = nameOf(actor);
    created.add(actor);
    if (!(actor instanceof Actor)) return;
    if (parent !== undefined) {
      const children = generated.get(parent) ?? new Map<string, string>();
      generated.set(parent, children.set(actor.id, name.slice(name.lastIndexOf('/') + 1)));
      return;
    }
    write(creationOf(actor, name, actor.options.snapshot));
  }

  /** The machine that the app has registered for a root; the root can be a copy with other implementations. */
  function registeredFor(root: ActorRefLike): AnyStateMachine | undefined {
    const key = rootKey(root);
    return key === undefined ? undefined : machines?.[key];
  }

  /** Machines without an id share a name: the second has the number 2. */
  function keyForFingerprint(kind: string, fingerprint: Fingerprint): string {
    let key = kind;
    const isOther = (found: Fingerprint | undefined) =>
      found !== undefined && found !== fingerprint && !isDeepSame(found, fingerprint);
    for (let count = 2; isOther(fingerprints.get(key)); count += 1) {
      key = `${kind}#${count}`;
    }
    return key;
  }

  function creationOf(actor: AnyActor, name: string, snapshot: unknown): Creation {
    const { id, input, systemId } = actor.options;
    const key = rootKey(actor);
    const machine = machineOf(actor);
    const registered = registeredFor(actor);
    const provided = machine && registered ? providedParts(machine, registered) : [];
    return {
      type: 'created',
      at: now(),
      actor: name,
      ...(key === undefined ? {} : { machine: key }),
      ...(id === undefined ? {} : { id }),
      ...(systemId === undefined ? {} : { systemId }),
      ...(input === undefined ? {} : { input: plain(input) }),
      ...(snapshot === undefined ? {} : { snapshot: plain(snapshot, { isPersisted: true }) }),
      ...(provided.length === 0 ? {} : { provided }),
    };
  }

  /** Entries with which a replay can begin before the next one: all running roots with their snapshots. */
  function checkpoint(next: Entry): readonly Entry[] {
    const at = now();
    for (const root of roots) if (statusOf(root) !== 'active') roots.delete(root);
    names.forgetOthers([...roots].flatMap(withAllBelow));
    const counts = Object.fromEntries(names.counts);
    try {
      const creations = Array.from(roots, (root): Creation => {
        const actor = nameOf(root);
        const children = Object.fromEntries(
          withAllBelow(root).flatMap((each) => (each === root ? [] : [[idPath(each), nameOf(each)]])),
        );
        const pending = scheduledEvents(root.system).map(({ source, target, event, id, delay }) => ({
          source: nameOf(source),
          actor: nameOf(target),
          event: { ...asObject(plain(event)), type: writtenType(event.type) },
          id,
          due: dueBy.get(source)?.get(id) ?? dueOf.get(event) ?? at + delay,
        }));
        // XState has forgotten the delay that has just ended.
        if (next.type === 'delay' && next.actor.split('/')[0] === actor) {
          pending.push({ source: next.actor, actor: next.actor, event: next.event, id: 'next', due: at });
        }
        const creation = creationOf(root, actor, root.getPersistedSnapshot());
        if (JSON.stringify(creation.snapshot).includes('{"$actor":')) throw new Error('A map or a set has actors.');
        return { ...creation, children, ...(pending.length === 0 ? {} : { delays: pending }) };
      });
      const starts = creations.map(({ actor }): Entry => ({ type: 'started', at, actor }));
      return [{ type: 'checkpoint', at, counts }, ...creations, ...starts];
    } catch (error) {
      return [{ type: 'checkpoint', at, counts, failure: error instanceof Error ? error.message : String(error) }];
    }
  }

  function receive({ actor: receiver, source, event }: Seen<'received'>) {
    const actor = nameOf(receiver);
    if (event.type === INIT) return start(receiver, actor, event);
    // An actor that has ended ignores the event.
    if (statusOf(receiver) !== 'active') return;
    if (endsEffect(event.type)) ended.add(receiver);
    const { type, ...data } = event;
    const isDelay = isOfSystem(source, receiver) && trail.during() === undefined;
    if (isDelay || isFromOutside(receiver, source, event)) {
      const sender = source === undefined || source === receiver ? {} : { sender: nameOf(source) };
      const written = { ...asObject(plain(event)), type: writtenType(type) };
      write({ type: isDelay ? 'delay' : 'event', at: now(), actor, event: written, ...sender });
    }
    if (machineOf(receiver) === undefined && !isOwnEvent(type)) {
      write({ type: 'received', actor, event: writtenType(type), params: shortened(plain(data)) });
    }
  }

  /** React's StrictMode and Fast Refresh stop a root and start it again as it was: the recording leaves both out. */
  function start(actorRef: ActorRefLike, actor: string, { input }: AnyEventObject) {
    const isRestarted = started.has(actorRef);
    started.add(actorRef);
    if (parentOf(actorRef) !== undefined) {
      if (machineOf(actorRef) === undefined && !isRestarted) {
        write({ type: 'invoked', actor, input: shortened(plain(input) ?? null) });
      }
      return;
    }
    if (isRestarted) segments.undoStop(actor);
    else write({ type: 'started', at: now(), actor });
    if (actorRef instanceof Actor) roots.add(actorRef);
  }

  /**
   * Whether a replay must repeat an event. It need not repeat events that machines of the same system send, nor the events that XState
   * sends to a parent after a recorded value or result of an effect.
   */
  function isFromOutside(actor: ActorRefLike, source: ActorRefLike | undefined, event: AnyEventObject): boolean {
    if (source === undefined) return true;
    if (isOfSystem(source, actor)) return false;
    if (source === actor || machineOf(source) !== undefined) return true;
    return !isOwnEvent(event.type) || (!isAbout(event.type, 'snapshot') && !ended.has(source));
  }

  function act({ actor, action }: Seen<'action'>) {
    if (isOwnAction(action.type)) noteDelay(actor, action);
    const emitted = emittedEvent(action);
    if (isEvent(emitted)) {
      const { type, ...data } = emitted;
      write({ type: 'action', actor: nameOf(actor), action: writtenType(type), params: shortened(plain(data)) });
    }
    if (isOwnAction(action.type)) return;
    const written = action.params === undefined ? {} : { params: shortened(plain(action.params)) };
    write({ type: 'action', actor: nameOf(actor), action: action.type, ...written });
  }

  function noteDelay(actor: ActorRefLike, action: Seen<'action'>['action']) {
    const noted = delays.get(actor) ?? {};
    delays.set(actor, noted);
    if (isCancel(action)) noted['cancels'] = (noted['cancels'] ?? 0) + 1;
    const delayed = delayedBy(action);
    if (delayed === undefined) return;
    const { event, delay, id } = delayed;
    noted[writtenType(event.type)] = delay;
    const own = dueBy.get(actor) ?? new Map<string, number>();
    dueBy.set(actor, own);
    if (id === undefined) dueOf.set(event, now() + delay);
    else own.set(id, now() + delay);
  }

  function see({ actor: actorRef, event, snapshot }: Seen<'handled'>) {
    const actor = nameOf(actorRef);
    if (event.type === STOP) {
      write(
        parentOf(actorRef) === undefined
          ? { type: 'stopped', at: now(), actor }
          : { type: 'transition', actor, event: STOP },
      );
      return;
    }
    const { context, value } = isMachineSnapshot(snapshot) ? snapshot : { ...reducedBy(actorRef), value: {} };
    if (context === undefined || (event.type === INIT && contexts.has(actorRef))) return;
    const state = JSON.stringify(value);
    const data = changesBetween(contexts.get(actorRef) ?? {}, context, (part, key, within) =>
      shortened(plain(part, { key, within })),
    );
    const isSameState = states.get(actorRef) === state;
    contexts.set(actorRef, context);
    states.set(actorRef, state);
    const took = taken.get(actorRef) ?? [];
    taken.delete(actorRef);
    const delayed = delays.get(actorRef) ?? {};
    delays.delete(actorRef);
    write({
      type: 'transition',
      actor,
      event: writtenType(eventName(actorRef, event.type)),
      ...(isSameState ? {} : { state: value }),
      ...(Object.keys(data).length === 0 ? {} : { data }),
      ...(Object.keys(delayed).length === 0 ? {} : { delays: delayed }),
      ...(took.length === 0 ? {} : { took }),
      ...(snapshot.status === 'done' && { end: { output: shortened(plain(outputOf(actorRef))) } }),
    });
    if (snapshot.status === 'error') crash(actorRef);
  }

  function crash(actorRef: ActorRefLike) {
    write({ type: 'crashed', actor: nameOf(actorRef), error: shortened(plain(errorOf(actorRef)) ?? null) });
  }

  /** XState reports no snapshot of a step that throws. */
  function noteCrashes() {
    for (const actor of handling) {
      if (statusOf(actor) !== 'error') continue;
      handling.delete(actor);
      crash(actor);
    }
  }

  /** An event's type. XState's events about a child contain its id, which may differ in every run. */
  function eventName(actor: ActorRefLike, type: string): string {
    const id = childOf(type);
    const name = id === undefined ? undefined : generated.get(actor)?.get(id);
    return id === undefined || name === undefined ? type : type.slice(0, -id.length) + name;
  }

  return {
    inspect: startedActors((event) => {
      const seen = inspected(event);
      if (seen === undefined || machineOf(rootOf(seen.actor)) === undefined) return;
      const { actor } = seen;
      noteCrashes();
      if (seen.kind === 'received' && trail.during() === undefined) isIgnoring = isIgnored(seen);
      if (seen.kind === 'created') {
        if (isIgnoring) unknown.add(actor);
        create(actor);
      } else if (seen.kind === 'received') {
        receive(seen);
        // A machine that has crashed ignores events.
        if (machineOf(actor) !== undefined && (seen.event.type === INIT || statusOf(actor) === 'active'))
          handling.add(actor);
      } else if (seen.kind === 'transitions') {
        taken.set(actor, [
          ...(taken.get(actor) ?? []),
          ...seen.transitions.flatMap((each) => transitionLabel(each) ?? []),
        ]);
      } else if (seen.kind === 'action') act(seen);
      else {
        handling.delete(actor);
        see(seen);
      }
      trail.follow(seen);
      if (trail.during() === undefined) isIgnoring = false;
    }),
    entries: () => {
      noteCrashes();
      return segments.entries();
    },
    add: (entry) => {
      noteCrashes();
      add(entry);
    },
    placeholders,
    fingerprints: () => Object.fromEntries(fingerprints),
    withoutOutcomes: (run) => {
      isMuted = true;
      run();
      isMuted = false;
    },
  };
}

/** The signs between the words of an event type. */
const BETWEEN_WORDS = /([.:/]+)/;

/**
 * Creates a rule for event types. A type that no machine contains, such as the one of an event for a wildcard, can have a text of the
 * visitor: its unknown words follow the rule for texts.
 */
function typeRule(rule: TextRule, words: ReadonlySet<string>): (type: string) => string {
  return (type) => {
    if (isOwnEvent(type) || words.has(type)) return type;
    const parts = type.split(BETWEEN_WORDS);
    // A wildcard such as `mouse.move.*` must still match.
    const known = parts.findLastIndex((_, index) => words.has(`${parts.slice(0, index + 1).join('')}.*`));
    return parts
      .map((part, index) =>
        index <= known || BETWEEN_WORDS.test(part) || words.has(part) ? part : rule(part, 'type', { type }),
      )
      .join('');
  };
}

/** An actor and all actors below. */
function withAllBelow(actor: AnyActor): readonly AnyActor[] {
  const snapshot: unknown = actor.getSnapshot();
  if (!isMachineSnapshot(snapshot)) return [actor];
  const children = Object.values(snapshot.children).filter((child) => child instanceof Actor);
  return [actor, ...children.flatMap(withAllBelow)];
}

/** Whether the sender is a machine of the receiver's system. Between steps, it sends only what it had delayed. */
function isOfSystem(source: ActorRefLike | undefined, actor: ActorRefLike): boolean {
  return source !== undefined && machineOf(source) !== undefined && rootOf(source) === rootOf(actor);
}

function isEvent(value: unknown): value is { readonly type: string } {
  return isObject(value) && 'type' in value && typeof value.type === 'string';
}
