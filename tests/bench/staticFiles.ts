import { existsSync, globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openHttpClient } from './httpClient.ts';
import { measure, report } from './measure.ts';
import { countProcessor, type Worker } from './processor.ts';

const BUILT = fileURLToPath(new URL('../../dist', import.meta.url));

/** Scripts and posters of the pages, each asked for in turn; nothing where no pages are built. */
export async function staticFiles(url: string, turns: number, workers: readonly Worker[]): Promise<void> {
  if (!existsSync(BUILT)) return;
  const files = globSync('{assets/*.js,posters/*.png}', { cwd: BUILT });
  const connections = await Promise.all(Array.from({ length: 16 }, () => openHttpClient(url)));
  const { result: throughput, spent } = await countProcessor(workers, turns, () =>
    measure(connections.length, turns, async (turn, client) => {
      const path = files[turn % files.length] ?? '';
      const status = await connections[client]?.get(`/${path}`);
      if (status !== 200) throw new Error(`${path} was answered with ${status}`);
    }),
  );
  for (const connection of connections) connection.close();
  report(`static files, ${files.length} of them`, throughput, spent);
}
