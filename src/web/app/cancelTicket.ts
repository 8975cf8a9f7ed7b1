import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { CancelTicketEvent, CancelTicketSnapshot } from '#machines/cancelTicketMachine.ts';
import { bindCancelTicket } from '../effects/bindCancelTicket.ts';
import { useRuntime } from './RuntimeContext.ts';

/** Runs the cancel dialog for as long as the tickets' page stands. */
export function useCancelTicket(): [CancelTicketSnapshot, (event: CancelTicketEvent) => void] {
  const { dependencies, inspect } = useRuntime();
  const [machine] = useState(() => bindCancelTicket(dependencies));
  const actor = useActorRef(machine, { inspect, input: { now: dependencies.now() } });
  return [useSelector(actor, (snapshot) => snapshot), (event) => actor.send(event)];
}
