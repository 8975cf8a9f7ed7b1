import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { WithdrawEvent, WithdrawSnapshot } from '#machines/withdrawMachine.ts';
import { bindWithdraw, withdrawInput } from '../../effects/bindWithdraw.ts';
import { useRuntime } from '../RuntimeContext.ts';
import { usePageDependencies } from '../usePageDependencies.ts';

/** Runs the withdraw flow for as long as its page stands. */
export function useWithdraw(): [WithdrawSnapshot, (event: WithdrawEvent) => void] {
  const { inspect } = useRuntime();
  const page = usePageDependencies();
  const [machine] = useState(() => bindWithdraw(page));
  const [input] = useState(() => withdrawInput(page));
  const actor = useActorRef(machine, { inspect, input });
  return [useSelector(actor, (snapshot) => snapshot), (event) => actor.send(event)];
}
