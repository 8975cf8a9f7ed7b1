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

/** A request with its unfinished statements and transactions. */
interface Running {
  readonly name: string;
  readonly effects: Set<string>;
  hasResponse: boolean;
}

const current = new AsyncLocalStorage<Running>();
const late: string[] = [];
let isWatching = false;

/** Returns a sentence for each effect that outlasted its response, and clears the list. */
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
  wrap(TransactionBuilder.prototype, 'execute', (call) => follow('a transaction', call));
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

function isInitialization(message: unknown): message is { readonly fastify: FastifyInstance } {
  return typeof message === 'object' && message !== null && 'fastify' in message;
}

function watchRequests(app: FastifyInstance): void {
  const running = new WeakMap<FastifyRequest['raw'], Running>();
  app.addHook('onRequest', ({ raw, method, routeOptions }, _reply, done) => {
    const name = `${method} ${routeOptions.url ?? raw.url ?? ''}`;
    const request = { name, effects: new Set<string>(), hasResponse: false };
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
  const end = () => void request.effects.delete(effect);
  const ending = call();
  if (ending instanceof Promise) void ending.then(end, end);
  return ending;
}

function sqlOf(query: unknown): string {
  return typeof query === 'object' && query !== null && 'sql' in query ? String(query.sql) : 'a statement';
}
