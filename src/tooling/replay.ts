import { relative } from 'node:path';
import { runCheck } from 'xstate-visit/check';
import { checkRecording } from './checkRecording.ts';
import { projectRoot } from './projectRoot.ts';

// npm changes to the folder of package.json, but a file is named relative to the folder where the command was typed.
const typedIn = process.env['npm_lifecycle_event'] === undefined ? undefined : process.env['INIT_CWD'];
if (typedIn !== undefined) process.chdir(typedIn);

await runCheck({
  command: 'npm run replay --',
  module: `${projectRoot}/src/tooling/checkRecording.ts`,
  checkRecording,
  folder: relative(process.cwd(), `${projectRoot}/tests/recordings`),
  run: (test) => `npx vitest run --project machines ${test}`,
});
