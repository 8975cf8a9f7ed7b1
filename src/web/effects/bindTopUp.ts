import * as v from 'valibot';
import { sendTo } from 'xstate';
import { topUpMachine } from '#machines/topUpMachine.ts';
import { selectTransfer } from '#machines/transferMachine.ts';
import type { BrowserHistory } from './browserHistory.ts';
import { createIdempotencyKey, type PageDependencies } from './dependencies.ts';
import { followChild, standingOf } from './followChild.ts';

/** The top-up page bound to the router and to the top-up that runs at the root. */
export function bindTopUp({ history, intents }: PageDependencies) {
  return topUpMachine.provide({
    actors: {
      watchTransfer: followChild(
        intents.start,
        ({ children }) => children.topUp,
        (snapshot) => ({ type: 'transfer.changed', transfer: snapshot && selectTransfer(snapshot) }),
      ),
    },
    actions: {
      replacePath: (_, { path }) => history.replace(path),
      startTopUp: sendTo(intents.start, (_, { amount }) => ({
        type: 'topUp.start',
        transfer: { amount, password: '', idempotencyKey: createIdempotencyKey() },
      })),
    },
  });
}

/** With what the top-up page begins: the way back that it was come by, and the top-up that is running. */
export function topUpInput({ history, intents }: PageDependencies) {
  return {
    returnPath: readReturnPath(history),
    transfer: standingOf(intents.running()?.getSnapshot().children.topUp, selectTransfer),
  };
}

const arrivalSchema = v.object({ returnPath: v.pipe(v.string(), v.startsWith('/movie/')) });

/** The film's page that sent the visitor here to top up; undefined when it was not one. */
function readReturnPath(history: BrowserHistory): string | undefined {
  const arrival = v.safeParse(arrivalSchema, history.current().state);
  return arrival.success ? arrival.output.returnPath : undefined;
}
