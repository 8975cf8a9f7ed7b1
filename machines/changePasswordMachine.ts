import { assign, fromPromise, sendTo, setup, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '#domain/failure.ts';
import { emptyPasswordChange, passwordChangedMessage, type PasswordChange } from '#domain/passwordChange.ts';
import { fieldErrors, type FieldErrors } from '#contract/fieldErrors.ts';
import { passwordFormSchema, type EndedSessions } from '#contract/user.ts';
import { toToasts } from './actors.ts';
import { notify, type ToastsEvent } from './toastsMachine.ts';
import { environmentOf } from './environment.ts';

export type PasswordField = keyof PasswordChange;

interface Context {
  values: PasswordChange;
  touched: readonly PasswordField[];
  failure: Failure | undefined;
}

export type ChangePasswordEvent =
  | { type: 'field.change'; field: PasswordField; value: string }
  | { type: 'field.blur'; field: PasswordField }
  | { type: 'password.change' };

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
    isGood: ({ context }) => Object.keys(fieldErrors(passwordFormSchema, context.values)).length === 0,
  },
  actions: {
    notify: sendTo(toToasts, (_, params: ToastsEvent) => params),
    changeField: assign(({ context }, params: { field: PasswordField; value: string }) => ({
      values: { ...context.values, [params.field]: params.value },
    })),
    touchField: assign(({ context }, params: { field: PasswordField }) => ({
      touched: [...new Set([...context.touched, params.field])],
    })),
    touchAll: assign({ touched: FIELDS }),
    clearFailure: assign({ failure: undefined }),
    storeFailure: assign((_, params: { error: unknown }) => ({ failure: failureOf(params.error) })),
    forgetValues: assign({ values: emptyPasswordChange, touched: [] }),
  },
}).createMachine({
  id: 'changePassword',
  context: { values: emptyPasswordChange, touched: [], failure: undefined },
  initial: 'editing',
  states: {
    editing: {
      description: 'The user enters the current password, and the new one twice. Errors show only for touched fields.',
      on: {
        'field.change': { actions: { type: 'changeField', params: ({ event }) => event } },
        'field.blur': { actions: { type: 'touchField', params: ({ event }) => event } },
        'password.change': [
          { guard: 'isGood', target: 'submitting', actions: 'clearFailure' },
          { actions: ['clearFailure', 'touchAll'] },
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
        input: ({ context }) => context.values,
        onDone: {
          target: 'done',
          actions: {
            type: 'notify',
            params: ({ event }) => notify('success', passwordChangedMessage(event.output.ended)),
          },
        },
        onError: {
          target: 'editing',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    done: {
      description: 'Every other session has ended (reliability 60), and no password is in memory.',
      entry: 'forgetValues',
    },
  },
});

export type ChangePasswordSnapshot = SnapshotFrom<typeof changePasswordMachine>;

/** The error messages of the touched fields (section 5). */
export function selectPasswordErrors({ context }: ChangePasswordSnapshot): FieldErrors<PasswordChange> {
  const errors = fieldErrors(passwordFormSchema, context.values);
  return Object.fromEntries(
    context.touched.flatMap((field) => (errors[field] === undefined ? [] : [[field, errors[field]]])),
  );
}
