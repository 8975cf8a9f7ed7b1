import { beforeEach, expect, onTestFinished } from 'vitest';
import { takeLeftovers, watchActors, watchTimers } from '../leftovers.ts';

watchActors();
watchTimers();

beforeEach(() => {
  takeLeftovers();
  // Registered first, so that it runs last.
  onTestFinished(() => expect(takeLeftovers(), 'the test leaves nothing open').toEqual([]));
});
