import Fastify from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { isLocked, retryWhileLocked } from '../../src/server/db/retryWhileLocked.ts';
import { takeLeftovers } from '../leftovers.ts';

/** Opens something; returns the function that closes it. */
type Open = () => Promise<() => Promise<unknown>>;

const kinds: readonly [string, RegExp, Open][] = [
  [
    'a request without a response',
    /^a request GET \/slow, from /,
    async () => {
      const app = Fastify();
      const { promise, resolve } = Promise.withResolvers<string>();
      const arrived = Promise.withResolvers<void>();
      app.get('/slow', () => {
        arrived.resolve();
        return promise;
      });
      // `inject` sends the request once `then` is called.
      const done = app.inject('/slow').then(() => app.close());
      await arrived.promise;
      return () => {
        resolve('done');
        return done;
      };
    },
  ],
  [
    'a pause',
    /^a pause of 10 ms, from src\/server\/db\/retryWhileLocked\.ts:\d+/,
    async () => {
      let tries = 0;
      const locked = Object.assign(new Error('locked'), { errcode: 5 });
      expect(isLocked(locked)).toBe(true);
      const retried = retryWhileLocked(async () => {
        tries += 1;
        if (tries === 1) throw locked;
      }, 1000);
      await new Promise(setImmediate);
      return () => retried;
    },
  ],
];

describe('a test that leaves something open fails, and the message names it and where it was opened', () => {
  beforeEach(() => void takeLeftovers());

  test.each(kinds)('%s', async (_, sentence, open) => {
    const close = await open();
    const left = takeLeftovers();
    await close();
    expect(left).toContainEqual(expect.stringMatching(sentence));
    await (
      await open()
    )();
    expect(takeLeftovers()).toEqual([]);
  });
});
