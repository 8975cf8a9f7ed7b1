import type { AnyActorRef, EventObject } from 'xstate';
import { isDeepSame } from '../recording/plainData.ts';
import { scheduledEvents } from '../xstateInternals.ts';

/** A running delay: its target and event, and when it is due in the recording's milliseconds. */
interface Timer {
  readonly target: AnyActorRef;
  readonly event: EventObject;
  readonly due: number;
  readonly run: () => void;
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
    /** Ends overdue delays, except those whose end is recorded later. */
    endOverdue(isRecordedLater: (timer: Timer) => boolean): void {
      for (const [id, timer] of timers) if (timer.due + JITTER < now() && !isRecordedLater(timer)) end(id, timer);
    },
    /**
     * Ends a delay at its recorded end: the first that is due, with the same event if there is one. A delay that is longer in this build
     * continues. @returns whether one has ended
     */
    endAsRecorded(target: AnyActorRef, event: EventObject): boolean {
      const due = [...timers].filter(
        ([, timer]) => timer.target === target && timer.event.type === event.type && timer.due <= now() + JITTER,
      );
      const inOrder = due.toSorted(([, one], [, other]) => one.due - other.due);
      const first = inOrder.find(([, timer]) => isDeepSame(timer.event, event)) ?? inOrder[0];
      if (first === undefined) return false;
      end(...first);
      return true;
    },
  };
}

/** Formats milliseconds as seconds, such as `2.28 s`. */
export function secondsText(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
