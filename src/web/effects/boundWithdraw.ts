import { sendTo } from 'xstate';
import { withdrawMachine } from '#machines/withdrawMachine.ts';
import type { PageDependencies } from './dependencies.ts';
import { intentsOf } from './pageDependenciesOf.ts';
import { findIntent, followIntent, startOf } from './followIntent.ts';

/** The withdraw page bound to the withdrawal that runs at the root. */
export const boundWithdraw = withdrawMachine.provide({
  actors: {
    watchIntent: followIntent(intentsOf, 'withdrawal'),
  },
  actions: {
    startIntent: sendTo(
      ({ system }) => intentsOf(system),
      (_, confirmed) => startOf(confirmed),
    ),
  },
});

/** With what the withdraw page begins: the withdrawal that is running. */
export function withdrawInput({ intents }: PageDependencies) {
  return { intent: findIntent(intents.running(), 'withdrawal') };
}
