import { expect, test } from 'vitest';
import { faults } from './mutants/faults/faults.ts';
import { findStale } from './mutants/scratch.ts';

test('each seeded fault still finds its text in the source, once, and the tests that are to notice it', async () => {
  const stale = (await Promise.all(faults.map(findStale))).filter((message) => message !== undefined);
  expect(stale, 'the rows of tests/mutants/faults that a change has left behind').toEqual([]);
});
