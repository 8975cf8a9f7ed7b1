import * as v from 'valibot';
import type { FastifyInstance } from 'fastify';
import type { CallName, Calls } from '#contract/calls.ts';
import { PROBLEM_MEDIA_TYPE } from '#contract/problem.ts';
import type { OpenFeed } from '../../src/web/environment/seatFeed.ts';
import { hold } from '../leftovers.ts';
import { feedOver } from './feedOver.ts';

/** The calls of the product, named as section 7 of the specification lists them; and ours. */
export type CallKind = { [Name in CallName]: `${Calls[Name]['method']} ${Calls[Name]['path']}` }[CallName];

/** One call as the pages sent it. */
interface Call {
  readonly kind: string;
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly body: unknown;
}

/** The way of one call: passed on, refused, lost or held. */
export type MockResponse = (passOn: () => Promise<Response>) => Promise<Response>;

/** The line is dead: the call does not arrive. */
export const unreachable: MockResponse = () => Promise.reject(new TypeError('fetch failed'));

/** The call arrives and is carried out, but its answer is lost. */
export const responseLost: MockResponse = async (passOn) => {
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

/** Something that is not the cinema answers: a proxy in the place of a server that does not, or the Wi-Fi of an airport. */
export function answeredByOther(status: 200 | 502 | 504 | 522): MockResponse {
  return async () => new Response('<html>Welcome</html>', { status, headers: { 'content-type': 'text/html' } });
}

/** A call that waits on its way until the test lets it go. */
export interface HeldCall {
  readonly arrived: Promise<void>;
  readonly release: () => void;
}

const METHOD = v.picklist(['GET', 'POST', 'PUT', 'DELETE']);

/** The way between the pages and the server, on which single calls can be made to fail or to wait. */
export type Network = ReturnType<typeof openNetwork>;

/** Lays the way to a running application; its answers are real: method, headers, body and status. */
export function openNetwork(app: FastifyInstance) {
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
    const [met] = index === -1 ? [] : mockResponses.splice(index, 1);
    return met === undefined ? passOn() : met.mockResponse(passOn);
  };

  const openFeed: OpenFeed = (url) => {
    const feed = feedOver(app, url);
    feeds.push(feed);
    if (feedsAreCut) queueMicrotask(feed.cut);
    return feed;
  };

  /** Decides what becomes of the next call of a kind; decided twice, of the next two. */
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
          underWay.delete(settled);
        });
      underWay.add(settled);
      return sent;
    },
    openFeed,
    /** Cuts the feeds that are open, and lets none through until they are mended. */
    cutFeeds: () => {
      feedsAreCut = true;
      for (const feed of feeds) feed.cut();
    },
    mendFeeds: () => {
      feedsAreCut = false;
    },
    /** The feeds that are open now. */
    openFeeds: () => feeds.filter(({ readyState }) => readyState === 1).length,
    calls,
    /** The calls of one kind, oldest first. */
    callsOf: (kind: CallKind) => calls.filter((call) => call.kind === kind),
    nextCall,
    /** Holds the next call of a kind before it arrives. */
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
    /** The mock responses that no call met. */
    unmet: () => mockResponses.map(({ kind }) => kind),
    /** Lets every held call go and waits until nothing is on its way. */
    settle: async () => {
      for (const release of held) release();
      await Promise.all(underWay);
    },
  };
}
