import { createActor, SimulatedClock, type InspectionEvent } from 'xstate';
import { doorWire } from '#contract/door.ts';
import type { Conflict, QueuedChange, Signal } from '#domain/door.ts';
import {
  provideDoorEnvironment,
  type AskedCheck,
  type CameraListener,
  type DoorEnvironment,
  type SavedDoor,
  type StoredEntries,
} from '#machines/doorEnvironment.ts';
import type { Unsubscribe } from '#machines/environment.ts';
import { doorMachine } from '#machines/doorMachine.ts';
import { createClient } from '../../src/web/api/client.ts';
import { START } from '../fixtures/commands.ts';
import { door, hashOf, tickets } from '../fixtures/doorFixture.ts';
import { hold } from '../leftovers.ts';

/** Half an hour before the screening, when its doors are open. */
export const OPEN = START - 1_800_000;

/** No response, as if the network had lost the request. */
export const SILENCE = Symbol('no response');

/** The server cannot be reached. */
export const UNREACHABLE = Symbol('unreachable');

/** An error response. */
export class Refusal {
  readonly code: string;
  readonly retryAfter: number | undefined;
  constructor(code: string, retryAfter?: number) {
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

interface Sent {
  readonly kind: string;
  readonly body: unknown;
  readonly key: string | null;
}

/** A phone half an hour before the screening. Its tabs share the storage. The test answers the requests and moves the clock. */
export function openPhone({ hasToken = true } = {}) {
  const clock = new SimulatedClock();
  const stored: { token: string | undefined; saved: SavedDoor | undefined } = {
    token: hasToken ? 'token of the entrance' : undefined,
    saved: undefined,
  };
  const state = { isFull: false, room: 0, isHidden: false, isKeptReady: false, link: '', keys: 0 };
  const sent: Sent[] = [];
  const signals: Signal[] = [];
  const cameras = new Set<CameraListener>();
  const answers: Record<string, unknown> = {
    'GET door': door,
    'GET door/tickets': { tickets },
    'POST door/admissions': { answer: 'not_ours' },
    'DELETE door/admissions': { undone: true },
  };
  const now = () => OPEN + clock.now();

  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const kind = `${request.method} ${pathname.replace('/api/', '')}`;
    const text = await request.text();
    sent.push({ kind, body: text === '' ? undefined : JSON.parse(text), key: request.headers.get('idempotency-key') });
    // The test can resolve an answer later.
    const answer = await answers[kind];
    if (answer === UNREACHABLE) throw new TypeError('fetch failed');
    if (answer === SILENCE) return new Promise(() => undefined);
    if (!(answer instanceof Refusal)) return Response.json(answer);
    const { code, retryAfter } = answer;
    return Response.json({ status: 400, code, message: '', ...(retryAfter && { retryAfter }) }, { status: 400 });
  };

  const signal = createSignals();
  const queue = new Map<string, QueuedChange>();
  const conflicts = new Map<string, Conflict>();
  const asked = new Map<string, AskedCheck>();

  function openTab(inspect?: (event: InspectionEvent) => void) {
    const tab = Symbol('tab');
    const entries = <Entry extends { readonly key: string; readonly at: number }>(
      name: string,
      all: Map<string, Entry>,
    ): StoredEntries<Entry> => ({
      list: () => [...all.values()].toSorted((one, other) => one.at - other.at),
      add: (entry) => {
        if (state.isFull && queue.size >= state.room) return false;
        all.set(entry.key, entry);
        signal.report(name, tab);
        return true;
      },
      remove: (key) => {
        all.delete(key);
        signal.report(name, tab);
      },
      subscribe: (listener) => signal.on(name, listener, tab),
    });
    const environment: DoorEnvironment = {
      api: createClient({
        wire: doorWire,
        baseUrl: 'http://cinema/api/',
        fetch: send,
        readToken: () => stored.token,
        onRequestStarted: () => undefined,
        onRequestSettled: () => undefined,
        onSessionEnded: () => undefined,
      }),
      clock: {
        now,
        zone: 'Asia/Jakarta',
        every: (milliseconds, listener) => {
          let timer = clock.setTimeout(repeat, milliseconds);
          function repeat() {
            timer = clock.setTimeout(repeat, milliseconds);
            listener();
          }
          return () => clock.clearTimeout(timer);
        },
      },
      link: {
        take: () => {
          if (state.link !== '') stored.token = state.link;
          state.link = '';
        },
        subscribe: (listener) => signal.on('link', listener),
      },
      storage: {
        hasToken: () => stored.token !== undefined,
        onTokenChanged: (listener) => signal.on('token', listener),
        saved: {
          read: () => stored.saved,
          write: (saved) => {
            stored.saved = saved;
          },
          remove: () => {
            stored.saved = undefined;
          },
        },
        asked: entries('asked', asked),
        queue: entries('queue', queue),
        conflicts: entries('conflicts', conflicts),
      },
      camera: {
        start: (listener) => {
          cameras.add(listener);
          return () => cameras.delete(listener);
        },
      },
      device: {
        isHidden: () => state.isHidden,
        onVisibilityChange: (listener) => signal.on('visibility', listener),
        onOnline: (listener) => signal.on('online', listener),
        onOtherTab: (listener) => signal.on('another tab', listener, tab),
        notifyTabs: () => signal.report('another tab', tab),
        keepReady: () => {
          const release = hold('the lock of the screen');
          state.isKeptReady = true;
          return () => {
            release();
            state.isKeptReady = false;
          };
        },
        signal: (each) => signals.push(each),
      },
      sha256: async (code) => hashOf(code),
      createKey: () => `key-${(state.keys += 1)}`,
    };
    const actor = createActor(doorMachine, { clock, ...(inspect && { inspect }) });
    provideDoorEnvironment(actor, environment);
    actor.start();
    return {
      actor,
      state: () => actor.getSnapshot().value,
      context: () => actor.getSnapshot().context,
      /** Closes the tab, as a reload or an empty battery does. */
      close: () => actor.stop(),
    };
  }

  return {
    answers,
    clock,
    now,
    sent,
    signals,
    state,
    stored,
    queue,
    conflicts,
    asked,
    cameras,
    openTab,
    report: (name: string) => signal.report(name),
    /** Lets the camera of every tab read a text. */
    show: (text: string) => cameras.forEach(({ onRead }) => onRead(text)),
    /** Moves the clock, and waits for what follows. */
    pass: async (milliseconds: number) => {
      clock.increment(milliseconds);
      await settled();
    },
  };
}

/** Waits until every promise that needs no timer has settled. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function createSignals() {
  const all = new Set<{ readonly name: string; readonly listener: () => void; readonly tab: symbol | undefined }>();
  return {
    on: (name: string, listener: () => void, tab?: symbol): Unsubscribe => {
      const release = hold(`a subscription to ${name}`);
      const subscription = { name, listener, tab };
      all.add(subscription);
      return () => {
        release();
        all.delete(subscription);
      };
    },
    /** Calls the listeners, but not those of the tab that has changed the storage itself. */
    report: (name: string, from?: symbol) => {
      for (const each of Array.from(all))
        if (each.name === name && (from === undefined || each.tab !== from)) each.listener();
    },
  };
}
