import { isMachineSnapshot, type AnyMachineSnapshot, type InspectionEvent } from 'xstate';
import { INIT, inspected, parentOf } from '../xstateInternals.ts';
import { kindOf, machineOf } from '../recording/actors.ts';
import type { Recording } from '../recording/recording.ts';
import type { Difference, Part } from './differences.ts';
import type { Observer } from './replayRecording.ts';
import { watchedMachine } from './watchedMachine.ts';

/** A function of a machine reads a value that the recording does not contain. */
export interface LostRead {
  readonly at: number;
  readonly frame: number;
  readonly actor: string;
  /** The name of the machine: the key of a root, the id of the machine of a child. */
  readonly machine: string;
  readonly isGuard: boolean;
  /** The function's name, or where it is in the machine. */
  readonly reader: string;
  /** The only key of the data that the function writes. Undefined if it can change more. */
  readonly key: string | undefined;
  /** The path of the read value, such as `event.tab`. */
  readonly path: string;
}

/** Whether a read of the same frame can be the reason of a difference. */
export function canExplain({ actor, isGuard, reader, key }: LostRead, difference: Difference, { name }: Part): boolean {
  if (reader.endsWith('.input')) return difference.actor.startsWith(`${actor}/`);
  // Events take values to other actors.
  if (actor !== difference.actor) return !isGuard;
  return key === undefined || [key, `context.${key}`].some((path) => `${name}.`.startsWith(`${path}.`));
}

/** Texts for what JSON cannot hold, such as functions and instances of classes. The names of classes can be empty or minified. */
const MARKER =
  /^\((?:function|symbol|circular|unreadable|removed|too deep|actor|undefined|[a-z_$][\w$]?|(?:[A-Z][\w$]*)?)\)$/;

/**
 * The observer of a replay that finds the functions that read placeholders of texts, or other values that the recording does not have.
 * Data that was computed from them is lost, too, if it differs from the recording.
 */
export function watchLostReads(
  recording: Recording,
  differences: readonly Difference[],
): Observer & { readonly reads: readonly LostRead[] } {
  const placeholders = new Set(recording.placeholders);
  const reads: LostRead[] = [];
  const lostKeys = new Map<string, Set<string>>();
  const contexts = new Map<string, object>();
  const names = new WeakMap<object, string>();
  /** The keys that each actor has computed from lost data in its current step; undefined stands for every key. */
  const computing = new Map<string, Set<string | undefined>>();
  let at = 0;
  let frame = 0;

  const isLost = (value: unknown) =>
    value instanceof Error || (typeof value === 'string' && (placeholders.has(value) || MARKER.test(value)));

  /** Data that a step computes from lost data is lost, unless the recording has the same. */
  function follow(actor: string, { context }: AnyMachineSnapshot) {
    const before = contexts.get(actor) ?? {};
    const lost = lostKeys.get(actor) ?? new Set<string>();
    lostKeys.set(actor, lost);
    for (const key of Object.keys(context)) {
      if (Reflect.get(before, key) === Reflect.get(context, key)) continue;
      if (!isComputed(actor, key)) lost.delete(key);
      else if (differs(actor, key)) lost.add(key);
    }
    contexts.set(actor, context);
    computing.delete(actor);
  }

  function isComputed(actor: string, key: string): boolean {
    const keys = computing.get(actor);
    return keys !== undefined && (keys.has(key) || keys.has(undefined));
  }

  function isLostKey(actor: string, key: string): boolean {
    return lostKeys.get(actor)?.has(key) === true || (isComputed(actor, key) && differs(actor, key));
  }

  function differs(actor: string, key: string): boolean {
    return differences.some(
      (difference) =>
        difference.frame === frame &&
        difference.actor === actor &&
        difference.parts.some(({ name }) => `${name}.`.startsWith(`${key}.`)),
    );
  }

  function inspect(event: InspectionEvent) {
    const seen = inspected(event);
    const actor = seen && names.get(seen.actor);
    if (actor === undefined) return;
    if (seen?.kind === 'handled' && isMachineSnapshot(seen.snapshot)) follow(actor, seen.snapshot);
    // XState runs the first guards when it creates an actor. The recording has their outcome when the actor starts.
    if (seen?.kind === 'received' && seen.event.type === INIT) {
      for (const read of reads.filter((each) => each.actor === actor && each.frame < frame)) {
        reads.push({ ...read, at, frame });
      }
    }
  }

  return {
    reads,
    inspect,
    onFrame: (index) => {
      frame = index;
    },
    onTime: (time) => {
      at = time;
    },
    onActor: (actorRef, actor) => {
      const machine = machineOf(actorRef);
      if (machine === undefined) return;
      names.set(actorRef, actor);
      const isRoot = parentOf(actorRef) === undefined;
      const machineName = isRoot ? actor.replace(/#\d+$/, '') : kindOf(actorRef);
      actorRef.logic = watchedMachine(machine, ({ isGuard, name, key }) => ({
        onRead: (value, path) => {
          const [, readKey = ''] = /^context\.([^.]+)/.exec(path) ?? [];
          if (!isLost(value) && !isLostKey(actor, readKey)) return;
          if (!isGuard) computing.set(actor, (computing.get(actor) ?? new Set()).add(key));
          reads.push({ at, frame, actor, machine: machineName, isGuard, reader: name, key, path });
        },
      }));
    },
  };
}
