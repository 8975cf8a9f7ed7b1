import { fromPromise } from 'xstate';
import { parseAge } from '#domain/credentials.ts';
import { authDialogMachine } from '#machines/authDialogMachine.ts';
import type { Dependencies } from './dependencies.ts';

/** The sign-in and sign-up dialog bound to the API. */
export function bindAuthDialog({ client }: Dependencies) {
  return authDialogMachine.provide({
    actors: {
      signIn: fromPromise(({ input }) => client('signIn', { input })),
      signUp: fromPromise(({ input }) => client('signUp', { input: { ...input, age: parseAge(input.age) } })),
    },
  });
}
