import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { CancelTicketEvent, CancelTicketSnapshot } from '#machines/cancelTicketMachine.ts';
import { bindCancelTicket, cancelTicketInput } from '../../effects/bindCancelTicket.ts';
import { useRuntime } from '../RuntimeContext.ts';
import { usePageDependencies } from '../usePageDependencies.ts';

/** Runs the cancel dialog for as long as the tickets' page stands. */
export function useCancelTicket(): [CancelTicketSnapshot, (event: CancelTicketEvent) => void] {
  const { inspect } = useRuntime();
  const page = usePageDependencies();
  const [machine] = useState(() => bindCancelTicket(page));
  const [input] = useState(() => cancelTicketInput(page));
  const actor = useActorRef(machine, { inspect, input });
  return [useSelector(actor, (snapshot) => snapshot), (event) => actor.send(event)];
}
