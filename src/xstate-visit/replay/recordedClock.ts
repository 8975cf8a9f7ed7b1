import type { AnyActorRef, EventObject } from 'xstate';
import { scheduledEvents } from '../xstateInternals.ts';

/** A running delay: its target and event, and when it is due in the recording's milliseconds. */
interface Timer {
  readonly target: AnyActorRef;
  readonly event: EventObject;
  readonly due: number;
  readonly run: () => void;
  readonly isRestored?: boolean;
}

/** Tolerance in milliseconds: a browser's timers fire early or late by up to this much. */
const JITTER = 250;

/** A clock for one actor system whose delays end only by the methods below. `now` returns the recording's milliseconds. */
export function createRecordedClock(now: () => number, systemOf: () => AnyActorRef['system']) {
  const timers = new Map<number, Timer>();
  let count = 0;

  const end = (id: number, { run }: Timer) => {
    timers.delete(id);
    run();
  };

  return {
    setTimeout(run: () => void, delay: number): number {
      // XState stores the scheduled event just before it calls the clock.
      const scheduled = scheduledEvents(systemOf()).at(-1);
      if (scheduled === undefined) throw new Error('A delay without an event was scheduled');
      count += 1;
      timers.set(count, { target: scheduled.target, event: scheduled.event, due: now() + delay, run });
      return count;
    },
    clearTimeout(id: number): void {
      timers.delete(id);
    },
    /** Continues a delay of a restored machine. It ends only as recorded. */
    restore(target: AnyActorRef, event: EventObject): void {
      count += 1;
      timers.set(count, { target, event, due: Infinity, isRestored: true, run: () => target.send(event) });
    },
    /** Ends overdue delays, except those whose end is recorded later. */
    endOverdue(isRecordedLater: (timer: Timer) => boolean): void {
      for (const [id, timer] of timers) if (timer.due + JITTER < now() && !isRecordedLater(timer)) end(id, timer);
    },
    /** Ends a delay at its recorded end. A delay that is longer in this build continues. @returns whether one has ended */
    endAsRecorded(target: AnyActorRef, type: string): boolean {
      const due = [...timers].filter(
        ([, timer]) =>
          timer.target === target &&
          timer.event.type === type &&
          (timer.isRestored === true || timer.due <= now() + JITTER),
      );
      for (const [id, timer] of due) end(id, timer);
      return due.length > 0;
    },
  };
}

/** Formats milliseconds as seconds, such as `2.28 s`. */
export function secondsText(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
