import { sendTo } from 'xstate';
import { cancelTicketMachine } from '#machines/cancelTicketMachine.ts';
import type { PageDependencies } from './dependencies.ts';
import { intentsOf } from './pageDependenciesOf.ts';
import { findIntent, followIntent, startOf } from './followIntent.ts';
import { watchClock } from './watchClock.ts';

/** The cancel dialog bound to the clock and to the cancellation that runs at the root. */
export const boundCancelTicket = cancelTicketMachine.provide({
  actors: {
    watchClock,
    watchIntent: followIntent(intentsOf, 'cancellation'),
  },
  actions: {
    startIntent: sendTo(
      ({ system }) => intentsOf(system),
      (_, confirmed) => startOf(confirmed),
    ),
  },
});

/** With what the cancel dialog begins: the clock, and the cancellation that is running. */
export function cancelTicketInput({ intents, now }: PageDependencies) {
  return {
    now: now(),
    intent: findIntent(intents.running(), 'cancellation'),
  };
}
