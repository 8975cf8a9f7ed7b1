import * as v from 'valibot';
import type { AnyActorRef } from 'xstate';
import { sufficientPreset } from '#domain/money.ts';
import { findIntent, runningIntents } from '#machines/rootIntents.ts';

/** How a film's page sends a visitor here to top up: where from, and how many rupiah are missing. */
const arrivalSchema = v.object({
  returnPath: v.pipe(v.string(), v.startsWith('/movie/')),
  shortfall: v.pipe(v.number(), v.minValue(0)),
});

/** With what the top-up page begins: the way back, what suffices there, and the top-up that is running. Takes the state of its location. */
export function topUpInput(root: AnyActorRef, state: unknown) {
  const arrival = v.safeParse(arrivalSchema, state);
  return {
    returnPath: arrival.success ? arrival.output.returnPath : undefined,
    amount: arrival.success ? sufficientPreset(arrival.output.shortfall) : undefined,
    intent: findIntent(runningIntents(root), 'topUp'),
  };
}
