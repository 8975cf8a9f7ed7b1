import { Actor, type ActorRefLike, type AnyActor } from 'xstate';
import { createActorNames } from '../src/xstate-visit/recording/actors.ts';

/** Something that the code under test has opened and has to close again. */
interface Held {
  readonly what: string;
  readonly opened: { readonly stack?: string };
}

/** A call of a wrapped function: `call` runs the original. */
type Wrapping = (call: (...replaced: unknown[]) => unknown, args: unknown[], self: unknown) => unknown;

const PROJECT = `${import.meta.dirname}/../`;
const TIMERS = {
  setTimeout: 'clearTimeout',
  setInterval: 'clearInterval',
  requestAnimationFrame: 'cancelAnimationFrame',
};

const held = new Set<Held>();
/** Actors that the project's code started, and the line of the stack that started each. */
const started = new Map<AnyActor, string>();
const wrapped = new WeakSet<Function>();
const { nameOf } = createActorNames();
/** Matches a line of a stack trace in the watched folders. */
let place = placePattern('src/web|machines');

/** Watches the code of the server instead of that of the client. */
export function watchServerCode(): void {
  place = placePattern('src/server');
}

/** Records that something is open, such as a request. Returns a function that records its end. */
export function hold(what: string): () => void {
  const entry = { what, opened: traceFrom(hold) };
  held.add(entry);
  return () => void held.delete(entry);
}

/**
 * Stops the actors that tests have started, and returns a sentence for each thing that the product opened since the last call and did
 * not close, with the line that opened it. Ignores what libraries, tests and the inspector open: the inspector lives as long as the page.
 */
export function takeLeftovers(): string[] {
  for (const [actor, caller] of started) {
    // An actor that a test created with a parent is not among the parent's children.
    if (isRunning(actor) && placesIn(caller).length === 0) actor.send({ type: 'xstate.stop' });
  }
  const running = [...started].filter(([actor]) => isRunning(actor));
  const leftovers = [
    ...running.map(([actor, caller]) => `the actor ${nameOf(actor)}, from ${placesIn(caller).join()}`),
    ...[...held].map(({ what, opened }) => `${what}, from ${placesIn(opened.stack).slice(0, 3).join(' < ')}`),
  ];
  held.clear();
  started.clear();
  return leftovers.toSorted();
}

/** Watches the actors that the project starts and its subscriptions to actors. */
export function watchActors(): void {
  wrap(Actor.prototype, 'start', (call, _, self) => {
    const caller = callerOfWrapped();
    if (self instanceof Actor && !/node_modules|src\/xstate-visit/.test(caller)) started.set(self, caller);
    return call();
  });
  for (const method of ['subscribe', 'on']) {
    wrap(Actor.prototype, method, (call, [observer], self) => {
      const subscription = call();
      // A subscription to errors alone may last until the actor ends: its creator reports them.
      if (!isObject(subscription) || (isObject(observer) && !('next' in observer))) return subscription;
      const release = holdForProduct(`a subscription to the actor ${self instanceof Actor ? nameOf(self) : ''}`);
      wrap(subscription, 'unsubscribe', (unsubscribe) => {
        release?.();
        return unsubscribe();
      });
      return subscription;
    });
  }
}

/** Watches the timers of the product. Fake timers replace the watched ones: watch those as well. */
export function watchTimers(): void {
  for (const [set, clear] of Object.entries(TIMERS)) {
    const running = new Map<unknown, () => void>();
    wrap(globalThis, set, (call, [callback, delay = 0, ...args]) => {
      const release = holdForProduct(`${set} of ${String(delay)} ms`);
      if (release === undefined || typeof callback !== 'function') return call();
      const isOnce = set !== 'setInterval';
      const run = (...given: unknown[]) => {
        if (isOnce) release();
        return Reflect.apply(callback, undefined, given);
      };
      const timer = call(run, delay, ...args);
      running.set(timer, release);
      return timer;
    });
    wrap(globalThis, clear, (call, [timer]) => {
      running.get(timer)?.();
      running.delete(timer);
      return call();
    });
  }
}

