import * as v from 'valibot';
import type { AnyStateMachine } from 'xstate';
import { CallFailed } from '#domain/failure.ts';
import type { ReplayedProduct } from '../../inspector/replay/replayRecording.ts';

const failureSchema = v.object({ code: v.string(), message: v.string(), seatNumbers: v.array(v.number()) });

/** How the product's machines are joined, for whoever replays a visit on them. */
export function replayedProduct(machines: readonly AnyStateMachine[]): ReplayedProduct {
  return {
    machines,
    emitsTo: 'app',
    reviveError: (data) => (v.is(failureSchema, data) ? new CallFailed(data) : new Error('An error of the recording')),
  };
}
