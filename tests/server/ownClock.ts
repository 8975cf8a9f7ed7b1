import { expect } from 'vitest';

const BEAT = 10;
const A_SECOND = 1000;

/** A reading of this process's clock. */
interface ClockReading {
  readonly beats: number;
  readonly worked: NodeJS.CpuUsage;
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
  let beats = 0;
  const heart = setInterval(() => (beats += 1), BEAT);
  const now = () => ({ beats, worked: process.cpuUsage() });
  return {
    start: now(),
    now,
    since(reading) {
      const { user, system } = process.cpuUsage(reading.worked);
      return Math.max((beats - reading.beats) * BEAT, (user + system) / 1000);
    },
    [Symbol.dispose]: () => clearInterval(heart),
  };
}

/** Expects a legitimate request during an attack to finish within one second of the server's own time. */
export async function withinASecond<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  using clock = startOwnClock();
  const answer = await request();
  expect(clock.since(clock.start)).toBeLessThan(A_SECOND);
  return answer;
}
