import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { SeatViewEvent, SeatViewSnapshot } from '#machines/seatViewMachine.ts';
import { bindSeatView, readSeatView } from '../../effects/bindSeatView.ts';
import { useRuntime } from '../RuntimeContext.ts';

/** Runs the choice between map and list for as long as the seats stand. */
export function useSeatView(): [SeatViewSnapshot, (event: SeatViewEvent) => void] {
  const { dependencies, inspect } = useRuntime();
  const [machine] = useState(() => bindSeatView(dependencies));
  const [remembered] = useState(() => readSeatView(dependencies));
  const actor = useActorRef(machine, { inspect, input: { remembered } });
  return [useSelector(actor, (snapshot) => snapshot), (event) => actor.send(event)];
}
