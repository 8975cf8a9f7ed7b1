import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { SignOutOthersEvent, SignOutOthersSnapshot } from '#machines/signOutOthersMachine.ts';
import { bindSignOutOthers } from '../../effects/bindSignOutOthers.ts';
import { useRuntime } from '../RuntimeContext.ts';
import { useEmitted } from '../useEmitted.ts';

/** Runs the signing out of other devices for as long as the account's page stands. */
export function useSignOutOthers(): [SignOutOthersSnapshot, (event: SignOutOthersEvent) => void] {
  const { dependencies, inspect } = useRuntime();
  const [machine] = useState(() => bindSignOutOthers(dependencies));
  const actor = useActorRef(machine, { inspect });
  useEmitted(actor);
  return [useSelector(actor, (snapshot) => snapshot), (event) => actor.send(event)];
}
