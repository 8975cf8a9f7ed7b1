import { fromPromise } from 'xstate';
import { signOutOthersMachine } from '#machines/signOutOthersMachine.ts';
import type { Dependencies } from './dependencies.ts';

/** Signing out other devices bound to the API. */
export function bindSignOutOthers({ client }: Dependencies) {
  return signOutOthersMachine.provide({
    actors: { signOutOthers: fromPromise(() => client('signOutOthers')) },
  });
}
