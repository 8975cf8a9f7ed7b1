import { describe, expect, inject, test } from 'vitest';
import { checkRecording } from '../../src/tooling/checkRecording.ts';
import { rounds } from '../rounds.ts';
import { freshDatabase } from '../server/postgresDatabases.ts';
import { VisitRecorders } from './recordVisits.ts';
import { replay, simulate } from './simulate.ts';
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

  test('a seed gives the same run each time, and its scenario repeats the run to the last event', async () => {
    const run = { seed: String(SEED), visitors: 3, steps: 60 };
    const first = await simulate(run);
    expect((await simulate(run)).scenario).toEqual(first.scenario);
    expect((await replay(first.scenario)).trace).toBe(first.trace);
  });

  test('the inspector replays each recorded visit without a difference', async () => {
    const { scenario } = await simulate({ seed: String(SEED), visitors: 3, dishonest: 0, steps: 120 });
    // The timers of a sleeping device end late, which a replay cannot repeat.
    const awake = scenario.steps.filter(({ does }) => does.act !== 'sleep');
    const recorders = new VisitRecorders();
    await replay({ ...scenario, steps: awake }, { inspect: (tab, event) => recorders.inspect(tab, event) });
    for (const [name, text] of recorders.texts()) {
      const { brokenRules, differences } = await checkRecording(text);
      expect({ brokenRules, differences }, `${name} with the seed ${SEED}`).toEqual({
        brokenRules: [],
        differences: [],
      });
    }
  });
});
