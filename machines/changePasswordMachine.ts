import { assign, fromPromise, sendTo, setup } from 'xstate';
import { failureOf, type Failure } from '#domain/failure.ts';
import type { PasswordChange } from '#domain/passwordChange.ts';
import { errorOf, fieldErrors } from '#contract/fieldErrors.ts';
import { passwordFormSchema, type EndedSessions } from '#contract/user.ts';
import { toToasts } from './targets.ts';
import { notify, type ToastsEvent } from './toastsMachine.ts';
import { touchFields, type TouchedField } from './touchedFields.ts';
import { environmentOf } from './environment.ts';

export type PasswordField = keyof PasswordChange;

interface Context {
  touched: readonly TouchedField<PasswordField>[];
  failure: Failure | undefined;
}

/** The texts in the form. */
type WithValues = { readonly values: PasswordChange };

export type ChangePasswordEvent = ({ type: 'password.change' } & WithValues) | ({ type: 'form.check' } & Check);

/** `touched` are the fields that the user has just left. */
type Check = WithValues & { readonly touched: readonly PasswordField[] };

const FIELDS: readonly PasswordField[] = ['password', 'newPassword', 'confirmPassword'];

export const changePasswordMachine = setup({
  types: {} as { context: Context; events: ChangePasswordEvent; tags: 'busy' },
  actors: {
    changePassword: fromPromise<EndedSessions, PasswordChange>(({ input: { password, newPassword }, system }) => {
      const { api, createKey } = environmentOf(system);
      return api('changePassword', { input: { password, newPassword }, idempotencyKey: createKey() });
    }),
  },
  guards: {
    isValid: (_, { values }: WithValues) => errorOf(passwordFormSchema, values) === undefined,
  },
  actions: {
    notify: sendTo(toToasts, (_, params: ToastsEvent) => params),
    check: assign(({ context }, { values, touched }: Check) => ({
      touched: touchFields(context.touched, touched, fieldErrors(passwordFormSchema, values)),
    })),
    clearFailure: assign({ failure: undefined }),
    storeFailure: assign((_, params: { error: unknown }) => ({ failure: failureOf(params.error) })),
  },
}).createMachine({
  id: 'changePassword',
  context: { touched: [], failure: undefined },
  on: {
    'form.check': { actions: { type: 'check', params: ({ event }) => event } },
  },
  initial: 'editing',
  states: {
    editing: {
      description:
        'The user enters the current password, and the new one twice. Errors show only for touched fields. The form has the passwords; the machine reads them from events and keeps none.',
      on: {
        'password.change': [
          {
            guard: { type: 'isValid', params: ({ event }) => event },
            target: 'submitting',
            actions: 'clearFailure',
          },
          {
            actions: [
              'clearFailure',
              { type: 'check', params: ({ event: { values } }) => ({ values, touched: FIELDS }) },
            ],
          },
        ],
      },
    },
    submitting: {
      description:
        'Waiting for the server; ignores a second submit. Without a response the user can send the same form again: the server confirms a change that it has made already.',
      tags: 'busy',
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ event }) => submittedValues(event),
        onDone: {
          target: 'done',
          actions: {
            type: 'notify',
            params: ({ event }) => notify('success', { code: 'password_changed', count: event.output.ended }),
          },
        },
        onError: {
          target: 'editing',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    done: { description: 'The password is changed, and every other session has ended. The form is gone.' },
  },
});

/** The values of the submit that starts the request. XState does not narrow the event in the `input` of an invoked actor. */
function submittedValues(event: ChangePasswordEvent): PasswordChange {
  if (event.type !== 'password.change') throw new Error(`${event.type} does not submit the form`);
  return event.values;
}
