import { spawn } from 'node:child_process';
import { once } from 'node:events';

interface Lane {
  readonly commands: readonly string[];
  /** Whether a command also runs when an earlier one of its lane has failed, so that one check reports all problems. */
  readonly areIndependent?: boolean;
}

const READING = ['oxfmt --check', 'oxlint', 'tsc -p .'];

/** Lanes that run in parallel: static checks, build with budgets, installation of browsers and databases. */
const LANES: readonly Lane[] = [
  { commands: [...READING, 'knip'], areIndependent: true },
  { commands: ['npm run build', 'node src/tooling/budgets.ts'] },
  { commands: ['node tests/programs/install.ts'] },
];

const QUICK = 'vitest run --mode quick';
/** Tests that a new page, field, call or error of the API may fail. */
const SERVER_TESTS = ['server/catalogue', 'server/everyCall', 'server/storeBesideCalls', 'simulation/pages'].map(
  (name) => `tests/${name}.test.ts`,
);

/** Lanes before a commit: static checks, and the tests that need no browser, npm or layout of diagrams. */
const QUICK_LANES: readonly Lane[] = [
  { commands: READING, areIndependent: true },
  {
    commands: [
      `${QUICK} --project "domain*" --project repository --project machines --exclude tests/supply.test.ts --exclude tests/machines/diagrams.test.ts --exclude "tests/xstate-visit/package/*"`,
      `${QUICK} --project server ${SERVER_TESTS.join(' ')}`,
    ],
    areIndependent: true,
  },
];

/** Runs the commands of a lane one after another. Resolves to whether all passed. */
async function runLane({ commands, areIndependent = false }: Lane): Promise<boolean> {
  let havePassed = true;
  for (const command of commands) {
    const [code]: unknown[] = await once(spawn(command, { shell: true, stdio: 'inherit' }), 'close');
    havePassed &&= code === 0;
    if (!havePassed && !areIndependent) return false;
  }
  return havePassed;
}

const lanes = process.argv.includes('--quick') ? QUICK_LANES : LANES;
const passed = await Promise.all(lanes.map(runLane));
if (passed.includes(false)) process.exitCode = 1;
