import * as v from 'valibot';
import type { FastifyInstance } from 'fastify';
import type { CallName, Calls } from '#contract/calls.ts';
import { PROBLEM_MEDIA_TYPE } from '#contract/problem.ts';
import type { OpenFeed } from '../../src/web/browser/seatFeed.ts';
import { hold } from '../leftovers.ts';
import { feedOver } from './feedOver.ts';

/** Method and path of each API call. */
export type CallKind = { [Name in CallName]: `${Calls[Name]['method']} ${Calls[Name]['path']}` }[CallName];

/** A request that the pages sent. */
interface Call {
  readonly kind: string;
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly body: unknown;
}

/** Replaces the response to a request; `passOn` sends the request to the server. */
export type MockResponse = (passOn: () => Promise<Response>) => Promise<Response>;

/** A network error: the request does not reach the server. */
export const unreachable: MockResponse = () => Promise.reject(new TypeError('fetch failed'));

/** The server handles the request, but the response is lost. */
export const responseLost: MockResponse = async (passOn) => {
  await passOn();
  throw new TypeError('fetch failed');
};

/** The API's messages in prepared error responses. Pages in the language of the API show them. */
export const API_MESSAGES = {
  broken: 'The projector has broken',
  overloaded: 'The cinema is full of calls',
  tooManyRequests: 'The queue is too long',
};

/** An internal error: status 500. */
export const broken = refuse(500, 'internal', API_MESSAGES.broken);

/** The server is overloaded: status 503. */
export const overloaded = refuse(503, 'unavailable', API_MESSAGES.overloaded);

/** Too many requests: status 429, with a second to wait. */
export const tooManyRequests = refuse(429, 'too_many_attempts', API_MESSAGES.tooManyRequests, { retryAfter: 1 });

/** The session has ended: status 401. */
export const sessionOver = refuse(401, 'unauthenticated', 'The token is unknown');

function refuse(status: number, code: string, message: string, details: object = {}): MockResponse {
  const headers = { 'content-type': PROBLEM_MEDIA_TYPE };
  return async () => new Response(JSON.stringify({ status, code, message, ...details }), { status, headers });
}

/** The login page of a public Wi-Fi, instead of a response of the server. */
export const loginPage: MockResponse = async () =>
  new Response('<html>Welcome</html>', { headers: { 'content-type': 'text/html' } });

/** A request that is held back until the test releases it. */
export interface HeldCall {
  readonly arrived: Promise<void>;
  readonly release: () => void;
}

const METHOD = v.picklist(['GET', 'POST', 'PUT', 'DELETE']);

/** The fake network between pages and server, in which single requests can fail or wait. */
export type Network = ReturnType<typeof openNetwork>;

/** Connects the pages to a running server. Requests and responses are real unless the test replaces them. */
export function openNetwork(app: FastifyInstance) {
  const calls: Call[] = [];
  const feeds: ReturnType<typeof feedOver>[] = [];
  let feedsAreCut = false;
  const mockResponses: { kind: string; mockResponse: MockResponse }[] = [];
  const held = new Set<() => void>();
  const inProgress = new Set<Promise<unknown>>();

  const send = async (input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const path = pathname.replace(/^\/api\//, '').replace(/^(movie|booked-seats)\/.+$/, '$1/{title}');
    const kind = `${request.method} ${path}`;
    calls.push({
      kind,
      authorization: request.headers.get('authorization') ?? undefined,
      idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
      body: text === '' ? undefined : JSON.parse(text),
    });
    const passOn = async () => {
      const answer = await app.inject({
        method: v.parse(METHOD, request.method),
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
    const [replaced] = index === -1 ? [] : mockResponses.splice(index, 1);
    return replaced === undefined ? passOn() : replaced.mockResponse(passOn);
  };

  const openFeed: OpenFeed = (url) => {
    const feed = feedOver(app, url);
    feeds.push(feed);
    if (feedsAreCut) queueMicrotask(feed.cut);
    return feed;
  };

  /** Replaces the response to the next request of a kind. Two calls replace the next two responses, in order. */
  const nextCall = (kind: CallKind, mockResponse: MockResponse) => {
    mockResponses.push({ kind, mockResponse });
  };

  return {
    fetch: (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
      const release = hold('a request');
      const sent = send(input, init);
      const settled = sent
        .catch(() => undefined)
        .finally(() => {
          release();
          inProgress.delete(settled);
        });
      inProgress.add(settled);
      return sent;
    },
    openFeed,
    /** Closes the open feeds and every new one. */
    cutFeeds: () => {
      feedsAreCut = true;
      for (const feed of feeds) feed.cut();
    },
    /** The number of open feeds. */
    openFeeds: () => feeds.filter(({ readyState }) => readyState === 1).length,
    calls,
    /** The requests of one kind, oldest first. */
    callsOf: (kind: CallKind) => calls.filter((call) => call.kind === kind),
    nextCall,
    /** Holds back the next request of a kind before it reaches the server. */
    holdNext: (kind: CallKind): HeldCall => {
      const gate = Promise.withResolvers<void>();
      const arrival = Promise.withResolvers<void>();
      held.add(gate.resolve);
      nextCall(kind, async (passOn) => {
        arrival.resolve();
        await gate.promise;
        return passOn();
      });
      return { arrived: arrival.promise, release: () => gate.resolve() };
    },
    /** The kinds of the mock responses that no request has used. */
    unmet: () => mockResponses.map(({ kind }) => kind),
    /** Releases all held requests and waits until every request has finished. */
    settle: async () => {
      for (const release of held) release();
      await Promise.all(inProgress);
    },
  };
}
