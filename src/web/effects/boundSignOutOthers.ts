import { fromPromise } from 'xstate';
import { signOutOthersMachine } from '#machines/signOutOthersMachine.ts';
import { dependenciesOf } from './dependenciesOf.ts';

/** Signing out other devices bound to the API. */
export const boundSignOutOthers = signOutOthersMachine.provide({
  actors: { signOutOthers: fromPromise(({ system }) => dependenciesOf(system).client('signOutOthers')) },
});
