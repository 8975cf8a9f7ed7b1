import * as v from 'valibot';
import { sendTo } from 'xstate';
import { topUpMachine } from '#machines/topUpMachine.ts';
import type { BrowserHistory } from './browserHistory.ts';
import type { PageDependencies } from './dependencies.ts';
import { dependenciesOf } from './dependenciesOf.ts';
import { intentsOf } from './pageDependenciesOf.ts';
import { findIntent, followIntent, startOf } from './followIntent.ts';

/** The top-up page bound to the router and to the top-up that runs at the root. */
export const boundTopUp = topUpMachine.provide({
  actors: {
    watchIntent: followIntent(intentsOf, 'topUp'),
  },
  actions: {
    replacePath: ({ system }, { path }) => dependenciesOf(system).history.replace(path),
    startIntent: sendTo(
      ({ system }) => intentsOf(system),
      (_, confirmed) => startOf(confirmed),
    ),
  },
});

/** With what the top-up page begins: the way back that it was come by, and the top-up that is running. */
export function topUpInput({ history, intents }: PageDependencies) {
  return {
    returnPath: readReturnPath(history),
    intent: findIntent(intents.running(), 'topUp'),
  };
}

const arrivalSchema = v.object({ returnPath: v.pipe(v.string(), v.startsWith('/movie/')) });

/** The film's page that sent the visitor here to top up; undefined when it was not one. */
function readReturnPath(history: BrowserHistory): string | undefined {
  const arrival = v.safeParse(arrivalSchema, history.current().state);
  return arrival.success ? arrival.output.returnPath : undefined;
}
