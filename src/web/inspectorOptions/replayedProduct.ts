import type { AnyStateMachine } from 'xstate';
import type { ReplayedProduct } from 'xstate-visit/check';
import { appMachine } from '#machines/appMachine.ts';
import { reviveError } from './reviveError.ts';

/** The product for a replay: the root machine, with the machines of all pages registered by their ids, and the root of a door if it is one of them. */
export function replayedProduct(pageMachines: readonly AnyStateMachine[]): ReplayedProduct {
  const actors = Object.fromEntries(pageMachines.map((machine) => [machine.id, machine]));
  const { door } = actors;
  return {
    machines: { app: appMachine.provide({ actors }), ...(door && { door }) },
    reviveError,
  };
}
