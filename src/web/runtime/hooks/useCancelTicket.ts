import { createActor } from 'xstate';
import { boundCancelTicket, cancelTicketInput } from '../../effects/boundCancelTicket.ts';
import { giveDependencies } from '../../effects/dependenciesOf.ts';
import { createPageDependencies } from '../createPageDependencies.ts';
import { usePageSnapshot } from '../usePageActor.ts';

/** Runs the cancel dialog for as long as the tickets' page stands. */
export function useCancelTicket() {
  return usePageSnapshot((runtime) => {
    const page = createPageDependencies(runtime);
    const actor = createActor(boundCancelTicket, { inspect: runtime.inspect, input: cancelTicketInput(page) });
    giveDependencies(actor, page);
    return actor;
  });
}

export { boundCancelTicket } from '../../effects/boundCancelTicket.ts';
