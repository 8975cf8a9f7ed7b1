import { createActor } from 'xstate';
import { bindCancelTicket, cancelTicketInput } from '../../effects/bindCancelTicket.ts';
import { pageDependenciesOf } from '../pageDependenciesOf.ts';
import { usePageSnapshot } from '../usePageActor.ts';

/** Runs the cancel dialog for as long as the tickets' page stands. */
export function useCancelTicket() {
  return usePageSnapshot((runtime) => {
    const page = pageDependenciesOf(runtime);
    return createActor(bindCancelTicket(page), { inspect: runtime.inspect, input: cancelTicketInput(page) });
  });
}
