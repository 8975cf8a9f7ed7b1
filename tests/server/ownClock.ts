import { expect } from 'vitest';

const TICK_MS = 10;
const ONE_SECOND_MS = 1000;

/** A reading of this process's clock. */
interface ClockReading {
  readonly ticks: number;
  readonly cpu: NodeJS.CpuUsage;
}

/** A clock that stops while the operating system runs other processes. */
export interface OwnClock extends Disposable {
  readonly start: ClockReading;
  readonly now: () => ClockReading;
  /** Milliseconds since the reading: the time in the event loop, or the CPU time if that is longer. */
  readonly since: (reading: ClockReading) => number;
}

/** Starts a clock from timer ticks, which count while the server waits, and CPU time, which counts while it is busy. */
export function startOwnClock(): OwnClock {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), TICK_MS);
  const now = () => ({ ticks, cpu: process.cpuUsage() });
  return {
    start: now(),
    now,
    since(reading) {
      const { user, system } = process.cpuUsage(reading.cpu);
      return Math.max((ticks - reading.ticks) * TICK_MS, (user + system) / 1000);
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** Expects a legitimate request during an attack to finish within one second of the server's own time. */
export async function withinASecond<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  using clock = startOwnClock();
  const answer = await request();
  expect(clock.since(clock.start)).toBeLessThan(ONE_SECOND_MS);
  return answer;
}
