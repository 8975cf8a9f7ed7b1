import { beforeEach, expect, onTestFinished } from 'vitest';
import { takeLeftovers, watchServerCode, watchTimers } from '../leftovers.ts';
import { watchServer } from './leftOpen.ts';
import { takeLateEffects, watchEffects } from './watchEffects.ts';

watchServerCode();
watchTimers();
watchServer();
watchEffects();

beforeEach(() => {
  takeLeftovers();
  takeLateEffects();
  // This callback is registered first, so it runs last.
  onTestFinished(async () => {
    // A response ends shortly after the server has closed.
    await new Promise(setImmediate);
    expect(takeLateEffects(), 'responses sent before their database work ended').toEqual([]);
    expect(takeLeftovers(), 'resources that the test left open').toEqual([]);
  });
});
