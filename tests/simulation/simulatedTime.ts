import { AsyncLocalStorage } from 'node:async_hooks';
import nodeCrypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import nodeTimers from 'node:timers/promises';
import { createRandom, type Random } from './random.ts';

/** Something that starts timers: the server, or a tab. Its timers wait while it sleeps, and are dropped when it is gone. */
export interface Owner {
  readonly name: string;
  isAsleep: boolean;
  isGone: boolean;
}

interface Timer {
  at: number;
  readonly order: number;
  readonly interval: number | undefined;
  readonly owner: Owner | undefined;
  readonly run: () => void;
  isCleared: boolean;
}

/** Turns of the event loop without work after which everything that was to happen at this moment has happened. */
const QUIET_TURNS = 2;
/** After this many milliseconds of real time, time goes on although a request has not ended. */
const PATIENCE = 3000;

/**
 * The time of a simulation. While it is installed, every timer, `Date.now` and every random number of the process come from here,
 * so that one seed decides everything and hours pass in milliseconds.
 */
export class SimulatedTime {
  now: number;
  /** Whether work that nobody holds needs real time, such as a statement of a background task on PostgreSQL. */
  isWorking = (): boolean => false;
  readonly #random: Random;
  readonly #owners = new AsyncLocalStorage<Owner>();
  readonly #pending = new Set<Promise<unknown>>();
  #timers: Timer[] = [];
  #late: Timer[] = [];
  #count = 0;
  #ordered = 0;
  #uninstall: (() => void) | undefined;

  constructor(start: number, seed: string) {
    this.now = start;
    this.#random = createRandom(`${seed} ids`);
  }

  install(): void {
    const real = {
      setTimeout: globalThis.setTimeout,
      clearTimeout: globalThis.clearTimeout,
      setInterval: globalThis.setInterval,
      clearInterval: globalThis.clearInterval,
    };
    const { now } = Date;
    const { random } = Math;
    const { randomUUID, randomUUIDv7, randomBytes } = nodeCrypto;
    const { setTimeout: wait } = nodeTimers;
    Object.assign(globalThis, {
      setTimeout: (run: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) =>
        this.#start(() => run(...args), delay, undefined),
      clearTimeout: clearTimer,
      setInterval: (run: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) =>
        this.#start(() => run(...args), delay, Math.max(1, delay)),
      clearInterval: clearTimer,
    });
    Date.now = () => this.now;
    Math.random = this.#random.next;
    Object.assign(nodeTimers, {
      setTimeout: (delay = 0, value?: unknown, options?: WaitOptions) => this.#wait(delay, value, options),
    });
    Object.assign(nodeCrypto, {
      randomUUID: () => this.#uuid(),
      randomUUIDv7: () => this.#orderedUuid(),
      randomBytes: (size: number) => Buffer.from(Array.from({ length: size }, () => this.#random.below(256))),
    });
    Object.defineProperty(globalThis.crypto, 'getRandomValues', {
      configurable: true,
      value: (words: Uint32Array) => words.map((_, index, all) => (all[index] = this.#random.below(2 ** 32))),
    });
    syncBuiltinESMExports();
    this.#uninstall = () => {
      Object.assign(globalThis, real);
      Date.now = now;
      Math.random = random;
      Object.assign(nodeTimers, { setTimeout: wait });
      Object.assign(nodeCrypto, { randomUUID, randomUUIDv7, randomBytes });
      Reflect.deleteProperty(globalThis.crypto, 'getRandomValues');
      syncBuiltinESMExports();
    };
  }

  uninstall(): void {
    this.#uninstall?.();
  }

  /** Runs code whose timers, also those it starts later, belong to an owner. */
  runAs<Result>(owner: Owner, run: () => Result): Result {
    return this.#owners.run(owner, run);
  }

  /** Lets work that needs real time, such as a request to the server, end before time goes on. */
  hold<Result>(work: Promise<Result>): Promise<Result> {
    const settled: Promise<unknown> = work.then(
      () => this.#pending.delete(settled),
      () => this.#pending.delete(settled),
    );
    this.#pending.add(settled);
    return work;
  }

  /** Resolves after the given milliseconds of simulated time. */
  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.#start(resolve, milliseconds, undefined);
    });
  }

