import { sendTo } from 'xstate';
import { selectCancellation } from '#machines/cancellationMachine.ts';
import { cancelTicketMachine } from '#machines/cancelTicketMachine.ts';
import { createIdempotencyKey, type PageDependencies } from './dependencies.ts';
import { followChild, standingOf } from './followChild.ts';
import { watchClock } from './watchClock.ts';

/** The cancel dialog bound to the clock and to the cancellation that runs at the root. */
export function bindCancelTicket({ intents, now }: PageDependencies) {
  return cancelTicketMachine.provide({
    actors: {
      watchClock: watchClock(now),
      watchCancellation: followChild(
        intents.start,
        ({ children }) => children.cancellation,
        (snapshot) => ({ type: 'cancellation.changed', cancellation: snapshot && selectCancellation(snapshot) }),
      ),
    },
    actions: {
      startCancellation: sendTo(intents.start, (_, { ticket, password }) => ({
        type: 'cancellation.start',
        cancellation: { ticket, password, idempotencyKey: createIdempotencyKey() },
      })),
    },
  });
}

/** With what the cancel dialog begins: the clock, and the cancellation that is running. */
export function cancelTicketInput({ intents, now }: PageDependencies) {
  return {
    now: now(),
    cancellation: standingOf(intents.running()?.getSnapshot().children.cancellation, selectCancellation),
  };
}
