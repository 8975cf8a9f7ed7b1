import { createActor } from 'xstate';
import { bindTicket } from '../../effects/bindTicket.ts';
import { usePageSnapshot } from '../usePageActor.ts';

/** Runs the page of one ticket for as long as it stands. */
export function useTicket(ticketId: string) {
  return usePageSnapshot(({ dependencies, inspect, session, tell }) => {
    const input = { ticketId, now: dependencies.now() };
    const actor = createActor(bindTicket({ ...dependencies, session }), { inspect, input });
    actor.on('*', tell);
    return actor;
  });
}
