import { hash } from 'node:crypto';
import * as v from 'valibot';
import { LONGEST_HOLD } from '#domain/timings.ts';
import type { Delivered, Delivery, SimulatedServer } from './server.ts';

const namedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ id: v.optional(v.string()), replaces: v.optional(v.string()) }),
);
/** A request whose body has arrived, and what the database said at that moment. */
interface Arrived {
  readonly request: Delivered;
  /** `POST user/tickets`, without the query. */
  readonly call: string;
  readonly userId: string | undefined;
  /** False if the session has ended, or the door; undefined on PostgreSQL. */
  readonly isSignedIn: boolean | undefined;
  /** The id of the user's running hold. */
  readonly running: string | undefined;
  /** How many requests of the user had arrived, this one included. */
  readonly nth: number;
  readonly wasAlone: boolean;
}

/**
 * The rules about each response of the server, whoever sends the request and whether the response arrives: nothing is changed for a
 * session or a door that has ended before the body arrived, and a request that names a hold by its id changes no other hold.
 */
export class Answers {
  readonly #server: SimulatedServer;
  readonly #report: (breach: string) => void;
  readonly #inProgress = new Map<string, { arrived: number; running: number }>();
  constructor(server: SimulatedServer, report: (breach: string) => void) {
    this.#server = server;
    this.#report = report;
  }

  /** Call it when a request has arrived with its body. Returns a function for its response. */
  readonly watch = (request: Delivered): ((answer: Delivery) => void) => {
    const arrived = this.#arrive(request);
    return (answer) => {
      const isAlone = this.#leave(arrived);
      this.#checkSession(arrived, answer);
      if (isAlone) this.#checkNamedHold(arrived, answer);
    };
  };

  #arrive(request: Delivered): Arrived {
    const call = `${request.method} ${request.url.replace(/^\/api\/|\?.*$/g, '')}`;
    const token = /^Bearer (\S+)$/.exec(request.headers['authorization'] ?? '')?.[1];
    const sessions =
      token === undefined
        ? []
        : this.#server.look(
            `select user_id from sessions where token_hash = ?1 and expires_at > ?2
              union select id from doors where token_hash = ?1 and ends_at > ?2 and closed_at is null`,
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

  #checkSession({ request, call, isSignedIn }: Arrived, { status }: Delivery): void {
    const isChange = request.headers['idempotency-key'] !== undefined || call === 'DELETE holds';
    if (isChange && isSignedIn === false && status < 400)
      this.#report(`${call} was answered with ${status}, but its session had ended before its body arrived`);
  }

  #checkNamedHold({ request, call, userId, running }: Arrived, { status, headers }: Delivery): void {
    const named = v.safeParse(namedSchema, request.body);
    if (userId === undefined || status >= 400 || headers['idempotency-replayed'] !== undefined || !named.success)
      return;
    const { id, replaces } = named.output;
    if (call === 'POST holds' && replaces !== undefined && running?.startsWith(replaces) !== true)
      this.#report(`User ${userId} replaced the hold ${replaces}, but ran ${running ?? 'none'}`);
    if (
      call === 'DELETE holds' &&
      id !== undefined &&
      running?.startsWith(id) !== true &&
      this.#runningHoldOf(userId) !== running
    )
      this.#report(`User ${userId} released the hold ${id}, but the hold ${running} ended`);
  }
}

function textIn(rows: readonly Record<string, unknown>[] | undefined, column: string): string | undefined {
  const value = rows?.[0]?.[column];
  return typeof value === 'string' ? value : undefined;
}
