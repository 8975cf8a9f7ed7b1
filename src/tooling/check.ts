import { spawn } from 'node:child_process';
import { once } from 'node:events';

const READING = ['oxfmt --check', 'oxlint', 'tsc -p .'];

/** Lanes that run in parallel: static checks, build with budgets, installation of browsers and databases. */
const LANES = [
  [...READING, 'knip'],
  ['npm run build', 'node src/tooling/budgets.ts'],
  ['node tests/programs/install.ts'],
];

const QUICK_TESTS = 'vitest run --mode quick --project "domain*" --project repository --project machines';

/** Lanes before a commit: static checks, and the tests that need no browser, database, npm or layout of diagrams. */
const QUICK_LANES = [
  READING,
  [`${QUICK_TESTS} --exclude tests/supply.test.ts --exclude tests/machines/diagrams.test.ts`],
];

/** Runs the commands of a lane until one fails. Resolves to whether all passed. */
async function runLane(commands: readonly string[]): Promise<boolean> {
  for (const command of commands) {
    const [code]: unknown[] = await once(spawn(command, { shell: true, stdio: 'inherit' }), 'close');
    if (code !== 0) return false;
  }
  return true;
}

const lanes = process.argv.includes('--quick') ? QUICK_LANES : LANES;
const passed = await Promise.all(lanes.map(runLane));
if (passed.includes(false)) process.exitCode = 1;
