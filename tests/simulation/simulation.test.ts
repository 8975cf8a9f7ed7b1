import { describe, expect, inject, test } from 'vitest';
import { rounds } from '../rounds.ts';
import { freshDatabase } from '../server/postgresDatabases.ts';
import { simulate } from './simulate.ts';
import { summaryOf } from './summary.ts';

/** In the check always the same, so that it fails only after a change. */
const SEED = Number(process.env['SIMULATION_SEED'] ?? '') || rounds(1, Date.now() % 2 ** 31);
/** Six large runs take as long as the other tests of the long round that run beside them (`tests/README.md`). */
const RUNS = rounds(1, 6);
const SIZE = rounds({ visitors: 8, steps: 400 }, { visitors: 20, steps: 4000 });

describe('reliability 41: what visitors are told agrees with the database', () => {
  test.each(Array.from({ length: RUNS }, (_, run) => String(SEED + run)))(
    'the simulation with the seed %s breaks no rule',
    async (seed) => {
      const startedAt = performance.now();
      const result = await simulate({ ...SIZE, seed });
      process.stdout.write(`${summaryOf(result, (performance.now() - startedAt) / 1000)}\n`);
      expect(
        result.breaches,
        `npm run simulate -- --seed ${seed} --visitors ${SIZE.visitors} --steps ${SIZE.steps}`,
      ).toEqual([]);
      expect(result.checked, 'visitors bought, cancelled, topped up and withdrew').toBeGreaterThan(10);
      expect(result.checkedSeats, 'visitors lost, held and shared seats').toBeGreaterThan(0);
      expect(result.checkedAtDoors, 'doors admitted tickets').toBeGreaterThan(0);
    },
    600_000,
  );

  test.each(rounds([], [inject('postgresUrl')]).filter((url) => url !== ''))(
    'the simulation on PostgreSQL breaks no rule',
    async () => {
      const databaseUrl = await freshDatabase();
      const { breaches } = await simulate({ visitors: 8, steps: 600, seed: String(SEED), databaseUrl });
      expect(breaches).toEqual([]);
    },
    600_000,
  );
});
