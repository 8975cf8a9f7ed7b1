import { hash } from 'node:crypto';
import * as v from 'valibot';
import { LONGEST_HOLD } from '#domain/timings.ts';
import type { Delivered, Delivery, SimulatedServer } from './server.ts';

const MINUTE = 60_000;
const SECOND = 1000;
/** Seconds. */
const LONGEST_WAIT = 3600;
const REFUSAL_LIFE = 15 * MINUTE;
const TOO_MANY_REQUESTS = 429;

/** Refusals that come before the command runs, or that say nothing about it. The server stores no such refusal. */
const NOT_FINAL = new Set(['unauthenticated', 'wrong_password', 'invalid_request']);

const problemSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ code: v.string(), message: v.string(), retryAfter: v.optional(v.number()) }),
);
const namedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ id: v.optional(v.string()), replaces: v.optional(v.string()) }),
);
const wishSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    movieTitle: v.string(),
    showtimeDate: v.string(),
    showtimeTime: v.string(),
    seatNumbers: v.array(v.number()),
  }),
);

/** A refusal of a hold that says after how many seconds the same request may succeed. */
interface Wait {
  readonly at: number;
  readonly until: number;
  readonly message: string;
}

/** A request whose body has arrived, and what the database said at that moment. */
interface Arrived {
  readonly request: Delivered;
  /** `POST user/tickets`, without the query. */
  readonly call: string;
  readonly userId: string | undefined;
  /** False if the session has ended; undefined on PostgreSQL. */
  readonly isSignedIn: boolean | undefined;
  /** The id of the user's running hold. */
  readonly running: string | undefined;
  /** How many requests of the user had arrived, this one included. */
  readonly nth: number;
  readonly wasAlone: boolean;
}

/**
 * The rules about each response of the server, whoever sends the request and whether the response arrives: nothing is changed for a
 * session that has ended before the body arrived; who asks again in time after a 429 is not refused for the same reason; a refused
 * command never succeeds; and a request that names a hold by its id changes no other hold.
 */
export class Answers {
  readonly #server: SimulatedServer;
  readonly #report: (breach: string) => void;
  readonly #inProgress = new Map<string, { arrived: number; running: number }>();
  /** When each command was refused, by the server's clock. */
  #refused = new Map<string, number>();
  #waits = new Map<string, Wait>();

  constructor(server: SimulatedServer, report: (breach: string) => void) {
    this.#server = server;
    this.#report = report;
  }

  /** Call it when an older database came back: earlier responses are no longer true. */
  forget(): void {
    this.#refused = new Map();
    this.#waits = new Map();
  }

