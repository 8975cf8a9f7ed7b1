import type { ServerProcess } from '../server/startServerProcess.ts';

/** Reads the metrics of a server: resident memory in bytes, processor time so far in seconds. */
export async function readMetrics(server: ServerProcess): Promise<{ memory: number; processor: number }> {
  const text = await (await fetch(await server.metricsUrl)).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  return { memory: read('process_resident_memory_bytes'), processor: read('process_cpu_seconds_total') };
}
