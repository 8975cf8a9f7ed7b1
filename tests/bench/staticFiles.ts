import { existsSync, globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measureRequests } from './httpClient.ts';
import { report } from './measure.ts';
import { countProcessor, type Worker } from './processor.ts';

const BUILT = fileURLToPath(new URL('../../dist', import.meta.url));

/** Measures requests for the built scripts and posters. Does nothing without a build. */
export async function staticFiles(url: string, turns: number, workers: readonly Worker[]): Promise<void> {
  if (!existsSync(BUILT)) return;
  const files = globSync('{assets/*.js,posters/*.png}', { cwd: BUILT });
  const { result: throughput, spent } = await countProcessor(workers, turns, () =>
    measureRequests(url, 16, turns, async (turn, client) => {
      const path = files[turn % files.length] ?? '';
      const status = await client.get(`/${path}`);
      if (status !== 200) throw new Error(`${path} got the status ${status}`);
    }),
  );
  report(`${files.length} static files`, throughput, spent);
}
