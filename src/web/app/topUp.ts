import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { TopUpSnapshot } from '#machines/topUpMachine.ts';
import { bindTopUp, readReturnPath } from '../effects/bindTopUp.ts';
import { useRuntime } from './RuntimeContext.ts';

/** Runs the top-up flow for as long as its page stands. */
export function useTopUp(): [TopUpSnapshot, ReturnType<typeof useTopUpActor>['send']] {
  const topUp = useTopUpActor();
  return [useSelector(topUp, (snapshot) => snapshot), topUp.send];
}

function useTopUpActor() {
  const { dependencies } = useRuntime();
  const [machine] = useState(() => bindTopUp(dependencies));
  const [returnPath] = useState(() => readReturnPath(dependencies.history));
  return useActorRef(machine, { input: { returnPath } });
}
