import { isMachineSnapshot, type ActorRefLike, type AnyEventObject, type InspectionEvent } from 'xstate';
import { kindOf, machineOf } from '../recording/actors.ts';
import { partKey, partName } from '../recording/machineText.ts';
import { INIT, inspected, parentOf, raisedEvent, type Inspected } from '../xstateInternals.ts';
import type { ChangedPart, Comparison } from './compareMachines.ts';
import type { Observer } from './replayRecording.ts';

/** A changed part of a machine that ran in a replay: its state was active, and the event that it handles was sent. */
export interface RanPart extends ChangedPart {
  readonly machine: string;
}

/** The observer of a replay that notes the frames in which changed parts of machines ran. */
export function watchChangedParts({ changed }: Comparison): Observer & {
  /** By the index of the frame. */
  readonly ran: ReadonlyMap<number, ReadonlySet<RanPart>>;
} {
  const ran = new Map<number, Set<RanPart>>();
  const partsOf = new Map(
    changed.map(({ name, parts }) => [
      name,
      new Map(parts.map((part): [string, RanPart] => [part.key, { ...part, machine: name }])),
    ]),
  );
  const names = new WeakMap<ActorRefLike, string>();
  /** The states and events of each actor's current step. */
  const steps = new WeakMap<ActorRefLike, { readonly paths: Set<string>; readonly events: Set<string> }>();
  let frame = 0;

  function note(actor: ActorRefLike, paths: Iterable<string>, event?: AnyEventObject) {
    const step = steps.get(actor) ?? { paths: new Set(['']), events: new Set<string>() };
    steps.set(actor, step);
    for (const path of paths) step.paths.add(path);
    if (event !== undefined) step.events.add(event.type);
    const parts = partsOf.get(names.get(actor) ?? '');
    if (parts === undefined) return;
    for (const name of partNames(step)) {
      const part = parts.get(partKey(name));
      if (part !== undefined) ran.set(frame, (ran.get(frame) ?? new Set()).add(part));
    }
  }

  function follow(seen: Inspected) {
    const { actor } = seen;
    if (seen.kind === 'created') return;
    if (machineOf(actor) === undefined) {
      // The logic of an effect belongs to its parent.
      const parent = parentOf(actor);
      if (parent !== undefined) note(parent, activePaths(parent));
    } else if (seen.kind === 'action') note(actor, [], raisedEvent(seen.action));
    else if (seen.kind === 'transitions') {
      const nodes = seen.transitions.flatMap(({ source, target = [] }) => [source, ...target]);
      note(
        actor,
        nodes.flatMap(({ path }) => path.map((_, index) => path.slice(0, index + 1).join('.'))),
        seen.event,
      );
    } else {
      // XState takes the first transitions when it creates an actor, before the actor starts.
      if (seen.kind === 'received' && seen.event.type !== INIT) steps.delete(actor);
      note(actor, activePaths(actor), seen.event);
    }
  }

  return {
    ran,
    onFrame: (index) => {
      frame = index;
    },
    onActor: (actor, name) => {
      names.set(actor, parentOf(actor) === undefined ? name.replace(/#\d+$/, '') : kindOf(actor));
    },
    inspect: (event: InspectionEvent) => {
      const seen = inspected(event);
      if (seen !== undefined) follow(seen);
    },
  };
}

/** The names of the parts that take part in a step: its states, and the events that they can handle in it. */
function partNames({ paths, events }: { readonly paths: Set<string>; readonly events: Set<string> }): string[] {
  const handled = [...events].flatMap(handledAs);
  return [...paths].flatMap((path) => [partName(path)].concat(handled.map((event) => partName(path, event))));
}

/** The keys of `on` that handle events of a type, such as `mouse.up`, `mouse.up.*`, `mouse.*` and `*`. */
function handledAs(type: string): string[] {
  const tokens = type.split('.');
  const wildcards = tokens.map((_, index) => `${tokens.slice(0, index + 1).join('.')}.*`);
  return [type, '*', ...wildcards];
}

/** The paths of an actor's active states, such as `on` and `on.heating`. */
function activePaths(actor: ActorRefLike): readonly string[] {
  const snapshot: unknown = actor.getSnapshot();
  return isMachineSnapshot(snapshot) ? pathsIn(snapshot.value, '') : [];
}

function pathsIn(value: unknown, within: string): readonly string[] {
  const below = (key: string) => (within === '' ? key : `${within}.${key}`);
  if (typeof value === 'string') return [below(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    [below(key)].concat(pathsIn(inner, below(key))),
  );
}
