import { shallowEqual, useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { selectTimeLeft, type countdownMachine, type TimeLeft } from '#machines/countdownMachine.ts';

export type Countdown = ActorRefFrom<typeof countdownMachine>;

/** The time left of a hold; undefined while it does not run. Only the views of the countdown render every second. */
export function useTimeLeft(countdown: Countdown | undefined): TimeLeft | undefined {
  return useSelector(countdown, (snapshot) => snapshot && selectTimeLeft(snapshot), shallowEqual);
}
