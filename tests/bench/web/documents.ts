import { performance } from 'node:perf_hooks';
import { addressOf, tomorrowEvening } from '../../e2e/showtimes.ts';
import { startServerProcess } from '../../server/startServerProcess.ts';
import { countProcessor, serverWorker } from '../processor.ts';

const DOCUMENTS = 400;

/** Asks for documents one after the other, each drawn anew or kept from the one before, and prints how many a second and their cost. */
export async function measureDocuments(variables: Readonly<Record<string, string>>): Promise<void> {
  const server = startServerProcess({ ...variables, METRICS_PORT: '0' });
  const url = await server.url;
  for (const path of ['/', '/movie/Metropolis', addressOf('Metropolis', tomorrowEvening())]) {
    for (const kept of [false, true]) {
      const ask = async (turn: number) => {
        const address = new URL(path, url);
        if (!kept) address.searchParams.set('search', `${turn}`);
        const answer = await fetch(address, { headers: { accept: 'text/html', 'accept-encoding': 'br' } });
        await answer.arrayBuffer();
      };
      // oxlint-disable-next-line no-await-in-loop -- one after the other is what is measured
      for (let turn = 0; turn < DOCUMENTS; turn += 1) await ask(-turn);
      const before = performance.now();
      const { spent } = await countProcessor([serverWorker(server)], DOCUMENTS, async () => {
        for (let turn = 0; turn < DOCUMENTS; turn += 1) await ask(turn);
      });
      const rate = Math.round((DOCUMENTS * 1000) / (performance.now() - before));
      process.stdout.write(`${path} ${kept ? 'kept' : 'drawn'}: ${rate} documents/s, ${spent}\n`);
    }
  }
  server.signal('SIGTERM');
  await server.ended;
}
