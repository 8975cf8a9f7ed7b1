/** Completed turns per second, and the latency percentiles of a turn in milliseconds. */
export interface Throughput {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Runs concurrent clients until `turns` turns are done. A client starts its next turn as soon as its last one ends. */
export async function measure(
  clients: number,
  turns: number,
  work: (turn: number, client: number) => Promise<void>,
): Promise<Throughput> {
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (next < turns) {
        const turn = next;
        next += 1;
        const sent = performance.now();
        await work(turn, client);
        times.push(performance.now() - sent);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: Math.round(turns / seconds), p50: at(0.5), p99: at(0.99) };
}

/** Prints one line of the report. */
export function report(what: string, { perSecond, p50, p99 }: Throughput, ...more: readonly string[]): void {
  const throughput = `${String(perSecond).padStart(7)}/s   p50 ${p50.toFixed(2)} ms   p99 ${p99.toFixed(2)} ms`;
  process.stdout.write(`${[what.padEnd(44) + throughput, ...more.filter((text) => text !== '')].join('   ')}\n`);
}
