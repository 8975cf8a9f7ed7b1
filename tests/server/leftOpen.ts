import { subscribe } from 'node:diagnostics_channel';
import { errorMonitor } from 'node:events';
import { Server } from 'node:net';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { finished } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { hold, holdForProduct, wrap } from '../leftovers.ts';

let isWatching = false;

/**
 * Watches the resources that the server's code must close: applications and their requests, servers that listen, and pauses.
 * `takeLeftovers` returns those that are still open.
 */
export function watchServer(): void {
  if (isWatching) return;
  isWatching = true;
  subscribe('fastify.initialization', (message) => {
    if (isInitialization(message)) watchApplication(message.fastify);
  });
  wrap(timers, 'setTimeout', (call, [milliseconds]) => {
    const release = holdForProduct(`a pause of ${String(milliseconds)} ms`);
    const pause = call();
    if (release !== undefined && pause instanceof Promise) void pause.then(release, release);
    return pause;
  });
  // The product imports the functions by name.
  syncBuiltinESMExports();
  wrap(Server.prototype, 'listen', (call, _, self) => {
    const release = holdForProduct('a server that listens');
    // A server that cannot listen emits an error and nothing else.
    if (release !== undefined && self instanceof Server) self.once('close', release).once(errorMonitor, release);
    return call();
  });
}

function isInitialization(message: unknown): message is { readonly fastify: FastifyInstance } {
  return typeof message === 'object' && message !== null && 'fastify' in message;
}

/** An application that never became ready, because a plugin refused its options, has nothing to close. */
function watchApplication(app: FastifyInstance): void {
  let release: (() => void) | undefined;
  app.addHook('onReady', async () => {
    release = hold('an application');
  });
  app.addHook('onClose', async () => release?.());
  app.addHook('onRequest', ({ raw, method, routeOptions }, reply, done) => {
    // Fastify has no hook for a response whose client has disconnected.
    finished(reply.raw, hold(`a request ${method} ${routeOptions.url ?? raw.url ?? ''}`));
    done();
  });
}
