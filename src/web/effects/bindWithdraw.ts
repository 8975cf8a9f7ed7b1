import { sendTo } from 'xstate';
import { selectTransfer } from '#machines/transferMachine.ts';
import { withdrawMachine } from '#machines/withdrawMachine.ts';
import { createIdempotencyKey, type PageDependencies } from './dependencies.ts';
import { followChild, standingOf } from './followChild.ts';

/** The withdraw page bound to the router and to the withdrawal that runs at the root. */
export function bindWithdraw({ history, intents }: PageDependencies) {
  return withdrawMachine.provide({
    actors: {
      watchTransfer: followChild(
        intents.start,
        ({ children }) => children.withdrawal,
        (snapshot) => ({ type: 'transfer.changed', transfer: snapshot && selectTransfer(snapshot) }),
      ),
    },
    actions: {
      replacePath: (_, { path }) => history.replace(path),
      startWithdrawal: sendTo(intents.start, (_, { amount, password }) => ({
        type: 'withdrawal.start',
        transfer: { amount, password, idempotencyKey: createIdempotencyKey() },
      })),
    },
  });
}

/** With what the withdraw page begins: the withdrawal that is running. */
export function withdrawInput({ intents }: PageDependencies) {
  return { transfer: standingOf(intents.running()?.getSnapshot().children.withdrawal, selectTransfer) };
}
