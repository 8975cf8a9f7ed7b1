import { afterAll, describe, expect, test } from 'vitest';
import { everyThird } from '../../rounds.ts';
import type { Driver, VisibleStates, UserModel } from '../../models/userModel.ts';

const TIMEOUT_MILLISECONDS = 180_000;

/** Walks paths through a model in freshly opened pages, in the check every third, and prints the coverage of all. */
export function walkEveryWay<S extends VisibleStates>(
  model: UserModel<S>,
  open: (index: number) => Promise<Driver<S>>,
): void {
  const { states, transitions } = model.coverage;

  describe(`${model.id}: paths of the user model`, () => {
    afterAll(() => {
      const coverage = `states ${states.taken}/${states.total} | transitions ${transitions.taken}/${transitions.total}`;
      process.stdout.write(`${model.id} | ${coverage} | ${model.ways.length} ways\n`);
    });

    test('the paths cover every state and every transition', () => {
      expect([states.taken, transitions.taken]).toEqual([states.total, transitions.total]);
    });

    test.each(everyThird(model.ways).map((way, index) => [way.description, way, index] as const))(
      '%s',
      { timeout: TIMEOUT_MILLISECONDS },
      async (_, way, index) => {
        await way.walk(await open(index));
      },
    );
  });
}
