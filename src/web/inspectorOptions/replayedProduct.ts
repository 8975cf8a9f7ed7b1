import * as v from 'valibot';
import type { AnyStateMachine } from 'xstate';
import type { ReplayedProduct } from 'xstate-visit/check';
import { CallFailed } from '#domain/failure.ts';
import { appMachine } from '#machines/appMachine.ts';

const failureSchema = v.object({
  code: v.string(),
  seatNumbers: v.array(v.number()),
  message: v.optional(v.string()),
  reason: v.optional(v.string()),
  retryAfter: v.optional(v.number()),
  age: v.optional(v.number()),
  shortfall: v.optional(v.number()),
});

/** The product for a replay: the root machine, with the machines of all pages registered by their ids. */
export function replayedProduct(pageMachines: readonly AnyStateMachine[]): ReplayedProduct {
  const actors = Object.fromEntries(pageMachines.map((machine) => [machine.id, machine]));
  return {
    machines: { app: appMachine.provide({ actors }) },
    reviveError,
  };
}

/** Creates an error of the recording again. */
export function reviveError(data: object): Error {
  const read = v.safeParse(failureSchema, data);
  return read.success ? new CallFailed(read.output) : new Error('An error of the recording');
}
