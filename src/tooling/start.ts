import { buildIfStale } from './build.ts';
import { runTool } from './runTool.ts';

await runTool(async () => {
  await buildIfStale();
  await import('../server/main.ts');
});
