import { createActor } from 'xstate';
import { boundTicket } from '../../effects/boundTicket.ts';
import { giveDependencies } from '../../effects/dependenciesOf.ts';
import { usePageSnapshot } from '../usePageActor.ts';

/** Runs the page of one ticket for as long as it stands. */
export function useTicket(ticketId: string) {
  return usePageSnapshot(({ dependencies, inspect, session, tell }) => {
    const input = { ticketId, now: dependencies.now() };
    const actor = createActor(boundTicket, { inspect, input });
    giveDependencies(actor, { ...dependencies, session });
    actor.on('*', tell);
    return actor;
  });
}

export { boundTicket } from '../../effects/boundTicket.ts';