  /** Call it when a request has arrived with its body. Returns a function for its response. */
  readonly watch = (request: Delivered): ((answer: Delivery) => void) => {
    const arrived = this.#arrive(request);
    return (answer) => {
      const isAlone = this.#leave(arrived);
      if (answer.status === TOO_MANY_REQUESTS) this.#checkRetryAfter(arrived, answer);
      this.#checkSession(arrived, answer);
      this.#checkRefusal(arrived, answer);
      if (isAlone && !this.#server.repeatsTime) this.#checkNamedHold(arrived, answer);
      if (arrived.call === 'POST holds') this.#checkWait(arrived, answer);
    };
  };

  #arrive(request: Delivered): Arrived {
    const call = `${request.method} ${request.url.replace(/^\/api\/|\?.*$/g, '')}`;
    const token = /^Bearer (\S+)$/.exec(request.headers['authorization'] ?? '')?.[1];
    const sessions =
      token === undefined
        ? []
        : this.#server.look(
            'select user_id from sessions where token_hash = ? and expires_at > ?',
            hash('sha256', token, 'base64url'),
            this.#server.now,
          );
    const userId = textIn(sessions, 'user_id');
    const counts = this.#inProgress.get(userId ?? '') ?? { arrived: 0, running: 0 };
    this.#inProgress.set(userId ?? '', counts);
    counts.arrived += 1;
    counts.running += 1;
    return {
      request,
      call,
      userId,
      isSignedIn: sessions === undefined ? undefined : userId !== undefined,
      running: userId === undefined ? undefined : this.#runningHoldOf(userId),
      nth: counts.arrived,
      wasAlone: counts.running === 1,
    };
  }

  /** Returns whether no other request of the user was in progress since this one arrived. */
  #leave({ userId, nth, wasAlone }: Arrived): boolean {
    const counts = this.#inProgress.get(userId ?? '');
    if (counts === undefined) return false;
    counts.running -= 1;
    return wasAlone && counts.arrived === nth;
  }

  #runningHoldOf(userId: string): string | undefined {
    const { now } = this.#server;
    const rows = this.#server.look(
      'select id from holds where user_id = ? and expires_at > ? and expires_at <= ?',
      userId,
      now,
      now + LONGEST_HOLD,
    );
    return textIn(rows, 'id');
  }

  #checkRetryAfter({ call }: Arrived, { headers, body }: Delivery): void {
    const seconds = String(headers['retry-after']);
    const { retryAfter } = v.parse(problemSchema, body);
    const isInTime = /^[1-9]\d*$/.test(seconds) && Number(seconds) <= LONGEST_WAIT;
    if (!isInTime || String(retryAfter) !== seconds)
      this.#report(`${call} was answered with 429 and Retry-After ${seconds}: ${body}`);
  }

  #checkSession({ request, call, isSignedIn }: Arrived, { status }: Delivery): void {
    const isChange = request.headers['idempotency-key'] !== undefined || call === 'DELETE holds';
    if (isChange && isSignedIn === false && status < 400)
      this.#report(`${call} was answered with ${status}, but its session had ended before its body arrived`);
  }

  #checkRefusal({ request, call }: Arrived, { status, body }: Delivery): void {
    const key = request.headers['idempotency-key'];
    if (key === undefined) return;
    const { now, steadySince } = this.#server;
    const name = `${call} ${key}`;
    if (status >= 400) {
      const isFinal = status < 500 && status !== TOO_MANY_REQUESTS && !NOT_FINAL.has(v.parse(problemSchema, body).code);
      if (isFinal && !this.#refused.has(name)) this.#refused.set(name, now);
      return;
    }
    const at = this.#refused.get(name) ?? Number.NEGATIVE_INFINITY;
    if (now < at + REFUSAL_LIFE && at >= steadySince)
      this.#report(`${call} was refused, but the same request succeeded ${now - at} ms later`);
    this.#refused.delete(name);
  }

  #checkNamedHold({ request, call, userId, running }: Arrived, { status, headers }: Delivery): void {
    const named = v.safeParse(namedSchema, request.body);
    if (userId === undefined || status >= 400 || headers['idempotency-replayed'] !== undefined || !named.success)
      return;
    const { id, replaces } = named.output;
    if (call === 'POST holds' && replaces !== undefined && replaces !== running)
      this.#report(`User ${userId} replaced the hold ${replaces}, but ran ${running ?? 'none'}`);
    if (call === 'DELETE holds' && id !== undefined && id !== running && this.#runningHoldOf(userId) !== running)
      this.#report(`User ${userId} released the hold ${id}, but the hold ${running} ended`);
  }

  #checkWait({ request, userId }: Arrived, { status, body }: Delivery): void {
    if (userId === undefined) return;
    const name = `${userId} ${JSON.stringify({ ...v.parse(wishSchema, request.body) })}`;
    const { now, steadySince } = this.#server;
    const problem = status === TOO_MANY_REQUESTS ? v.parse(problemSchema, body) : undefined;
    if (problem?.code !== 'too_many_holds') return;
    const { message, retryAfter = 0 } = problem;
    const wait = this.#waits.get(name);
    if (wait !== undefined && now < wait.until) return;
    this.#waits.set(name, { at: now, until: now + retryAfter * SECOND, message });
    if (wait?.message === message && wait.at >= steadySince && !this.#hasReason(wait.at, userId, request))
      this.#report(
        `User ${userId} was to wait for ${(wait.until - wait.at) / SECOND} s (${message}), but was refused again after ${(now - wait.at) / SECOND} s`,
      );
  }

  /** Whether another hold of the account, the network or a seat began since, or a cancelled ticket put time back. */
  #hasReason(since: number, userId: string, { body, address }: Delivered): boolean {
    const { movieTitle, showtimeDate, showtimeTime, seatNumbers } = v.parse(wishSchema, body);
    const showing = [movieTitle, showtimeDate, showtimeTime];
    const [row] =
      this.#server.look(
        `select
          (select count(*) from holds where held_at >= ? and (user_id = ? or
            (movie_title = ? and showtime_date = ? and showtime_time = ? and (network = ? or exists (
              select 1 from json_each(seat_numbers) where value in (select value from json_each(?))))))) as holds,
          (select count(*) from tickets where cancelled_at >= ? and (user_id = ? or
            (movie_title = ? and showtime_date = ? and showtime_time = ?))) as cancelled`,
        since,
        userId,
        ...showing,
        address,
        JSON.stringify(seatNumbers),
        since,
        userId,
        ...showing,
      ) ?? [];
    return Number(row?.['holds']) + Number(row?.['cancelled']) > 0;
  }
}

function textIn(rows: readonly Record<string, unknown>[] | undefined, column: string): string | undefined {
  const value = rows?.[0]?.[column];
  return typeof value === 'string' ? value : undefined;
}
