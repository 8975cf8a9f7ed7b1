const BEAT = 10;

/** A moment on the clock of this process. */
interface Moment {
  readonly beats: number;
  readonly worked: NodeJS.CpuUsage;
}

/** The clock of this process: it stands still while the machine gives others the processor. */
export interface OwnClock extends Disposable {
  readonly start: Moment;
  readonly now: () => Moment;
  /** Milliseconds that this process has waited, or worked if it had no time to wait. */
  readonly since: (moment: Moment) => number;
}

/** Starts a clock that counts the beats of the event loop, which a server that waits hears, and its work, which keeps it from hearing them. */
export function startOwnClock(): OwnClock {
  let beats = 0;
  const heart = setInterval(() => (beats += 1), BEAT);
  const now = () => ({ beats, worked: process.cpuUsage() });
  return {
    start: now(),
    now,
    since(moment) {
      const { user, system } = process.cpuUsage(moment.worked);
      return Math.max((beats - moment.beats) * BEAT, (user + system) / 1000);
    },
    [Symbol.dispose]: () => clearInterval(heart),
  };
}
