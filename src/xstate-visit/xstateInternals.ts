import * as xstate from 'xstate';
import {
  Actor,
  StateMachine,
  type ActorRefLike,
  type AnyActor,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type EventObject,
  type ExecutableActionObject,
  type InspectionEvent,
  type Snapshot,
} from 'xstate';

// Everything that the package knows of XState beyond its documented interface: private properties, names of its own events, and the
// shape of its built-in actions. Another version of XState needs changes in this file only.

/** The events that XState creates for its own purposes. */
export const INIT = 'xstate.init';
export const STOP = 'xstate.stop';

/** XState's events that end an effect. */
const ENDS = /^xstate\.(?:promise\.(?:resolve|reject)|observable\.(?:error|complete))$/;

/** XState's events with a value of an effect. */
const ANSWERS = /^xstate\.(?:promise|observable)\./;

/** XState's own actions, which a replay must run: they change or notify machines. `xstate.log` is missing, because it writes a log. */
const NEEDED = /^xstate\.(?:assign|cancel|emit|enqueueActions|raise|sendTo|spawnChild|stopChild)$/;

/** The id of a machine without an id of its own. */
const NO_ID = '(machine)';

export function endsEffect(eventType: string): boolean {
  return ENDS.test(eventType);
}

export function isAnswerOfEffect(eventType: string): boolean {
  return ANSWERS.test(eventType);
}

const AFTER = /^xstate\.after\.([^.]+)\./;
const ACTOR = /^xstate\.(?:done\.actor|error\.actor|snapshot)\.(.+)$/;

/** The name of the delay that an event ends; undefined for other events. */
export function delayOf(eventType: string): string | undefined {
  return AFTER.exec(eventType)?.[1];
}

/** The id of the child whose result, error or snapshot the event has; undefined for other events. */
export function childOf(eventType: string): string | undefined {
  return ACTOR.exec(eventType)?.[1];
}

/** The state whose end the event reports; undefined for other events. */
export function finishedState(eventType: string): string | undefined {
  return /^xstate\.done\.state\.(.+)$/.exec(eventType)?.[1];
}

/** Whether an event says that a child is done, has failed, or has a new snapshot. */
export function isAbout(eventType: string, outcome: 'done' | 'error' | 'snapshot'): boolean {
  return eventType.startsWith(outcome === 'snapshot' ? 'xstate.snapshot.' : `xstate.${outcome}.actor.`);
}

/** The name of an action of XState without its prefix. */
export function shortName(actionType: string): string {
  return actionType.replace('xstate.', '');
}

/** Whether XState sends the event itself. */
export function isOwnEvent(eventType: string): boolean {
  return eventType.startsWith('xstate.');
}

export function isOwnAction(actionType: string): boolean {
  return actionType.startsWith('xstate.');
}

/** The event that an action of XState emits; undefined for other actions. */
export function emittedEvent({ type, params }: { readonly type: string; readonly params?: unknown }): unknown {
  return type === 'xstate.emit' && typeof params === 'object' && params !== null && 'event' in params
    ? params.event
    : undefined;
}

/** The event that an action of XState raises; undefined for other actions. */
export function raisedEvent({ type, params }: { readonly type: string; readonly params: unknown }) {
  const isRaise = type === 'xstate.raise' && typeof params === 'object' && params !== null && 'event' in params;
  return isRaise && isEvent(params.event) ? params.event : undefined;
}

