import type { FastifyInstance } from 'fastify';
import { FEED_HEARTBEAT } from '#domain/timings.ts';
import type { Feed } from '../../src/web/browser/seatFeed.ts';
import { hold } from '../leftovers.ts';
import { feedEvents } from '../server/feedData.ts';

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 2;

/**
 * Replaces EventSource, which jsdom does not have. Reads from the server. Its heartbeats follow the time of the pages, because those of
 * the server follow real time.
 */
export function feedOver(app: FastifyInstance, url: string): Feed & { readonly cut: () => void } {
  const listeners = new Map<string, Set<(event: { readonly data: unknown }) => void>>();
  const release = hold(`the feed ${url}`);
  let readyState: number = CONNECTING;
  let hangUp: (() => void) | undefined;

  const report = (type: string, data?: string) => listeners.get(type)?.forEach((listener) => listener({ data }));
  const pass = (type: string, data: string) => {
    if (readyState === OPEN) report(type, data);
  };
  const heartbeat = setInterval(() => pass('heartbeat', '{}'), FEED_HEARTBEAT);
  const close = () => {
    readyState = CLOSED;
    clearInterval(heartbeat);
    release();
    hangUp?.();
  };
  const lose = () => {
    if (readyState === CLOSED) return;
    close();
    report('error');
  };

  const read = async () => {
    const answer = await app.inject({ url, headers: { accept: 'text/event-stream' }, payloadAsStream: true });
    const stream = answer.stream();
    hangUp = () => stream.destroy();
    if (answer.statusCode !== 200) return;
    if (readyState === CLOSED) return hangUp();
    readyState = OPEN;
    report('open');
    for await (const { type, data } of feedEvents(stream)) if (type === 'message') pass(type, data);
  };
  void read().then(lose, lose);

  return {
    get readyState() {
      return readyState;
    },
    addEventListener(type: string, listener: (event: { readonly data: unknown }) => void) {
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener));
    },
    close,
    cut: lose,
  };
}
