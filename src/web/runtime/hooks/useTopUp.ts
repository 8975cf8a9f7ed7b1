import { createActor } from 'xstate';
import { boundTopUp, topUpInput } from '../../effects/boundTopUp.ts';
import { giveDependencies } from '../../effects/dependenciesOf.ts';
import { createPageDependencies } from '../createPageDependencies.ts';
import { usePageSnapshot } from '../usePageActor.ts';

/** Runs the top-up flow for as long as its page stands. */
export function useTopUp() {
  return usePageSnapshot((runtime) => {
    const page = createPageDependencies(runtime);
    const actor = createActor(boundTopUp, { inspect: runtime.inspect, input: topUpInput(page) });
    giveDependencies(actor, page);
    return actor;
  });
}

export { boundTopUp } from '../../effects/boundTopUp.ts';
