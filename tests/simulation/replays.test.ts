import { describe, expect, test } from 'vitest';
import { checkRecording } from '../../src/tooling/checkRecording.ts';
import { VisitRecorders } from './recordVisits.ts';
import { replay, simulate } from './simulate.ts';

const SEED = String(Date.now() % 2 ** 31);

describe(`reliability 41: a run of the simulation with the seed ${SEED} can be repeated`, () => {
  test('a seed gives the same run each time, and its scenario repeats the run to the last event', async () => {
    const run = { seed: SEED, visitors: 3, steps: 60 };
    const first = await simulate(run);
    expect((await simulate(run)).scenario).toEqual(first.scenario);
    expect((await replay(first.scenario)).trace).toBe(first.trace);
  });

  test('the inspector replays each recorded visit without a difference', async () => {
    const { scenario } = await simulate({ seed: SEED, visitors: 3, dishonest: 0, steps: 120 });
    // The timers of a sleeping device end late, which a replay cannot repeat.
    const awake = scenario.steps.filter(({ does }) => does.act !== 'sleep');
    const recorders = new VisitRecorders();
    await replay({ ...scenario, steps: awake }, { inspect: (tab, event) => recorders.inspect(tab, event) });
    for (const [name, text] of recorders.texts()) {
      const { brokenRules, differences } = await checkRecording(text);
      expect({ brokenRules, differences }, name).toEqual({
        brokenRules: [],
        differences: [],
      });
    }
  });
});
