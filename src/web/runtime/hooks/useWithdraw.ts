import { createActor } from 'xstate';
import { bindWithdraw, withdrawInput } from '../../effects/bindWithdraw.ts';
import { pageDependenciesOf } from '../pageDependenciesOf.ts';
import { usePageSnapshot } from '../usePageActor.ts';

/** Runs the withdraw flow for as long as its page stands. */
export function useWithdraw() {
  return usePageSnapshot((runtime) => {
    const page = pageDependenciesOf(runtime);
    return createActor(bindWithdraw(page), { inspect: runtime.inspect, input: withdrawInput(page) });
  });
}
