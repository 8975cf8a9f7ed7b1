import { buildIfStale } from './build.ts';
import { runTool } from './runTool.ts';
import { stopWithNpm } from './stopWithNpm.ts';

await runTool(async () => {
  stopWithNpm();
  await buildIfStale();
  await import('../server/main.ts');
});