function isEvent(value: unknown): value is AnyEventObject {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The id that the author of the machine gave it. */
export function givenId({ id }: AnyStateMachine): string | undefined {
  return id === NO_ID ? undefined : id;
}

/** The name under which an actor's parent knows its logic; undefined for inline logic. */
export function sourceName(actor: ActorRefLike): string | undefined {
  const source: unknown = actor instanceof Actor ? actor.src : undefined;
  return typeof source === 'string' && !isOwnEvent(source) ? source : undefined;
}

/** The actor's parent; undefined for a root actor. */
export function parentOf(actor: ActorRefLike): ActorRefLike | undefined {
  return actor instanceof Actor ? actor.options.parent : undefined;
}

/** The value of a private property of actors that have stopped. */
const STOPPED = 2;

/**
 * The actor's status; `active` for a reference that is no actor of this page. A machine that was restored from a snapshot of a stopped
 * one keeps that status, but runs.
 */
export function statusOf(actor: ActorRefLike): string {
  if (!(actor instanceof Actor)) return 'active';
  const status = String(actor.getSnapshot().status);
  return status === 'stopped' && Reflect.get(actor, '_processingStatus') !== STOPPED ? 'active' : status;
}

/** The output of an actor that has ended. */
export function outputOf(actor: ActorRefLike): unknown {
  return actor instanceof Actor ? actor.getSnapshot().output : undefined;
}

/** The error of an actor that crashed. */
export function errorOf(actor: ActorRefLike): unknown {
  return actor instanceof Actor ? actor.getSnapshot().error : undefined;
}

/** A report of XState about an actor system, in our own terms. */
export type Inspected =
  /** The actor has no snapshot yet. */
  | { readonly kind: 'created'; readonly actor: ActorRefLike }
  | {
      readonly kind: 'received';
      readonly actor: ActorRefLike;
      readonly source: ActorRefLike | undefined;
      readonly event: AnyEventObject;
    }
  /** Transitions were taken; their actions come next. */
  | {
      readonly kind: 'transitions';
      readonly actor: ActorRefLike;
      readonly event: AnyEventObject;
      readonly transitions: readonly AnyTransitionDefinition[];
    }
  | {
      readonly kind: 'action';
      readonly actor: ActorRefLike;
      readonly action: { readonly type: string; readonly params: unknown };
    }
  /** The actor has handled the event. */
  | {
      readonly kind: 'handled';
      readonly actor: ActorRefLike;
      readonly event: AnyEventObject;
      readonly snapshot: Snapshot<unknown>;
    };

/** Reads an inspection event of XState 5. Undefined for a kind of a later version. */
export function inspected(inspection: InspectionEvent): Inspected | undefined {
  const { actorRef: actor } = inspection;
  switch (inspection.type) {
    case '@xstate.actor':
      return { kind: 'created', actor };
    case '@xstate.event':
      return { kind: 'received', actor, source: inspection.sourceRef, event: inspection.event };
    case '@xstate.microstep': {
      const { event, _transitions: transitions } = inspection;
      return { kind: 'transitions', actor, event, transitions };
    }
    case '@xstate.action':
      return { kind: 'action', actor, action: inspection.action };
    case '@xstate.snapshot':
      return { kind: 'handled', actor, event: inspection.event, snapshot: inspection.snapshot };
    case '@xstate.transition':
    default:
      return undefined;
  }
}

/** Whether an object stands for an actor in a persisted snapshot. */
export function isPersistedActor(value: object): boolean {
  return 'xstate$$type' in value;
}

/** The delay of an action of XState; undefined for other actions. */
export function delayedBy({ params }: { readonly params: unknown }): Delayed | undefined {
  return isDelayed(params) ? params : undefined;
}

/** Whether an action of XState cancels a delayed event, other than at the exit of a state with `after`. */
export function isCancel({ type, params }: { readonly type: string; readonly params: unknown }): boolean {
  if (type !== 'xstate.cancel') return false;
  return (
    typeof params !== 'object' ||
    params === null ||
    !('sendId' in params) ||
    !String(params.sendId).startsWith('xstate.after.')
  );
}

interface Delayed {
  readonly event: EventObject;
  readonly delay: number;
  readonly id?: string | undefined;
}

function isDelayed(params: unknown): params is Delayed {
  return (
    typeof params === 'object' &&
    params !== null &&
    'event' in params &&
    'delay' in params &&
    typeof params.delay === 'number'
  );
}

interface ScheduledEvent {
  readonly source: AnyActorRef;
  readonly target: AnyActorRef;
  readonly event: EventObject;
  /** Identifies it among those of its source. */
  readonly id: string;
  /** In milliseconds. */
  readonly delay: number;
}

/** Delayed events that have not been sent yet. */
export function scheduledEvents(system: AnyActorRef['system']): readonly ScheduledEvent[] {
  const { _scheduledEvents: events } = system.getSnapshot();
  return Object.values(events);
}

/**
 * Keeps a new actor from having effects: it runs no custom action, named or inline, and if it is an effect itself, such as a promise or
 * a callback, it does not start. Call it from the inspection event of the actor's creation, before the actor has a snapshot.
 */
export function silence(actor: AnyActor): void {
  // Transition logic has no `start`: it is a pure function.
  const scope = scopeOf(actor);
  const run = scope.actionExecutor;
  scope.actionExecutor = (action) => run(NEEDED.test(action.type) ? action : { ...action, exec: undefined });
  if (!(actor.logic instanceof StateMachine) && 'start' in actor.logic) actor.logic = silent(actor.logic);
}

/**
 * Keeps a new actor from reporting its snapshot to its parent at its start, as a restored one does. Call it like `silence`.
 * @returns a function that lets it report later snapshots
 */
export function startQuietly(actor: AnyActor): () => void {
  const { system, options, id } = actor;
  const relay: unknown = Reflect.get(system, '_relay');
  if (Reflect.get(actor, '_syncSnapshot') !== true || typeof relay !== 'function') return () => undefined;
  Reflect.set(actor, '_syncSnapshot', false);
  return () => {
    Reflect.set(actor, '_syncSnapshot', true);
    const report = (snapshot: Snapshot<unknown>) => {
      if (snapshot.status !== 'active') return;
      Reflect.apply(relay, system, [actor, options.parent, { type: `xstate.snapshot.${id}`, snapshot }]);
    };
    actor.subscribe({ next: report, error: () => undefined });
  };
}

/** XState has no public way to intercept actions. */
function scopeOf(actor: AnyActor): { actionExecutor: (action: ExecutableActionObject) => void } {
  return actor['_actorScope'];
}

/** Whether an actor runs its actions through the function that `silence` replaces. */
export function canBeSilenced(actor: AnyActor): boolean {
  return typeof scopeOf(actor).actionExecutor === 'function';
}

/** Ends a silenced effect with an error, which XState then sends to its parent. */
const FAIL = 'xstate.visit.fail';

/** The event with which a silenced effect fails as recorded; undefined for an event that is not the error of a child. */
export function failureOf(event: AnyEventObject): AnyEventObject | undefined {
  return event.type.startsWith('xstate.error.actor.') ? { type: FAIL, error: event['error'] } : undefined;
}

/** Logic that never starts, but handles the recorded results and values of the effect. */
function silent(logic: AnyActorLogic): AnyActorLogic {
  return {
    ...logic,
    start: () => undefined,
    transition: (...step) => {
      const [snapshot, event] = step;
      if (event.type === FAIL) return { ...snapshot, status: 'error', error: event['error'] };
      try {
        return logic.transition(...step);
      } catch {
        // A callback or an observable that has not started cannot handle an event or stop.
        return snapshot;
      }
    },
  };
}

/** Whether a value is the logic of an actor. */
export function isLogic(value: object): boolean {
  return value instanceof StateMachine || ('transition' in value && 'getInitialSnapshot' in value);
}

/** Whether XState keeps the property of a configuration for itself. */
export function isOwnKey(key: string): boolean {
  return key.startsWith('_');
}

/** The pure function of transition logic; undefined for machines and for effects such as promises. */
export function reducerOf(logic: object): unknown {
  return 'config' in logic && !('start' in logic) && !(logic instanceof StateMachine) ? logic.config : undefined;
}

/** The state of transition logic as data; nothing for other actors. */
export function reducedBy(actor: ActorRefLike): { readonly context?: object } {
  if (!(actor instanceof Actor) || reducerOf(actor.logic) === undefined) return {};
  return { context: { context: actor.getSnapshot().context } };
}

/** The parts of a built-in action or guard that the app has written; undefined for a function of the app. */
export function partsOfBuiltIn(value: object): Readonly<Record<string, unknown>> | undefined {
  const isBuiltIn = 'resolve' in value || 'check' in value;
  if (!isBuiltIn) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !OF_XSTATE.test(key)));
}

/** The parts of a built-in action or guard that are functions of XState. */
const OF_XSTATE = /^(?:resolve|retryResolve|execute|check)$/;

/** How a guard combines others; undefined for a guard of the app. */
export function combinationOf(guard: unknown): 'not' | 'or' | 'and' | undefined {
  const check = checkOf(guard);
  if (check === undefined) return undefined;
  // XState 6 has no such guards. A named import would fail before `requireSupportedXState` can say so.
  if (check === checkOf(xstate.not(''))) return 'not';
  return check === checkOf(xstate.or([])) ? 'or' : 'and';
}

/** Evaluates a guard. Throws when the guard does, or when the machine has no implementation of its name. */
export function isPassing(guard: unknown, event: EventObject, snapshot: AnyMachineSnapshot): boolean {
  const check = checkOf(xstate.and([]));
  const { context } = snapshot;
  if (typeof check !== 'function') throw new Error('XState has no guard “and”.');
  return Reflect.apply(check, undefined, [snapshot, { context, event }, { guards: [guard] }]) === true;
}

/** The function of XState that evaluates a combination of guards. */
function checkOf(guard: unknown): unknown {
  return typeof guard === 'function' && 'guards' in guard && 'check' in guard ? guard.check : undefined;
}
