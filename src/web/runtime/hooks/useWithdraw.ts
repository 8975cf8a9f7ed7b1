import { createActor } from 'xstate';
import { boundWithdraw, withdrawInput } from '../../effects/boundWithdraw.ts';
import { giveDependencies } from '../../effects/dependenciesOf.ts';
import { createPageDependencies } from '../createPageDependencies.ts';
import { usePageSnapshot } from '../usePageActor.ts';

/** Runs the withdraw flow for as long as its page stands. */
export function useWithdraw() {
  return usePageSnapshot((runtime) => {
    const page = createPageDependencies(runtime);
    const actor = createActor(boundWithdraw, { inspect: runtime.inspect, input: withdrawInput(page) });
    giveDependencies(actor, page);
    actor.on('*', runtime.tell);
    return actor;
  });
}

export { boundWithdraw } from '../../effects/boundWithdraw.ts';
