import { createActor } from 'xstate';
import { bindSeatView, readSeatView } from '../../effects/bindSeatView.ts';
import { usePageSnapshot } from '../usePageActor.ts';

/** Runs the choice between map and list for as long as the seats stand. */
export function useSeatView() {
  return usePageSnapshot(({ dependencies, inspect }) =>
    createActor(bindSeatView(dependencies), { inspect, input: { remembered: readSeatView(dependencies) } }),
  );
}
