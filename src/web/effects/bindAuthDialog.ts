import { fromPromise } from 'xstate';
import { authDialogMachine } from '#machines/authDialogMachine.ts';
import { signIn, signUp } from '../api/user.ts';
import type { Dependencies } from './dependencies.ts';

/** The sign-in and sign-up dialog bound to the API. */
export function bindAuthDialog({ client }: Dependencies) {
  return authDialogMachine.provide({
    actors: {
      signIn: fromPromise(({ input }) => signIn(client, input)),
      signUp: fromPromise(({ input }) => signUp(client, input)),
    },
  });
}
