import { createActor } from 'xstate';
import { bindTopUp, topUpInput } from '../../effects/bindTopUp.ts';
import { pageDependenciesOf } from '../pageDependenciesOf.ts';
import { usePageSnapshot } from '../usePageActor.ts';

/** Runs the top-up flow for as long as its page stands. */
export function useTopUp() {
  return usePageSnapshot((runtime) => {
    const page = pageDependenciesOf(runtime);
    return createActor(bindTopUp(page), { inspect: runtime.inspect, input: topUpInput(page) });
  });
}
