import { useLocation } from 'react-router-dom';
import { createActor } from 'xstate';
import { boundTopUp, topUpInput } from '../../effects/boundTopUp.ts';
import { giveDependencies } from '../../effects/dependenciesOf.ts';
import { createPageDependencies } from '../createPageDependencies.ts';
import { usePageSnapshot } from '../usePageActor.ts';

/** Runs the top-up flow for as long as its page stands. */
export function useTopUp() {
  const { state }: { readonly state: unknown } = useLocation();
  return usePageSnapshot((runtime) => {
    const page = createPageDependencies(runtime);
    const actor = createActor(boundTopUp, { inspect: runtime.inspect, input: topUpInput(state, page) });
    giveDependencies(actor, page);
    actor.on('*', runtime.tell);
    return actor;
  });
}

export { boundTopUp } from '../../effects/boundTopUp.ts';
