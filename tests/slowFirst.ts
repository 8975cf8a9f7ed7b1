import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that are small and take long. If they ran last, a processor would have nothing else to do. */
const SLOW = ['e2e/accessibility', 'e2e/otherEngines', 'server/edges', 'server/outage', 'simulation/simulation'];

/** Runs the slow test files first, then the others, the largest first. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => rankOf(other) - rankOf(one));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const isSlow = SLOW.some((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
  return isSlow ? Number.MAX_SAFE_INTEGER : statSync(moduleId).size;
}
