import * as v from 'valibot';
import type { AnyStateMachine } from 'xstate';
import { CallFailed } from '#domain/failure.ts';
import { appMachine } from '#machines/appMachine.ts';
import type { ReplayedProduct } from '../../inspector/replay/replayRecording.ts';

const failureSchema = v.object({ code: v.string(), message: v.string(), seatNumbers: v.array(v.number()) });

/** The product for a replay: the root machine, with the machines of all pages registered by their ids. */
export function replayedProduct(pageMachines: readonly AnyStateMachine[]): ReplayedProduct {
  const actors = Object.fromEntries(pageMachines.map((machine) => [machine.id, machine]));
  return {
    machines: [appMachine.provide({ actors })],
    reviveError: (data) => (v.is(failureSchema, data) ? new CallFailed(data) : new Error('An error of the recording')),
  };
}
