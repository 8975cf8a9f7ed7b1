import { assign, createActor, createMachine, fromCallback, type AnyActorLogic, type AnyEventObject } from 'xstate';
import type { User } from '#contract/user.ts';
import { provideEnvironment } from '#machines/environment.ts';
import { sessionMachine, type Account } from '#machines/sessionMachine.ts';
import { createEnvironment } from '../../src/web/browser/createEnvironment.ts';
import { documentEnvironment } from '../../src/web/rendering/documentEnvironment.ts';
import { hold } from '../leftovers.ts';
import { controlledCall } from './controlledCall.ts';
import { idleCallback } from './idleCallback.ts';

/** The browser before an actor starts. Times are in epoch milliseconds. */
export interface Given {
  readonly now?: number;
  readonly isHidden?: boolean;
  readonly renderedAt?: number;
  readonly random?: number;
  readonly location?: object;
  /** The stored texts, by key. */
  readonly stored?: Readonly<Record<string, string>>;
}

const API = 'http://cinema/api/';
const never = () => new Promise<never>(() => undefined);
const quiet = documentEnvironment({ url: new URL(API), fetch: never, now: 0, zone: 'UTC' });

/** The root as other actors see it: only its location. */
function locationMachine(location: object | undefined) {
  return createMachine({
    context: { location },
    on: { moved: { actions: assign({ location: ({ event }) => event['location'] }) } },
  });
}

/**
 * The real environment, above a browser and a network that the test controls. An actor started here runs alone: the root holds only
 * the location, and the session waits for the test.
 */
export function openPlatform(given: Given = {}) {
  const state = { now: 0, isHidden: false, location: undefined, ...given };
  const texts = new Map(Object.entries({ 'nobar-now.token': 'token', ...given.stored }));
  const listeners = new Map<string, Set<(detail: unknown) => void>>();
  const requests: string[] = [];
  const tokens: (string | null)[] = [];
  const answers: ((response: Response) => void)[] = [];
  const received: AnyEventObject[] = [];
  let isLoading = false;

  const on = (name: string, listener: (detail: unknown) => void) => {
    const release = hold(`a subscription to ${name}`);
    const all = listeners.get(name) ?? new Set();
    listeners.set(name, all.add(listener));
    return () => {
      release();
      all.delete(listener);
    };
  };

  const environment = createEnvironment({
    apiUrl: API,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const address = `${request.method} ${request.url.replace(API, '')}`;
      const key = request.headers.get('idempotency-key');
      const parts = [address, await request.text(), key && `with ${key}`, isLoading && 'under the overlay'];
      requests.push(parts.filter((part) => part).join(' '));
      tokens.push(request.headers.get('authorization'));
      return new Promise((resolve) => answers.push(resolve));
    },
    openFeed: (url) => {
      requests.push(`stream of ${url}`);
      const ends: (() => void)[] = [];
      const feed = {
        readyState: 0,
        addEventListener: (type: string, listener: (event: { readonly data: unknown }) => void) => {
          const end = on(`the feed's ${type}`, (detail) => {
            if (type === 'error') feed.readyState = Number(detail);
            listener({ data: detail });
          });
          ends.push(end);
        },
        close: () => ends.forEach((end) => end()),
      };
      return feed;
    },
    now: () => state.now,
    zone: 'UTC',
    visitor: Promise.resolve(),
    storedText: (_, key, onRefused) => ({
      read: () => texts.get(key),
      write: (text) => (text === 'refused' ? onRefused?.() : void texts.set(key, text)),
      remove: () => void texts.delete(key),
      subscribe: (listener) => on(`${key} of another tab`, listener),
    }),
    device: {
      ...quiet.device,
      isHidden: () => state.isHidden,
      onVisibilityChange: (listener) => on('visibility', listener),
      onOnline: (listener) => on('online', listener),
      onScroll: (listener) => on('scroll', (pixels) => listener(Number(pixels))),
      onOtherTab: (listener) => on('another tab', listener),
      retainFocus: () => on('focus', () => undefined),
      shareLink: () => Promise.resolve({ outcome: 'copied' }),
    },
  });
  environment.onRequest((report) => {
    isLoading = report === 'request.started';
  });

  const parent = createActor(fromCallback(({ receive }) => receive((event) => void received.push(event)))).start();
  const app = createActor(locationMachine(given.location), { parent, systemId: 'app' }).start();
  createActor(idleCallback<undefined>(), { parent, systemId: 'toasts' }).start();
  provideEnvironment(parent, {
    ...environment,
    clock: { ...environment.clock, every: (pause, listener) => on(`every ${pause} ms`, listener) },
    createKey: () => 'key-1',
    random: given.random ?? 0,
    renderedAt: given.renderedAt,
    loadPage: () => undefined,
  });
  const account = controlledCall<Account, { isUserKnown: boolean; loading: boolean }>();
  const idle = idleCallback<undefined>();
  const session = createActor(
    sessionMachine.provide({
      actors: {
        loadUser: controlledCall<User | undefined, { loading: boolean }>().actor,
        loadAccount: account.actor,
        revokeToken: controlledCall<void, undefined>().actor,
        watchSession: idle,
        watchToken: idle,
        watchTabs: idle,
        watchOnline: idle,
        watchSavedTickets: idle,
      },
    }),
    { parent, systemId: 'session' },
  ).start();

  return {
    state,
    texts,
    environment,
    session,
    account,
    /** The requests so far, as method, path, body, idempotency key, and whether they show the overlay. */
    requests,
    /** The authorization of each request. */
    tokens,
    /** The names of what an actor is subscribed to. */
    subscriptions: () => [...listeners].flatMap(([name, all]) => [...all].map(() => name)),
    /** Calls the listeners of a subscription with this name. */
    signal: (name: string, detail?: unknown) => {
      for (const listener of listeners.get(name) ?? []) listener(detail);
    },
    goTo: (location: object) => app.send({ type: 'moved', location }),
    /** Whether a request has no response yet. */
    isWaiting: () => answers.length > 0,
    /** Responds to the oldest request. */
    answer: (body: unknown) =>
      answers.shift()?.(body === undefined ? new Response(null, { status: 204 }) : Response.json(body)),
    refuse: (code: string) => answers.shift()?.(Response.json({ status: 400, code, message: '' }, { status: 400 })),
    start: (logic: AnyActorLogic, input?: unknown) => createActor(logic, { parent, input }).start(),
    /** The events that the actor sent since the last call. */
    takeEvents: () => received.splice(0),
  };
}
