import { fromCallback, type EventObject } from 'xstate';
import { environmentOf } from './environment.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The countdown of a hold, by the server's time. */
export interface Countdown {
  /** In epoch milliseconds, as `now`. */
  readonly expiresAt: number;
  readonly now: number;
  /** The remaining minutes that screen readers announced last. */
  readonly minutesAnnounced: number;
}

/** The time left of a hold, as pages show it. */
export interface TimeLeft {
  readonly secondsLeft: number;
  readonly minutesAnnounced: number;
}

/** Callback actor: sends the server's time, in epoch milliseconds, every second. */
export const watchSeconds = fromCallback<EventObject, undefined>(({ sendBack, system }) => {
  const { clock } = environmentOf(system);
  return clock.every(SECOND, () => sendBack({ type: 'clock.ticked', now: clock.now() }));
});

/** The minutes to announce when a countdown starts. */
export function startedMinutes({ expiresAt, now }: Omit<Countdown, 'minutesAnnounced'>): number {
  return Math.max(1, Math.ceil((expiresAt - now) / MINUTE));
}

/** Whether the last minute begins and has not been announced. `now` is in epoch milliseconds. */
export function isLastMinute({ expiresAt, minutesAnnounced }: Countdown, now: number): boolean {
  return minutesAnnounced > 1 && expiresAt - now <= MINUTE;
}

export function timeLeft({ expiresAt, now, minutesAnnounced }: Countdown): TimeLeft {
  return { secondsLeft: Math.max(0, Math.ceil((expiresAt - now) / SECOND)), minutesAnnounced };
}
