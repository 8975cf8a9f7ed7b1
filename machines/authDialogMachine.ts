import { assign, fromPromise, sendTo, setup, type SnapshotFrom } from 'xstate';
import { plainNumber } from '#domain/text.ts';
import { emptySignUp, type SignInValues, type SignUpValues } from '#domain/credentials.ts';
import { failureOf } from '#domain/failure.ts';
import { messages } from '#domain/messages.ts';
import { fieldErrors, type FieldErrors } from '#contract/fieldErrors.ts';
import { signInSchema, signUpSchema, type SessionUser } from '#contract/user.ts';
import { toSession, toToasts } from './actors.ts';
import { environmentOf } from './environment.ts';
import { notify, type ToastsEvent } from './toastsMachine.ts';

export type AuthField = keyof SignUpValues;

interface Context {
  values: SignUpValues;
  touched: readonly AuthField[];
  failure: string | undefined;
}

export type AuthDialogEvent =
  | { type: 'auth.open' | 'auth.close' | 'auth.switch' | 'auth.submit' }
  | { type: 'field.change'; field: AuthField; value: string }
  | { type: 'field.blur'; field: AuthField };

const SIGN_IN_FIELDS: readonly AuthField[] = ['username', 'password'];
const SIGN_UP_FIELDS: readonly AuthField[] = ['username', 'displayName', 'age', 'password', 'confirmPassword'];

export const authDialogMachine = setup({
  types: {} as {
    context: Context;
    events: AuthDialogEvent;
    tags: 'open' | 'signIn' | 'signUp' | 'submitting';
  },
  actors: {
    signIn: fromPromise<SessionUser, SignInValues>(({ input, system }) =>
      environmentOf(system).api('signIn', { input }),
    ),
    signUp: fromPromise<SessionUser, SignUpValues>(({ input, system }) =>
      environmentOf(system).api('signUp', { input: { ...input, age: plainNumber(input.age) } }),
    ),
  },
  guards: {
    isSignInValid: ({ context }) => Object.keys(fieldErrors(signInSchema, context.values)).length === 0,
    isSignUpValid: ({ context }) => Object.keys(fieldErrors(signUpSchema, context.values)).length === 0,
  },
  actions: {
    startSession: sendTo(toSession, (_, { user }: { user: SessionUser }) => ({
      type: 'session.start' as const,
      user,
    })),
    notify: sendTo(toToasts, (_, params: ToastsEvent) => params),
    changeField: assign(({ context }, params: { field: AuthField; value: string }) => ({
      values: { ...context.values, [params.field]: params.value },
    })),
    touchField: assign(({ context }, params: { field: AuthField }) => ({
      touched: [...new Set([...context.touched, params.field])],
    })),
    touchAll: assign((_, params: { fields: readonly AuthField[] }) => ({ touched: params.fields })),
    untouch: assign({ touched: [], failure: undefined }),
    clearFailure: assign({ failure: undefined }),
    storeFailure: assign((_, params: { error: unknown }) => ({ failure: failureOf(params.error).message })),
    resetForm: assign({ values: emptySignUp, touched: [], failure: undefined }),
  },
}).createMachine({
  id: 'authDialog',
  context: { values: emptySignUp, touched: [], failure: undefined },
  initial: 'closed',
  states: {
    closed: {
      description: 'The dialog is closed and the form empty: no password is in memory.',
      entry: 'resetForm',
      on: { 'auth.open': 'open' },
    },
    open: {
      description: 'The dialog is open. It always opens on the sign-in view (section 2).',
      tags: 'open',
      initial: 'editing',
      on: { 'auth.close': 'closed' },
      states: {
        editing: {
          description: 'Errors show only for touched fields; the alert clears at the next submit (sections 5 and 8).',
          initial: 'signIn',
          on: {
            'field.change': { actions: { type: 'changeField', params: ({ event }) => event } },
            'field.blur': { actions: { type: 'touchField', params: ({ event }) => event } },
          },
          states: {
            signIn: {
              description: 'Username and password (section 5, Sign-in).',
              tags: 'signIn',
              on: {
                'auth.switch': { target: 'signUp', actions: 'untouch' },
                'auth.submit': [
                  { guard: 'isSignInValid', target: '#authDialog.open.signingIn', actions: 'clearFailure' },
                  { actions: ['clearFailure', { type: 'touchAll', params: { fields: SIGN_IN_FIELDS } }] },
                ],
              },
            },
            signUp: {
              description: 'Username, display name, age, password and its confirmation (section 5, Sign-up).',
              tags: 'signUp',
              on: {
                'auth.switch': { target: 'signIn', actions: 'untouch' },
                'auth.submit': [
                  { guard: 'isSignUpValid', target: '#authDialog.open.signingUp', actions: 'clearFailure' },
                  { actions: ['clearFailure', { type: 'touchAll', params: { fields: SIGN_UP_FIELDS } }] },
                ],
              },
            },
          },
        },
        signingIn: {
          description: 'Waiting for the server. The dialog ignores further submits.',
          tags: ['signIn', 'submitting'],
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ context }) => ({ username: context.values.username, password: context.values.password }),
            onDone: {
              target: '#authDialog.closed',
              actions: [
                { type: 'startSession', params: ({ event }) => ({ user: event.output }) },
                { type: 'notify', params: notify('success', messages.signInSuccess) },
              ],
            },
            onError: { target: 'editing.signIn', actions: { type: 'storeFailure', params: ({ event }) => event } },
          },
        },
        signingUp: {
          description: 'Waiting for the server. The dialog ignores further submits.',
          tags: ['signUp', 'submitting'],
          invoke: {
            id: 'signUp',
            src: 'signUp',
            input: ({ context }) => context.values,
            onDone: {
              target: '#authDialog.closed',
              actions: [
                { type: 'startSession', params: ({ event }) => ({ user: event.output }) },
                { type: 'notify', params: notify('success', messages.signUpSuccess) },
              ],
            },
            onError: { target: 'editing.signUp', actions: { type: 'storeFailure', params: ({ event }) => event } },
          },
        },
      },
    },
  },
});

export type AuthDialogSnapshot = SnapshotFrom<typeof authDialogMachine>;

/** The error messages of the touched fields in the open view (section 5). */
export function selectFieldErrors(snapshot: AuthDialogSnapshot): FieldErrors<SignUpValues> {
  const { values, touched } = snapshot.context;
  const errors: FieldErrors<SignUpValues> = snapshot.hasTag('signUp')
    ? fieldErrors(signUpSchema, values)
    : fieldErrors(signInSchema, values);
  return Object.fromEntries(touched.flatMap((field) => (errors[field] === undefined ? [] : [[field, errors[field]]])));
}
