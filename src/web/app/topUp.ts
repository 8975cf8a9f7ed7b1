import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { TopUpEvent, TopUpSnapshot } from '#machines/topUpMachine.ts';
import { bindTopUp, readReturnPath } from '../effects/bindTopUp.ts';
import { useRuntime } from './RuntimeContext.ts';

/** Runs the top-up flow for as long as its page stands. */
export function useTopUp(): [TopUpSnapshot, (event: TopUpEvent) => void] {
  const { dependencies, inspect } = useRuntime();
  const [machine] = useState(() => bindTopUp(dependencies));
  const [returnPath] = useState(() => readReturnPath(dependencies.history));
  const actor = useActorRef(machine, { inspect, input: { returnPath } });
  return [useSelector(actor, (snapshot) => snapshot), (event) => actor.send(event)];
}
