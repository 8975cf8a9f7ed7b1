import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { TopUpEvent, TopUpSnapshot } from '#machines/topUpMachine.ts';
import { bindTopUp, topUpInput } from '../../effects/bindTopUp.ts';
import { useRuntime } from '../RuntimeContext.ts';
import { usePageDependencies } from '../usePageDependencies.ts';

/** Runs the top-up flow for as long as its page stands. */
export function useTopUp(): [TopUpSnapshot, (event: TopUpEvent) => void] {
  const { inspect } = useRuntime();
  const page = usePageDependencies();
  const [machine] = useState(() => bindTopUp(page));
  const [input] = useState(() => topUpInput(page));
  const actor = useActorRef(machine, { inspect, input });
  return [useSelector(actor, (snapshot) => snapshot), (event) => actor.send(event)];
}
