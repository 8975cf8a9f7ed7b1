import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DefaultQueryExecutor, TransactionBuilder } from 'kysely';
import { createSeatChanges, type SeatChanges } from '../../src/server/seatChanges.ts';
import { hold, placesIn, wrap } from '../leftovers.ts';

/** Files that use the database although no response depends on it, each with its reason. */
const IN_BACKGROUND: Readonly<Record<string, string>> = {
  'src/server/feeds/seatFeeds.ts':
    'The feed sends the seats after they are read. The response to a buyer does not wait for that.',
};

const WRITES_SEATS = /^(?:insert into|update|delete from) "taken_seats"/;

/** A request with its unfinished statements and transactions. */
interface Running {
  readonly name: string;
  readonly effects: Set<string>;
  hasResponse: boolean;
  /** The statements that have changed seats since the last notification of the seat feeds. */
  unnotified: string[];
}

const TRANSACTION = 'a transaction';

const current = new AsyncLocalStorage<Running>();
const late: string[] = [];
/** The applications whose changes of seats are watched. */
const watched = new WeakSet<FastifyInstance>();
let isWatching = false;

/** Returns a sentence for each effect that a response did not wait for or a feed was not notified of, and clears the list. */
export function takeLateEffects(): string[] {
  return late.splice(0);
}

/** Watches the requests of all applications, and the statements and transactions that they start on any database. */
export function watchEffects(): void {
  if (isWatching) return;
  isWatching = true;
  subscribe('fastify.initialization', (message) => {
    if (isInitialization(message)) watchRequests(message.fastify);
  });
  const executor: unknown = Object.getPrototypeOf(DefaultQueryExecutor.prototype);
  if (typeof executor !== 'object' || executor === null)
    throw new Error('DefaultQueryExecutor of Kysely has no base class');
  wrap(executor, 'executeQuery', (call, [query]) => follow(sqlOf(query), call));
  wrap(TransactionBuilder.prototype, 'execute', (call) => follow(TRANSACTION, call));
}

/**
 * A channel for seat changes that records each notification before the COMMIT of its request's transaction, and each subscription
 * that is not ended.
 */
export function watchedSeatChanges(): SeatChanges {
  const { notify, subscribe: subscribeTo } = createSeatChanges();
  return {
    notify() {
      const request = current.getStore();
      for (const effect of request?.effects ?? [])
        late.push(`${request?.name} notified the seat feeds before the end of ${effect}`);
      if (request !== undefined) request.unnotified = [];
      notify();
    },
    subscribe(listener) {
      const release = hold('a subscription to seat changes');
      const end = subscribeTo(listener);
      return async () => {
        release();
        await end();
      };
    },
  };
}

/** Records each request of an application that changes seats without a notification. Its channel must be `watchedSeatChanges()`. */
export function watchNotifications(app: FastifyInstance): void {
  watched.add(app);
}

function isInitialization(message: unknown): message is { readonly fastify: FastifyInstance } {
  return typeof message === 'object' && message !== null && 'fastify' in message;
}

function watchRequests(app: FastifyInstance): void {
  const running = new WeakMap<FastifyRequest['raw'], Running>();
  app.addHook('onRequest', ({ raw, method, routeOptions }, _reply, done) => {
    const name = `${method} ${routeOptions.url ?? raw.url ?? ''}`;
    const request: Running = { name, effects: new Set(), hasResponse: false, unnotified: [] };
    running.set(raw, request);
    current.run(request, done);
  });
  // Node reads a body in the async context of the connection. Here the request's own context is set again.
  app.addHook('preValidation', ({ raw }, _reply, done) => {
    const request = running.get(raw);
    if (request === undefined) done();
    else current.run(request, done);
  });
  app.addHook('onSend', ({ raw }, _reply, payload, done) => {
    const request = running.get(raw);
    if (request !== undefined) {
      request.hasResponse = true;
      for (const effect of request.effects) late.push(`${request.name} sent its response before the end of ${effect}`);
      for (const effect of watched.has(app) ? request.unnotified : [])
        late.push(`${request.name} did not notify the seat feeds after ${effect}`);
    }
    done(null, payload);
  });
}

/** Runs an effect, and records it when the response of its request does not wait for it. */
function follow(what: string, call: () => unknown): unknown {
  const request = current.getStore();
  if (request === undefined) return call();
  const places = placesIn(new Error(what).stack);
  if (places.some((place) => IN_BACKGROUND[place.replace(/:\d+$/, '')] !== undefined)) return call();
  const effect = `${what}, from ${places.slice(0, 3).join(' < ')}`;
  if (request.hasResponse) late.push(`${request.name} sent its response before the start of ${effect}`);
  request.effects.add(effect);
  const ending = call();
  if (ending instanceof Promise) void watchEnd(request, { what, effect, ending });
  return ending;
}

/** Forgets an effect when it ends, and remembers a change of seats until the seat feeds are notified. */
async function watchEnd(
  request: Running,
  { what, effect, ending }: { readonly what: string; readonly effect: string; readonly ending: Promise<unknown> },
): Promise<void> {
  try {
    const result = await ending;
    if (WRITES_SEATS.test(what) && hasChangedRows(result)) request.unnotified.push(effect);
  } catch {
    // A transaction that fails has changed nothing.
    if (what === TRANSACTION) request.unnotified = [];
  } finally {
    request.effects.delete(effect);
  }
}

/** Whether the result of a statement that writes reports rows: those that it returns, or their number. */
function hasChangedRows(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return false;
  const returned = 'rows' in result && Array.isArray(result.rows) && result.rows.length > 0;
  return returned || ('numAffectedRows' in result && Number(result.numAffectedRows ?? 0) > 0);
}

function sqlOf(query: unknown): string {
  return typeof query === 'object' && query !== null && 'sql' in query ? String(query.sql) : 'a statement';
}
