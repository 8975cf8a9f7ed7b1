import { fromPromise } from 'xstate';
import { plainNumber } from '#domain/typedNumber.ts';
import { authDialogMachine } from '#machines/authDialogMachine.ts';
import { dependenciesOf } from './dependenciesOf.ts';

/** The sign-in and sign-up dialog bound to the API. */
export const boundAuthDialog = authDialogMachine.provide({
  actors: {
    signIn: fromPromise(({ input, system }) => dependenciesOf(system).client('signIn', { input })),
    signUp: fromPromise(({ input, system }) =>
      dependenciesOf(system).client('signUp', { input: { ...input, age: plainNumber(input.age) } }),
    ),
  },
});
