import { shallowEqual, useSelector } from '@xstate/react';
import type { ActorRefFrom, AnyActorRef, Snapshot } from 'xstate';
import { selectTimeLeft, type countdownMachine, type TimeLeft } from '#machines/countdownMachine.ts';

type Countdown = ActorRefFrom<typeof countdownMachine>;

/** An actor that invokes a countdown while it holds seats. */
export type Holder = Pick<AnyActorRef, 'subscribe'> & {
  getSnapshot: () => Snapshot<unknown> & { readonly children: { readonly countdown?: Countdown | undefined } };
};

/** The time left of a hold; undefined while it does not run. Only the views of the countdown render every second. */
export function useTimeLeft(holder: Holder | undefined): TimeLeft | undefined {
  const countdown = useSelector(holder, (snapshot) => snapshot?.children.countdown);
  return useSelector(countdown, (snapshot) => snapshot && selectTimeLeft(snapshot), shallowEqual);
}
