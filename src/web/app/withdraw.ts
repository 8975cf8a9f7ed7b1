import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { WithdrawSnapshot } from '#machines/withdrawMachine.ts';
import { bindWithdraw } from '../effects/bindWithdraw.ts';
import { useRuntime } from './RuntimeContext.ts';

/** Runs the withdraw flow for as long as its page stands. */
export function useWithdraw(): [WithdrawSnapshot, ReturnType<typeof useWithdrawActor>['send']] {
  const withdraw = useWithdrawActor();
  return [useSelector(withdraw, (snapshot) => snapshot), withdraw.send];
}

function useWithdrawActor() {
  const { dependencies } = useRuntime();
  const [machine] = useState(() => bindWithdraw(dependencies));
  return useActorRef(machine);
}
