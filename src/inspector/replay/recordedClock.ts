import type { AnyActorRef, EventObject } from 'xstate';

/** A delay that runs: whom it wakes with which event, and when it is due on the recording's clock. */
interface Timer {
  readonly target: AnyActorRef;
  readonly event: EventObject;
  readonly due: number;
  readonly run: () => void;
}

/** Recorded milliseconds by which a browser's timers may be early or late without a word. */
const JITTER = 250;

/** A clock for one system of actors, on which a delay ends when it is told to. `now` is the recording's time. */
export function createRecordedClock(now: () => number, systemOf: () => AnyActorRef['system']) {
  const timers = new Map<number, Timer>();
  let count = 0;

  const end = (id: number, { run }: Timer) => {
    timers.delete(id);
    run();
  };

  return {
    setTimeout(run: () => void, delay: number): number {
      // The system notes what it schedules just before it asks the clock.
      const { _scheduledEvents: events } = systemOf().getSnapshot();
      const scheduled = Object.values(events).at(-1);
      if (scheduled === undefined) throw new Error('A delay without an event was scheduled');
      count += 1;
      timers.set(count, { target: scheduled.target, event: scheduled.event, due: now() + delay, run });
      return count;
    },
    clearTimeout(id: number): void {
      timers.delete(id);
    },
    /** Ends the delays that are overdue, unless the recording says later when they ended. */
    endOverdue(isRecordedLater: (timer: Timer) => boolean): void {
      for (const [id, timer] of timers) if (timer.due + JITTER < now() && !isRecordedLater(timer)) end(id, timer);
    },
    /** Ends a delay as recorded; one that takes longer today goes on. */
    endAsRecorded(target: AnyActorRef, type: string): void {
      for (const [id, timer] of timers) {
        if (timer.target === target && timer.event.type === type && timer.due <= now() + JITTER) end(id, timer);
      }
    },
  };
}
