import { relative } from 'node:path';
import { runCheck } from '../inspector/commandLine/runCheck.ts';
import { checkRecording } from './checkRecording.ts';
import { projectRoot } from './projectRoot.ts';

await runCheck({
  command: 'npm run replay --',
  module: `${projectRoot}/src/tooling/checkRecording.ts`,
  checkRecording,
  folder: relative(process.cwd(), `${projectRoot}/tests/recordings`),
  run: (test) => `npx vitest run --project machines ${test}`,
});
