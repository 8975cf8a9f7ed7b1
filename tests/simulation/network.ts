import { PROBLEM_MEDIA_TYPE } from '#contract/problem.ts';
import type { OpenFeed } from '../../src/web/browser/seatFeed.ts';
import type { Delivery, SimulatedServer } from './server.ts';
import type { Owner, SimulatedTime } from './simulatedTime.ts';
import { feedEvents } from '../server/feedData.ts';

/**
 * A fault of one request. `duplicated`: the network delivers the request a second time, after this many milliseconds. `late`: the
 * device loses the connection at once, and the network still delivers the request after this many milliseconds.
 */
export type Fault =
  | { readonly kind: 'requestLost' | 'responseLost' }
  | { readonly kind: 'delayed'; readonly ms: number }
  | { readonly kind: 'duplicated' | 'late'; readonly ms: number }
  | { readonly kind: 'refused'; readonly status: 429 | 500 | 503 }
  | { readonly kind: 'failedAfterwards' };

/** A request as it is sent. */
export interface SentRequest {
  readonly method: string;
  /** Relative to the API, without a query. */
  readonly path: string;
  readonly key: string | null;
  readonly body: string;
}

/** Decides the fault of a request. Its name has the device, the call and a number, such as `visitor 2: POST user/tickets #3`. */
export type FindFault = (request: string) => Fault | undefined;

/** The device that a request comes from. */
export interface Sender {
  readonly name: string;
  readonly address: string;
  readonly owner: Owner;
  readonly isOnline: () => boolean;
}

/** Milliseconds that a request and its response each need. */
const LATENCY = 30;
const RECONNECT = 1500;
const CODES = { 429: 'too_many_attempts', 500: 'internal', 503: 'unavailable' } as const;
const CLOSED = 2;
const nothing = () => undefined;

/** The network between the devices and the server. */
export class Network {
  /** Called with the name of the sender when it sends a request, also if the request does not reach the server. */
  watchRequest: (name: string, request: SentRequest) => void = nothing;
  readonly #time: SimulatedTime;
  readonly #server: SimulatedServer;
  readonly #findFault: FindFault;
  readonly #counts = new Map<string, number>();
  readonly #feeds = new Set<{ readonly sender: Sender; readonly lose: () => void }>();
  readonly #owner: Owner = { name: 'network', isAsleep: false, isGone: false };
  #inProgress = 0;

  constructor(time: SimulatedTime, server: SimulatedServer, findFault: FindFault) {
    this.#time = time;
    this.#server = server;
    this.#findFault = findFault;
  }

  get requestsInProgress(): number {
    return this.#inProgress;
  }

