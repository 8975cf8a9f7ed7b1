import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { TransactionsEvent, TransactionsSnapshot } from '#machines/transactionsMachine.ts';
import { bindTransactions } from '../../effects/bindTransactions.ts';
import { useRuntime } from '../RuntimeContext.ts';
import { useEmitted } from '../useEmitted.ts';

/** Runs the transactions page for as long as it stands. */
export function useTransactions(): [TransactionsSnapshot, (event: TransactionsEvent) => void] {
  const { dependencies, inspect } = useRuntime();
  const [machine] = useState(() => bindTransactions(dependencies));
  const actor = useActorRef(machine, { inspect });
  useEmitted(actor);
  return [useSelector(actor, (snapshot) => snapshot), (event) => actor.send(event)];
}
