import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { TicketEvent, TicketSnapshot } from '#machines/ticketMachine.ts';
import { bindTicket } from '../../effects/bindTicket.ts';
import { useRuntime } from '../RuntimeContext.ts';
import { useEmitted } from '../useEmitted.ts';

/** Runs the page of one ticket for as long as it stands. */
export function useTicket(ticketId: string): [TicketSnapshot, (event: TicketEvent) => void] {
  const { dependencies, inspect, session } = useRuntime();
  const [machine] = useState(() => bindTicket({ ...dependencies, session }));
  const actor = useActorRef(machine, { inspect, input: { ticketId, now: dependencies.now() } });
  useEmitted(actor);
  return [useSelector(actor, (snapshot) => snapshot), (event) => actor.send(event)];
}
