import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { WithdrawEvent, WithdrawSnapshot } from '#machines/withdrawMachine.ts';
import { bindWithdraw } from '../effects/bindWithdraw.ts';
import { useRuntime } from './RuntimeContext.ts';

/** Runs the withdraw flow for as long as its page stands. */
export function useWithdraw(): [WithdrawSnapshot, (event: WithdrawEvent) => void] {
  const { dependencies, inspect } = useRuntime();
  const [machine] = useState(() => bindWithdraw(dependencies));
  const actor = useActorRef(machine, { inspect });
  return [useSelector(actor, (snapshot) => snapshot), (event) => actor.send(event)];
}
