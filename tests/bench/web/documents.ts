import { Agent, get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { addressOf, tomorrowEvening } from '../../e2e/showtimes.ts';
import { startServerProcess } from '../../server/startServerProcess.ts';
import { countProcessor, serverWorker } from '../processor.ts';

const TURNS = { rendered: 2000, cached: 10_000 };
/** For comparison: the cheapest response of this server. */
const CHEAPEST = '/api/health/live';

/** Requests documents one after the other, rendered or from the cache, and prints requests per second and processor time. */
export async function measureDocuments(variables: Readonly<Record<string, string>>): Promise<void> {
  const server = startServerProcess({ ...variables, METRICS_PORT: '0' });
  const url = await server.url;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  const measure = async (path: string, kind: keyof typeof TURNS) => {
    const turns = TURNS[kind];
    const request = async (from: number) => {
      for (let turn = from; turn < from + turns; turn += 1) {
        const address = new URL(path, url);
        if (kind === 'rendered') address.searchParams.set('search', `${turn}`);
        await readAll(address, agent);
      }
    };
    await request(-turns);
    const before = performance.now();
    const { spent } = await countProcessor([serverWorker(server)], turns, () => request(0));
    const rate = Math.round((turns * 1000) / (performance.now() - before));
    process.stdout.write(`${path} ${kind}: ${rate} per second, ${spent}\n`);
  };

  for (const path of ['/', '/movie/Metropolis', addressOf('Metropolis', tomorrowEvening())]) {
    for (const kind of ['rendered', 'cached'] as const) await measure(path, kind);
  }
  await measure(CHEAPEST, 'cached');
  agent.destroy();
  server.signal('SIGTERM');
  await server.ended;
}

/** Reads a response without decompressing it, which would delay the next request. */
function readAll(url: URL, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/html', 'accept-encoding': 'br' };
    get(url, { agent, headers }, (response) => response.resume().once('end', resolve)).once('error', reject);
  });
}
