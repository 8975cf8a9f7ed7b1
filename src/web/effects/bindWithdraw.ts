import { sendTo } from 'xstate';
import { withdrawMachine } from '#machines/withdrawMachine.ts';
import type { PageDependencies } from './dependencies.ts';
import { findIntent, followIntent, startOf } from './followIntent.ts';

/** The withdraw page bound to the router and to the withdrawal that runs at the root. */
export function bindWithdraw({ history, intents }: PageDependencies) {
  return withdrawMachine.provide({
    actors: {
      watchIntent: followIntent(intents.start, 'withdrawal'),
    },
    actions: {
      replacePath: (_, { path }) => history.replace(path),
      startIntent: sendTo(intents.start, (_, confirmed) => startOf(confirmed)),
    },
  });
}

/** With what the withdraw page begins: the withdrawal that is running. */
export function withdrawInput({ intents }: PageDependencies) {
  return { intent: findIntent(intents.running(), 'withdrawal') };
}
