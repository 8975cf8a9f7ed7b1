import * as v from 'valibot';
import { sendTo } from 'xstate';
import { sufficientPreset } from '#domain/money.ts';
import { topUpMachine } from '#machines/topUpMachine.ts';
import type { PageDependencies } from './dependencies.ts';
import { intentsOf } from './pageDependenciesOf.ts';
import { findIntent, followIntent, startOf } from './followIntent.ts';

/** The top-up page bound to the top-up that runs at the root. */
export const boundTopUp = topUpMachine.provide({
  actors: {
    watchIntent: followIntent(intentsOf, 'topUp'),
  },
  actions: {
    startIntent: sendTo(
      ({ system }) => intentsOf(system),
      (_, confirmed) => startOf(confirmed),
    ),
  },
});

/** With what the top-up page begins: the way back that it was come by, what suffices there, and the top-up that is running. Takes the state of its location. */
export function topUpInput(state: unknown, { intents }: PageDependencies) {
  const arrival = v.safeParse(arrivalSchema, state);
  return {
    returnPath: arrival.success ? arrival.output.returnPath : undefined,
    amount: arrival.success ? sufficientPreset(arrival.output.shortfall) : undefined,
    intent: findIntent(intents.running(), 'topUp'),
  };
}

/** How a film's page sends a visitor here to top up: where from, and how many rupiah are wanting. */
const arrivalSchema = v.object({
  returnPath: v.pipe(v.string(), v.startsWith('/movie/')),
  shortfall: v.pipe(v.number(), v.minValue(0)),
});
