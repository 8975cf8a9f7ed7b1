import * as v from 'valibot';
import type { AnyEventObject, AnyStateMachine } from 'xstate';
import { CallFailed } from '#domain/failure.ts';
import type { ReplayedProduct } from '../../inspector/replay/replayRecording.ts';

const failureSchema = v.object({ code: v.string(), message: v.string(), seatNumbers: v.array(v.number()) });
const intentSchema = v.looseObject({ intent: v.looseObject({ kind: v.string() }) });
const keySchema = v.object({ confirmed: v.object({ idempotencyKey: v.string() }) });

/** How the product's machines are joined, for whoever replays a visit on them. */
export function replayedProduct(machines: readonly AnyStateMachine[]): ReplayedProduct {
  return {
    machines,
    emitsTo: 'app',
    // What is bought is judged, too: a replay confirms what today's page does, under the recorded key.
    relays: { startIntent: { actor: 'app/intents', event: startOf } },
    reviveError: (data) => (v.is(failureSchema, data) ? new CallFailed(data) : new Error('An error of the recording')),
  };
}

function startOf(params: unknown, recorded: AnyEventObject | undefined): AnyEventObject {
  const confirmed = v.parse(intentSchema, params);
  const read = v.safeParse(keySchema, recorded);
  const idempotencyKey = read.success ? read.output.confirmed.idempotencyKey : 'none';
  return { type: `${confirmed.intent.kind}.start`, confirmed: { ...confirmed, idempotencyKey } };
}
