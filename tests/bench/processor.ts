import { readdir, readFile } from 'node:fs/promises';
import type { ServerProcess } from '../server/startServerProcess.ts';

const TICKS_PER_SECOND = 100;

/** A process whose processor time is measured, in seconds since its start; undefined on systems that do not report it. */
export interface Worker {
  readonly name: string;
  readonly read: () => Promise<number | undefined>;
}

/** The benchmark's own process, in which the code of the store runs. */
export const thisProcess: Worker = {
  name: 'process',
  read: async () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
};

/** A server process. Its processor time is read from its metrics. */
export function serverWorker(server: ServerProcess): Worker {
  return { name: 'server', read: async () => (await readMetrics(server)).processor };
}

/**
 * PostgreSQL with all its processes; only on Linux.
 * @param pid the id of its first process
 */
export function postgresWorker(pid: number): Worker {
  return { name: 'PostgreSQL', read: () => readFamily(pid).catch(() => undefined) };
}

/** Runs work and reports the processor time of each worker per turn, without waiting times. Omits workers that cannot be read. */
export async function countProcessor<Result>(
  workers: readonly Worker[],
  turns: number,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly spent: string }> {
  const before = await Promise.all(workers.map(({ read }) => read()));
  const result = await work();
  const after = await Promise.all(workers.map(({ read }) => read()));
  const parts = workers.map(({ name }, index) => {
    const [from, to] = [before[index], after[index]];
    return from === undefined || to === undefined ? [] : `${name} ${(((to - from) * 1000) / turns).toFixed(2)} ms`;
  });
  const listed = parts.flat().join(', ');
  return { result, spent: listed === '' ? '' : `CPU each: ${listed}` };
}

/** Reads a server's metrics: resident memory in bytes, processor time since its start in seconds. */
export async function readMetrics(server: ServerProcess): Promise<{ memory: number; processor: number }> {
  const text = await (await fetch(await server.metricsUrl)).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  return { memory: read('process_resident_memory_bytes'), processor: read('process_cpu_seconds_total') };
}

async function readFamily(pid: number): Promise<number> {
  let ticks = 0;
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = await readStat(name);
    if (Number(name) === pid) ticks += user + system + endedUser + endedSystem;
    else if (parent === pid) ticks += user + system;
  }
  return ticks / TICKS_PER_SECOND;
}

/** Reads a process's parent, its clock ticks in user and system mode, and those of its ended children. */
async function readStat(pid: string): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return [1, 11, 12, 13, 14].map((index) => fields[index] ?? 0);
}
