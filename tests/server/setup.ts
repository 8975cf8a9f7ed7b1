import { beforeEach, expect, onTestFinished } from 'vitest';
import { takeLeftovers } from '../leftovers.ts';
import { takeLateEffects } from './watchEffects.ts';
import { watchProduct } from './watchProduct.ts';

watchProduct();

beforeEach(() => {
  takeLeftovers();
  takeLateEffects();
  // This callback is registered first, so it runs last.
  onTestFinished(async () => {
    // Waits one turn of the event loop, because the last responses end just after the server has closed.
    await new Promise(setImmediate);
    expect(takeLateEffects(), 'every response waits for its database work, and the seat feeds are notified').toEqual(
      [],
    );
    expect(takeLeftovers(), 'the test leaves nothing open').toEqual([]);
  });
});
