import type { FastifyInstance } from 'fastify';
import type { CallName, Calls } from '#contract/calls.ts';
import { PROBLEM_MEDIA_TYPE } from '#contract/apiErrors.ts';
import type { OpenFeed } from '../../src/web/api/liveSeats.ts';
import { feedOver } from './feedOver.ts';

/** The calls of the product, named as section 7 of the specification lists them; and ours. */
export type CallKind = { [Name in CallName]: `${Calls[Name]['method']} ${Calls[Name]['path']}` }[CallName];

/** One call as the pages sent it. */
export interface Call {
  readonly kind: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly body: unknown;
}

type Passage = () => Promise<Response>;

/** The way of one call: passed on, refused, lost or held. */
export type MockResponse = (passOn: Passage) => Promise<Response>;

/** The line is dead: the call does not arrive. */
export const unreachable: MockResponse = () => Promise.reject(new TypeError('fetch failed'));

/** The call arrives and is carried out, but its answer is lost. */
export const answerLost: MockResponse = async (passOn) => {
  await passOn();
  throw new TypeError('fetch failed');
};

/** The server breaks and says so. */
export const broken = refuse(500, 'internal', 'The projector has broken');

/** The server has no time for it and says so. */
export const overloaded = refuse(503, 'unavailable', 'The cinema is full of calls');

function refuse(status: number, code: string, message: string): MockResponse {
  const headers = { 'content-type': PROBLEM_MEDIA_TYPE };
  return async () => new Response(JSON.stringify({ status, code, message }), { status, headers });
}

/** A proxy answers with this status in the place of a server that does not. */
export function answeredByProxy(status: 502 | 503 | 504): MockResponse {
  return async () => new Response('<html>No answer</html>', { status, headers: { 'content-type': 'text/html' } });
}

/** Something that is not the cinema answers. */
export const garbage: MockResponse = async () =>
  new Response('<html>Welcome to the airport Wi-Fi</html>', { status: 200, headers: { 'content-type': 'text/html' } });

/** A call that waits on its way until the test lets it go. */
export interface HeldCall {
  readonly arrived: Promise<void>;
  readonly release: () => void;
}

/** The way between the pages and the server, on which single calls can be made to fail or to wait. */
export interface Network {
  readonly fetch: typeof fetch;
  readonly openFeed: OpenFeed;
  /** Cuts the feeds that are open, and lets none through until they are mended. */
  readonly cutFeeds: () => void;
  readonly mendFeeds: () => void;
  /** The feeds that are open now. */
  readonly openFeeds: () => number;
  readonly calls: readonly Call[];
  /** The calls of one kind, oldest first. */
  readonly callsOf: (kind: CallKind) => Call[];
  /** Decides what becomes of the next call of a kind; decided twice, of the next two. */
  readonly nextCall: (kind: CallKind, mockResponse: MockResponse) => void;
  /** Holds the next call of a kind. */
  readonly holdNext: (kind: CallKind, then?: MockResponse) => HeldCall;
  /** Lets the next call of a kind arrive and be carried out, and holds its answer. */
  readonly holdAnswer: (kind: CallKind) => HeldCall;
  /** The fates that no call met. */
  readonly unmet: () => string[];
  /** Lets every held call go and waits until nothing is on its way. */
  readonly settle: () => Promise<void>;
}

/** Lays the way to a running application; its answers are real: method, headers, body and status. */
export function openNetwork(app: FastifyInstance): Network {
  const calls: Call[] = [];
  const feeds: ReturnType<typeof feedOver>[] = [];
  let feedsAreCut = false;
  const mockResponses: { kind: string; mockResponse: MockResponse }[] = [];
  const held = new Set<() => void>();
  const underWay = new Set<Promise<unknown>>();

  const send = async (input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const kind = kindOf(request.method, pathname);
    calls.push({
      kind,
      path: `${pathname}${search}`,
      authorization: request.headers.get('authorization') ?? undefined,
      contentType: request.headers.get('content-type') ?? undefined,
      idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
      body: text === '' ? undefined : JSON.parse(text),
    });
    const passOn = async () => {
      const answer = await app.inject({
        method: methodOf(request.method),
        url: `${pathname}${search}`,
        headers: Object.fromEntries(request.headers),
        ...(text === '' ? {} : { payload: text }),
      });
      const headers = new Headers(
        Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
      );
      return new Response(answer.statusCode === 204 ? null : answer.payload, { status: answer.statusCode, headers });
    };
    const index = mockResponses.findIndex((each) => each.kind === kind);
    const [met] = index === -1 ? [] : mockResponses.splice(index, 1);
    return met === undefined ? passOn() : met.mockResponse(passOn);
  };

  const nextCall = (kind: CallKind, mockResponse: MockResponse) => {
    mockResponses.push({ kind, mockResponse });
  };

  return {
    openFeed(url) {
      const feed = feedOver(app, url);
      feeds.push(feed);
      if (feedsAreCut) queueMicrotask(feed.cut);
      return feed;
    },
    cutFeeds() {
      feedsAreCut = true;
      for (const feed of feeds) feed.cut();
    },
    mendFeeds() {
      feedsAreCut = false;
    },
    openFeeds: () => feeds.filter(({ readyState }) => readyState === 1).length,
    calls,
    fetch: (input, init) => {
      const sent = send(input, init);
      const settled = sent.catch(() => undefined).finally(() => underWay.delete(settled));
      underWay.add(settled);
      return sent;
    },
    callsOf: (kind) => calls.filter((call) => call.kind === kind),
    nextCall,
    holdNext: (kind, then = (passOn) => passOn()) => {
      const gate = Promise.withResolvers<void>();
      const arrival = Promise.withResolvers<void>();
      held.add(gate.resolve);
      nextCall(kind, async (passOn) => {
        arrival.resolve();
        await gate.promise;
        return then(passOn);
      });
      return { arrived: arrival.promise, release: () => gate.resolve() };
    },
    holdAnswer: (kind) => {
      const gate = Promise.withResolvers<void>();
      const carriedOut = Promise.withResolvers<void>();
      held.add(gate.resolve);
      nextCall(kind, async (passOn) => {
        const answer = await passOn();
        carriedOut.resolve();
        await gate.promise;
        return answer;
      });
      return { arrived: carriedOut.promise, release: () => gate.resolve() };
    },
    unmet: () => mockResponses.map(({ kind }) => kind),
    settle: async () => {
      for (const release of held) release();
      await Promise.all(underWay);
    },
  };
}

function kindOf(method: string, pathname: string): string {
  const path = pathname.replace(/^\/api\//, '').replace(/^(movie|booked-seats)\/.+$/, '$1/{title}');
  return `${method} ${path}`;
}

function methodOf(method: string) {
  switch (method) {
    case 'GET':
    case 'POST':
    case 'PUT':
    case 'DELETE':
      return method;
    default:
      throw new Error(`The product does not send ${method}`);
  }
}
