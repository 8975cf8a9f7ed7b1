import { refuseAttempts } from '../errors/refusal.ts';

/** How quickly an account may change something (reliability 51). */
export interface PaceLimits {
  /** Changes at once, after a time without any. */
  readonly burst: number;
  /** Then one in so many milliseconds. */
  readonly millisecondsEach: number;
}

const LIMITS: PaceLimits = { burst: 120, millisecondsEach: 1000 };
const REPEATED_COST = 0.1;

/** The pace of every account in this process (decision 0056). */
export interface AccountPace {
  /** Counts one change. Throws `too_many_attempts` beyond the pace, with how long to wait. */
  readonly count: (userId: string) => void;
  /** Gives most of one back, since it was only answered again. */
  readonly giveBack: (userId: string) => void;
}

/** For each account it remembers when its burst is whole again; who has waited that long is forgotten. */
export function createAccountPace(now: () => number, limits: Partial<PaceLimits> = {}): AccountPace {
  const { burst, millisecondsEach } = { ...LIMITS, ...limits };
  const wholeAt = new Map<string, number>();
  const longest = burst * millisecondsEach;
  let forgotAt = now();

  /** Milliseconds until the burst is whole; more than there can be are those of a clock that was set back. */
  function missing(userId: string, time: number): number {
    const left = (wholeAt.get(userId) ?? time) - time;
    return left > longest ? 0 : Math.max(0, left);
  }

  function forgetRested(time: number): void {
    if (Math.abs(time - forgotAt) < longest) return;
    forgotAt = time;
    for (const userId of wholeAt.keys()) if (missing(userId, time) === 0) wholeAt.delete(userId);
  }

  return {
    count(userId) {
      const time = now();
      const next = missing(userId, time) + millisecondsEach;
      if (next > longest) throw refuseAttempts(Math.ceil((next - longest) / 1000));
      forgetRested(time);
      wholeAt.set(userId, time + next);
    },

    giveBack(userId) {
      const time = now();
      wholeAt.set(userId, time + missing(userId, time) - (1 - REPEATED_COST) * millisecondsEach);
    },
  };
}
