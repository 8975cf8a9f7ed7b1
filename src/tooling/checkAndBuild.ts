import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Three groups side by side: reading the sources, building them, installing browsers and databases. One waits for the network; together they leave no core idle. */
const LANES = [
  ['oxfmt --check', 'oxlint', 'tsc -p .', 'knip'],
  ['npm run build', 'node src/tooling/budgets.ts'],
  ['node tests/programs/install.ts'],
];

/** Runs the commands of a lane until one fails; resolves whether none did. */
async function runLane(commands: readonly string[]): Promise<boolean> {
  for (const command of commands) {
    const [code]: unknown[] = await once(spawn(command, { shell: true, stdio: 'inherit' }), 'close');
    if (code !== 0) return false;
  }
  return true;
}

const passed = await Promise.all(LANES.map(runLane));
if (passed.includes(false)) process.exitCode = 1;
