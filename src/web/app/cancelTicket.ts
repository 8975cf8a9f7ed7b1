import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { CancelTicketSnapshot } from '#machines/cancelTicketMachine.ts';
import { bindCancelTicket } from '../effects/bindCancelTicket.ts';
import { useRuntime } from './RuntimeContext.ts';

/** Runs the cancel dialog for as long as the tickets' page stands. */
export function useCancelTicket(): [CancelTicketSnapshot, ReturnType<typeof useCancelTicketActor>['send']] {
  const cancelTicket = useCancelTicketActor();
  return [useSelector(cancelTicket, (snapshot) => snapshot), cancelTicket.send];
}

function useCancelTicketActor() {
  const { dependencies } = useRuntime();
  const [machine] = useState(() => bindCancelTicket(dependencies));
  return useActorRef(machine, { input: { now: dependencies.now() } });
}