/** Watches event listeners of these targets, mutation observers and broadcast channels, which can outlive the elements of a page. */
export function watchBrowser(targets: Readonly<Record<string, EventTarget>>): void {
  for (const [name, target] of Object.entries(targets)) {
    const listeners = new Map<unknown, Map<string, () => void>>();
    wrap(target, 'addEventListener', (call, [type, listener, options]) => {
      const release = holdForProduct(`a listener for ${String(type)} on ${name}`);
      if (release === undefined) return call();
      if (isSet(options, 'once')) call(type, release, options);
      const ofListener = listeners.get(listener) ?? new Map<string, () => void>();
      listeners.set(listener, ofListener.set(keyOf(type, options), release));
      return call();
    });
    wrap(target, 'removeEventListener', (call, [type, listener, options]) => {
      listeners.get(listener)?.get(keyOf(type, options))?.();
      return call();
    });
  }
  watchPair(MutationObserver.prototype, 'observe', 'disconnect', 'an observer of mutations');
  watchPair(BroadcastChannel.prototype, 'addEventListener', 'close', 'a channel to other tabs');
}

/** Watches a pair of methods, one of which opens something that the other closes. */
function watchPair(target: object, open: string, close: string, what: string): void {
  const opened = new WeakMap<object, () => void>();
  wrap(target, open, (call, _, self) => {
    const release = holdForProduct(what);
    if (release !== undefined && isObject(self)) opened.set(self, release);
    return call();
  });
  wrap(target, close, (call, _, self) => {
    if (isObject(self)) opened.get(self)?.();
    return call();
  });
}

/** Like `hold`, but only if the product's own code is the caller; undefined for a library or a test. */
export function holdForProduct(what: string): (() => void) | undefined {
  return placesIn(callerOfWrapped()).length === 0 ? undefined : hold(what);
}

/** Replaces a method by one that calls `wrapping`. Does nothing if the method is already wrapped. */
export function wrap(target: object, name: string, wrapping: Wrapping): void {
  const original: unknown = Reflect.get(target, name);
  if (typeof original !== 'function' || wrapped.has(original)) return;
  const wrapper = {
    [name](this: unknown, ...args: unknown[]): unknown {
      return callWrapped(original, wrapping, args, this);
    },
  }[name];
  if (wrapper === undefined) return;
  // Fake timers store the original functions as properties of their functions.
  Object.assign(wrapper, original);
  wrapped.add(wrapper);
  Object.defineProperty(target, name, { value: wrapper, configurable: true, writable: true });
}

function callWrapped(original: Function, wrapping: Wrapping, args: unknown[], self: unknown): unknown {
  return wrapping((...replaced) => Reflect.apply(original, self, replaced.length === 0 ? args : replaced), args, self);
}

function traceFrom(caller: Function): { readonly stack?: string } {
  const trace: { stack?: string } = {};
  Error.captureStackTrace(trace, caller);
  return trace;
}

/** The line of the stack that called a wrapped function. */
function callerOfWrapped(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 2;
  const { stack = '' } = traceFrom(callWrapped);
  Error.stackTraceLimit = stackTraceLimit;
  return stack.split('\n')[2] ?? '';
}

/** The files and lines of the product's own code in a stack trace, innermost first. */
export function placesIn(stack = ''): string[] {
  return stack.split('\n').flatMap((line) => {
    const [, found] = place.exec(line.replace(PROJECT, '')) ?? [];
    return found === undefined || /node_modules|tests\//.test(line) ? [] : [found];
  });
}

function placePattern(folders: string): RegExp {
  return new RegExp(`((?:${folders})/[^:)]+:\\d+)`);
}

function keyOf(type: unknown, options: unknown): string {
  return `${String(type)} ${String(options === true || isSet(options, 'capture'))}`;
}

function isSet(options: unknown, name: string): boolean {
  return isObject(options) && Reflect.get(options, name) === true;
}

function isRunning(actor: ActorRefLike | undefined): boolean {
  const snapshot: unknown = actor?.getSnapshot();
  return isObject(snapshot) && 'status' in snapshot && snapshot.status === 'active';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
