import { parseArgs } from 'node:util';
import { watchProduct } from '../server/watchProduct.ts';
import { catchFaults } from './catchFaults.ts';
import { reportFailure } from './reportFailure.ts';
import { simulate } from './simulate.ts';
import { summaryOf } from './summary.ts';

watchProduct();

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    visitors: { type: 'string', default: '8' },
    dishonest: { type: 'string', default: '3' },
    steps: { type: 'string', default: '2000' },
    record: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    quiet: { type: 'boolean', default: false },
  },
});
const seed = values.seed;
const visitors = Number(values.visitors);
const dishonest = Number(values.dishonest);
const steps = Number(values.steps);

if (!Number.isSafeInteger(visitors) || visitors < 1 || !Number.isSafeInteger(steps) || steps < 1) {
  say(
    'npm run simulate -- [--seed TEXT] [--visitors N] [--dishonest N] [--steps N] [--record] [--faults [--only TEXT]]',
  );
  process.exitCode = 1;
} else if (values.faults) {
  process.exitCode = (await catchFaults({ visitors, steps, only: values.only }, say)) ? 0 : 1;
} else {
  const startedAt = performance.now();
  const result = await simulate({ seed, visitors, dishonest, steps });
  say(summaryOf(result, (performance.now() - startedAt) / 1000));
  if (result.breaches.length > 0) {
    process.exitCode = 1;
    if (!values.quiet) await reportFailure(result, values.record, say);
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
