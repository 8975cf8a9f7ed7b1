import type { FastifyInstance } from 'fastify';
import type { Feed } from '../../src/web/environment/seatFeed.ts';
import { hold } from '../leftovers.ts';
import { feedData } from '../server/feedData.ts';

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 2;

/** Replaces EventSource, which jsdom does not have. Reads from the server and never reconnects. */
export function feedOver(app: FastifyInstance, url: string): Feed & { readonly cut: () => void } {
  const listeners = { open: new Set<() => void>(), error: new Set<() => void>() };
  const release = hold(`the feed ${url}`);
  const readers = new Set<(event: { readonly data: unknown }) => void>();
  let readyState: number = CONNECTING;
  let hangUp: (() => void) | undefined;

  const close = () => {
    readyState = CLOSED;
    release();
    hangUp?.();
  };
  const lose = () => {
    if (readyState === CLOSED) return;
    close();
    for (const listener of listeners.error) listener();
  };

  const read = async () => {
    const answer = await app.inject({ url, headers: { accept: 'text/event-stream' }, payloadAsStream: true });
    const stream = answer.stream();
    hangUp = () => stream.destroy();
    if (answer.statusCode !== 200) return;
    if (readyState === CLOSED) return hangUp();
    readyState = OPEN;
    for (const listener of listeners.open) listener();
    for await (const data of feedData(stream)) {
      if (readyState === OPEN) for (const listener of readers) listener({ data });
    }
  };
  void read().then(lose, lose);

  return {
    get readyState() {
      return readyState;
    },
    addEventListener(type: 'open' | 'error' | 'message', listener: (event: { readonly data: unknown }) => void) {
      if (type === 'message') readers.add(listener);
      else listeners[type].add(() => listener({ data: undefined }));
    },
    close,
    cut: lose,
  };
}
