import { createActor } from 'xstate';
import { boundSeatView, readSeatView } from '../../effects/boundSeatView.ts';
import { giveDependencies } from '../../effects/dependenciesOf.ts';
import { usePageSnapshot } from '../usePageActor.ts';

/** Runs the choice between map and list for as long as the seats stand. The server draws the map; who remembers the list gets it after. */
export function useSeatView() {
  return usePageSnapshot(({ arrival, dependencies, inspect }) => {
    const remembered = readSeatView(dependencies);
    const isDrawn = arrival() !== undefined;
    const input = { remembered: isDrawn ? undefined : remembered };
    const actor = createActor(boundSeatView, { inspect, input });
    giveDependencies(actor, dependencies);
    if (isDrawn && remembered === 'list') actor.send({ type: 'seatView.toggle' });
    return actor;
  });
}

export { boundSeatView } from '../../effects/boundSeatView.ts';
