import { expect } from 'vitest';

const BEAT = 10;
const A_SECOND = 1000;

/** A moment on the clock of this process. */
interface ClockReading {
  readonly beats: number;
  readonly worked: NodeJS.CpuUsage;
}

/** The clock of this process: it stands still while the machine gives others the processor. */
export interface OwnClock extends Disposable {
  readonly start: ClockReading;
  readonly now: () => ClockReading;
  /** Milliseconds that this process has waited, or worked if it had no time to wait. */
  readonly since: (reading: ClockReading) => number;
}

/** Starts a clock that counts the beats of the event loop, which a server that waits hears, and its work, which stops it from hearing them. */
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

/** Holds what an honest visitor requests beside an attack to be answered within a second of the server's own time; gives the answer. */
export async function withinASecond<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  using clock = startOwnClock();
  const answer = await request();
  expect(clock.since(clock.start)).toBeLessThan(A_SECOND);
  return answer;
}
