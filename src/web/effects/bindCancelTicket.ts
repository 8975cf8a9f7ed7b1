import { sendTo } from 'xstate';
import { cancelTicketMachine } from '#machines/cancelTicketMachine.ts';
import type { PageDependencies } from './dependencies.ts';
import { findIntent, followIntent, startOf } from './followIntent.ts';
import { watchClock } from './watchClock.ts';

/** The cancel dialog bound to the clock and to the cancellation that runs at the root. */
export function bindCancelTicket({ intents, now }: PageDependencies) {
  return cancelTicketMachine.provide({
    actors: {
      watchClock: watchClock(now),
      watchIntent: followIntent(intents.start, 'cancellation'),
    },
    actions: {
      startIntent: sendTo(intents.start, (_, confirmed) => startOf(confirmed)),
    },
  });
}

/** With what the cancel dialog begins: the clock, and the cancellation that is running. */
export function cancelTicketInput({ intents, now }: PageDependencies) {
  return {
    now: now(),
    intent: findIntent(intents.running(), 'cancellation'),
  };
}
