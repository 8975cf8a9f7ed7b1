import { assign, fromPromise, sendTo, setup, type SnapshotFrom } from 'xstate';
import { plainNumber } from '#domain/text.ts';
import { emptySignUp, type SignInValues, type SignUpValues } from '#domain/credentials.ts';
import { failureOf, type Failure } from '#domain/failure.ts';
import { errorOf, fieldErrors } from '#contract/fieldErrors.ts';
import { signInSchema, signUpSchema, type SessionUser } from '#contract/user.ts';
import { toSession, toToasts } from './targets.ts';
import { environmentOf } from './environment.ts';
import { notify, type ToastsEvent } from './toastsMachine.ts';
import { touchFields, type TouchedField } from './touchedFields.ts';

export type AuthField = keyof SignUpValues;

interface Context {
  /** The texts with which the fields appear: empty, but the display name and the age stay while the user looks at the sign-in view. */
  initial: SignUpValues;
  touched: readonly TouchedField<AuthField>[];
  failure: Failure | undefined;
}

type WithValues = { readonly values: SignUpValues };

/** `values` are the texts in the form. A field that the view does not have has its initial text. */
export type AuthDialogEvent =
  | { type: 'auth.open' | 'auth.close' }
  | ({ type: 'auth.switch' | 'auth.submit' } & WithValues)
  | ({ type: 'form.check' } & Check);

/** `touched` are the fields that the user has just left. */
type Check = WithValues & { readonly touched: readonly AuthField[] };

/** The fields of both views. A field that the view does not have is never invalid. */
const FIELDS: readonly AuthField[] = ['username', 'displayName', 'age', 'password', 'confirmPassword'];

const emptyContext: Context = { initial: emptySignUp, touched: [], failure: undefined };

export const authDialogMachine = setup({
  types: {} as {
    context: Context;
    events: AuthDialogEvent;
    tags: 'open' | 'signIn' | 'signUp' | 'submitting';
  },
  actors: {
    signIn: fromPromise<SessionUser, SignInValues>(({ input: { username, password }, system }) =>
      environmentOf(system).api('signIn', { input: { username, password } }),
    ),
    signUp: fromPromise<SessionUser, SignUpValues>(({ input, system }) =>
      environmentOf(system).api('signUp', { input: { ...input, age: plainNumber(input.age) } }),
    ),
  },
  guards: {
    isSignInValid: (_, { values }: WithValues) => errorOf(signInSchema, values) === undefined,
    isSignUpValid: (_, { values }: WithValues) => errorOf(signUpSchema, values) === undefined,
  },
  actions: {
    startSession: sendTo(toSession, (_, { user }: { user: SessionUser }) => ({
      type: 'session.start' as const,
      user,
    })),
    notify: sendTo(toToasts, (_, params: ToastsEvent) => params),
    checkSignIn: assign(({ context }, { values, touched }: Check) => ({
      touched: touchFields(context.touched, touched, fieldErrors(signInSchema, values)),
    })),
    checkSignUp: assign(({ context }, { values, touched }: Check) => ({
      touched: touchFields(context.touched, touched, fieldErrors(signUpSchema, values)),
    })),
    keep: assign((_, { values: { displayName, age } }: WithValues) => ({
      initial: { ...emptySignUp, displayName, age },
    })),
    untouch: assign({ touched: [], failure: undefined }),
    clearFailure: assign({ failure: undefined }),
    storeFailure: assign((_, params: { error: unknown }) => ({ failure: failureOf(params.error) })),
    reset: assign(emptyContext),
  },
}).createMachine({
  id: 'authDialog',
  context: emptyContext,
  initial: 'closed',
  states: {
    closed: {
      description: 'The dialog is closed. It opens with an empty form.',
      entry: 'reset',
      on: { 'auth.open': 'open' },
    },
    open: {
      description:
        'The dialog is open. It always opens on the sign-in view. The form has the typed values; the machine reads them from events and keeps no password.',
      tags: 'open',
      initial: 'signIn',
      on: { 'auth.close': 'closed' },
      states: {
        signIn: {
          description: 'The view with user name and password. Errors show only for touched fields.',
          tags: 'signIn',
          initial: 'editing',
          on: {
            'form.check': { actions: { type: 'checkSignIn', params: ({ event }) => event } },
          },
          states: {
            editing: {
              description: 'The user fills in the form. The alert of a refused sign-in stays until the next submit.',
              on: {
                'auth.switch': { target: '#authDialog.open.signUp', actions: 'untouch' },
                'auth.submit': [
                  {
                    guard: { type: 'isSignInValid', params: ({ event }) => event },
                    target: 'submitting',
                    actions: 'clearFailure',
                  },
                  {
                    actions: [
                      'clearFailure',
                      {
                        type: 'checkSignIn',
                        params: ({ event: { values } }) => ({ values, touched: FIELDS }),
                      },
                    ],
                  },
                ],
              },
            },
            submitting: {
              description: 'Waiting for the server. The dialog ignores further submits.',
              tags: 'submitting',
              invoke: {
                id: 'signIn',
                src: 'signIn',
                input: ({ event }) => submittedValues(event),
                onDone: {
                  target: '#authDialog.closed',
                  actions: [
                    { type: 'startSession', params: ({ event }) => ({ user: event.output }) },
                    { type: 'notify', params: notify('success', { code: 'signed_in' }) },
                  ],
                },
                onError: { target: 'editing', actions: { type: 'storeFailure', params: ({ event }) => event } },
              },
            },
          },
        },
        signUp: {
          description:
            'The view with user name, display name, age, password and its confirmation. Errors show only for touched fields.',
          tags: 'signUp',
          initial: 'editing',
          on: {
            'form.check': { actions: { type: 'checkSignUp', params: ({ event }) => event } },
          },
          states: {
            editing: {
              description: 'The user fills in the form. The alert of a refused sign-up stays until the next submit.',
              on: {
                'auth.switch': {
                  target: '#authDialog.open.signIn',
                  actions: [{ type: 'keep', params: ({ event }) => event }, 'untouch'],
                },
                'auth.submit': [
                  {
                    guard: { type: 'isSignUpValid', params: ({ event }) => event },
                    target: 'submitting',
                    actions: 'clearFailure',
                  },
                  {
                    actions: [
                      'clearFailure',
                      {
                        type: 'checkSignUp',
                        params: ({ event: { values } }) => ({ values, touched: FIELDS }),
                      },
                    ],
                  },
                ],
              },
            },
            submitting: {
              description: 'Waiting for the server. The dialog ignores further submits.',
              tags: 'submitting',
              invoke: {
                id: 'signUp',
                src: 'signUp',
                input: ({ event }) => submittedValues(event),
                onDone: {
                  target: '#authDialog.closed',
                  actions: [
                    { type: 'startSession', params: ({ event }) => ({ user: event.output }) },
                    { type: 'notify', params: notify('success', { code: 'signed_up' }) },
                  ],
                },
                onError: { target: 'editing', actions: { type: 'storeFailure', params: ({ event }) => event } },
              },
            },
          },
        },
      },
    },
  },
});

export type AuthDialogSnapshot = SnapshotFrom<typeof authDialogMachine>;

/** The values of the submit that starts a request. XState does not narrow the event in the `input` of an invoked actor. */
function submittedValues(event: AuthDialogEvent): SignUpValues {
  if (event.type !== 'auth.submit') throw new Error(`${event.type} does not submit the form`);
  return event.values;
}