  feedsOf(owner: Owner): number {
    return [...this.#feeds].filter(({ sender }) => sender.owner === owner).length;
  }

  /** Ends every open feed, or those of one device. */
  cutFeeds(name?: string): void {
    for (const { sender, lose } of new Set(this.#feeds)) if (name === undefined || sender.name === name) lose();
  }

  fetchFrom(sender: Sender): typeof fetch {
    return (input, init) => this.send(sender, new Request(input, init));
  }

  /** @param bodyMs Milliseconds between the arrival of the headers and that of the body. */
  async send(sender: Sender, request: Request, bodyMs = 0): Promise<Response> {
    const body = await request.text();
    const { method, url, headers } = request;
    this.watchRequest(sender.name, { method, path: pathOf(url), key: headers.get('idempotency-key'), body });
    this.#inProgress += 1;
    const answer = await this.#time
      .runAs(this.#owner, () => this.#carry(sender, request, body, bodyMs))
      .catch((error: unknown) => error)
      .finally(() => {
        this.#inProgress -= 1;
      });
    // A closed tab never learns the outcome.
    if (sender.owner.isAsleep) await this.#time.runAs(sender.owner, () => this.#time.pause(0));
    if (sender.owner.isGone) return new Promise<Response>(() => undefined);
    if (!(answer instanceof Response)) throw new TypeError('fetch failed');
    return answer;
  }

  /** Opens feeds that reconnect by themselves like the browser's EventSource, except after an error response. */
  openFeedFrom(sender: Sender): OpenFeed {
    return (url) => {
      const listeners = new Map<string, Set<(event: { readonly data: unknown }) => void>>();
      let readyState = 0;
      let hangUp = nothing;
      let connections = 0;
      const end = () => {
        readyState = CLOSED;
        this.#feeds.delete(entry);
        hangUp();
      };
      const report = (type: string, data?: string) => listeners.get(type)?.forEach((listener) => listener({ data }));
      const lose = () => {
        if (readyState === CLOSED) return;
        readyState = 0;
        hangUp();
        report('error');
        setTimeout(() => void connect(), RECONNECT);
      };
      const entry = {
        sender,
        lose: () => {
          hangUp();
          this.#time.runAs(sender.owner, () => setTimeout(lose, 0));
        },
      };
      const connect = async () => {
        connections += 1;
        const connection = connections;
        await this.#time.pause(LATENCY);
        if (readyState === CLOSED || connection !== connections) return;
        const { app, processOwner } = this.#server;
        if (!sender.isOnline() || app === undefined || processOwner === undefined) return lose();
        const answer = await this.#time.hold(
          this.#time.runAs(processOwner, () =>
            app.inject({
              url,
              remoteAddress: sender.address,
              headers: { accept: 'text/event-stream' },
              payloadAsStream: true,
            }),
          ),
        );
        const stream = answer.stream();
        // Destroying the response is the only way to close an injected stream.
        const leave = () => void answer.raw.res.destroy();
        if (answer.statusCode !== 200) {
          if (connection !== connections) return undefined;
          end();
          return report('error');
        }
        if (readyState === CLOSED || connection !== connections) return leave();
        let isCurrent = true;
        hangUp = () => {
          isCurrent = false;
          leave();
          return undefined;
        };
        readyState = 1;
        report('open');
        try {
          for await (const { type, data } of feedEvents(stream)) if (isCurrent) report(type, data);
        } catch {
          // The stream was destroyed.
        }
        if (isCurrent) lose();
      };
      this.#feeds.add(entry);
      void connect();
      return {
        get readyState() {
          return readyState;
        },
        addEventListener(type: string, listener: (event: { readonly data: unknown }) => void) {
          listeners.set(type, (listeners.get(type) ?? new Set()).add(listener));
        },
        close: end,
      };
    };
  }

  async #carry(sender: Sender, request: Request, body: string, bodyMs: number): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const call = `${request.method} ${pathOf(request.url).replace(/^(movie|booked-seats|holds)\/.+$/, '$1/{}')}`;
    const name = `${sender.name}: ${call}`;
    const number = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, number);
    const fault = this.#findFault(`${name} #${number}`);
    if (!sender.isOnline()) throw new TypeError('The device is offline');
    const deliver = () =>
      this.#server.receive({
        method: request.method,
        url: `${pathname}${search}`,
        headers: Object.fromEntries(request.headers),
        body,
        bodyMs,
        address: sender.address,
      });
    await this.#time.pause(LATENCY + (fault?.kind === 'delayed' ? fault.ms : 0));
    if (fault?.kind === 'requestLost') throw new TypeError('The request is lost');
    if (fault?.kind === 'refused') return this.#refuse(fault.status);
    if (fault?.kind === 'late') {
      void this.#repeat(fault.ms, deliver);
      throw new TypeError('The connection is lost');
    }
    if (fault?.kind === 'duplicated') void this.#repeat(fault.ms, deliver);
    const answer = await deliver();
    await this.#time.pause(LATENCY);
    if (fault?.kind === 'responseLost' || !sender.isOnline()) throw new TypeError('The response is lost');
    return fault?.kind === 'failedAfterwards' ? this.#refuse(500) : responseOf(answer);
  }

  async #repeat(ms: number, deliver: () => Promise<Delivery>): Promise<void> {
    await this.#time.pause(ms);
    await deliver().catch(() => undefined);
  }

  #refuse(status: 429 | 500 | 503): Response {
    const wait = status === 429 ? { retryAfter: 1 } : {};
    const problem = { status, code: CODES[status], message: `The network answers with ${status}`, ...wait };
    const date = new Date(this.#server.now).toUTCString();
    return new Response(JSON.stringify(problem), { status, headers: { 'content-type': PROBLEM_MEDIA_TYPE, date } });
  }
}

/** The path of a URL, relative to the API. */
function pathOf(url: string): string {
  return new URL(url).pathname.replace(/^\/api\//, '');
}

function responseOf({ status, headers, body }: Delivery): Response {
  const copied = new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));
  return new Response(status === 204 ? null : body, { status, headers: copied });
}
