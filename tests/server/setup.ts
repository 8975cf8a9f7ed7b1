import { beforeEach, expect, onTestFinished } from 'vitest';
import { takeLeftovers, watchServerCode, watchTimers } from '../leftovers.ts';
import { watchServer } from './leftOpen.ts';
import { scrambleRowsWithoutOrder } from './scrambleRows.ts';
import { takeLateEffects, watchEffects } from './watchEffects.ts';

watchServerCode();
watchTimers();
watchServer();
watchEffects();
scrambleRowsWithoutOrder();

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