  /** Waits until everything that happens at this moment has happened. */
  async settle(): Promise<void> {
    const startedAt = performance.now();
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      await new Promise(setImmediate);
      const isWorking = this.#pending.size > 0 || this.isWorking();
      if (isWorking && performance.now() - startedAt < PATIENCE) quiet = -1;
    }
  }

  /** Advances time and runs every timer that is due, in order. */
  async advance(milliseconds: number): Promise<void> {
    const target = this.now + milliseconds;
    await this.settle();
    for (let timer = this.#next(target); timer !== undefined; timer = this.#next(target)) {
      this.now = Math.max(this.now, timer.at);
      this.#fire(timer);
      await this.settle();
    }
    this.now = target;
  }

  /** Runs the timers that came due while their owner slept. */
  wake(owner: Owner): void {
    owner.isAsleep = false;
    const due = this.#late.filter((timer) => timer.owner === owner);
    this.#late = this.#late.filter((timer) => timer.owner !== owner);
    for (const timer of due) {
      timer.at = this.now;
      this.#insert(timer);
    }
  }

  /** The number of timers that an owner has not cleared. */
  timersOf(owner: Owner): number {
    return [...this.#timers, ...this.#late].filter((timer) => timer.owner === owner && !timer.isCleared).length;
  }

  #start(run: () => void, delay: number, interval: number | undefined): TimerHandle {
    this.#count += 1;
    const timer: Timer = {
      at: this.now + Math.max(0, delay || 0),
      order: this.#count,
      interval,
      owner: this.#owners.getStore(),
      run: AsyncLocalStorage.bind(run),
      isCleared: false,
    };
    this.#insert(timer);
    return new TimerHandle(timer);
  }

  #insert(timer: Timer): void {
    const index = this.#timers.findLastIndex((each) => each.at <= timer.at);
    this.#timers.splice(index + 1, 0, timer);
  }

  #next(target: number): Timer | undefined {
    for (;;) {
      const [first] = this.#timers;
      if (first === undefined || first.at > target) return undefined;
      this.#timers.shift();
      if (first.isCleared || first.owner?.isGone === true) continue;
      if (first.owner?.isAsleep !== true) return first;
      this.#late.push(first);
    }
  }

  #fire(timer: Timer): void {
    if (timer.interval !== undefined) {
      timer.at = this.now + timer.interval;
      this.#insert(timer);
    } else timer.isCleared = true;
    timer.run();
  }

  #wait(delay: number, value: unknown, { signal }: WaitOptions = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(new DOMException('Aborted', 'AbortError'));
      // Only the server pauses. Its pauses have no owner, because the work that began one may be a response to a sleeping tab.
      const timer = this.#owners.exit(() => this.#start(() => resolve(value), delay, undefined));
      signal?.addEventListener('abort', () => {
        timer.clear();
        reject(new DOMException('Aborted', 'AbortError'));
      });
    });
  }

  /** Begins with the time, and then a number that only rises. */
  #orderedUuid(): string {
    this.#ordered += 1;
    const time = this.now.toString(16).padStart(12, '0');
    const order = this.#ordered.toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${order}`;
  }

  #uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.#random.below(16).toString(16)).join('');
    return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join(
      '-',
    );
  }
}

interface WaitOptions {
  readonly signal?: AbortSignal;
}

/** The part of Node's timer objects that the product and its libraries use. */
class TimerHandle {
  readonly #timer: Timer;

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  clear(): void {
    this.#timer.isCleared = true;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }
}

function clearTimer(handle: unknown): void {
  if (handle instanceof TimerHandle) handle.clear();
}
