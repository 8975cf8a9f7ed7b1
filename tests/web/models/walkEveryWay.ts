import { afterAll, describe, expect, test } from 'vitest';
import type { Driver, Sights, UserModel } from '../../models/userModel.ts';

const TIMEOUT_MILLISECONDS = 180_000;

/** Walks every way through a model, each in pages freshly opened, and says how much of the model that covers. */
export function walkEveryWay<S extends Sights>(model: UserModel<S>, open: () => Promise<Driver<S>>): void {
  const { states, transitions } = model.coverage;

  describe(`${model.id}, as a person meets it`, () => {
    afterAll(() => {
      const coverage = `states ${states.taken}/${states.total} | transitions ${transitions.taken}/${transitions.total}`;
      process.stdout.write(`${model.id} | ${coverage} | ${model.ways.length} ways\n`);
    });

    test('the ways see every sight and take every transition', () => {
      expect([states.taken, transitions.taken]).toEqual([states.total, transitions.total]);
    });

    test.each(model.ways.map((way) => [way.description, way] as const))(
      '%s',
      { timeout: TIMEOUT_MILLISECONDS },
      async (_, way) => {
        await way.walk(await open());
      },
    );
  });
}
