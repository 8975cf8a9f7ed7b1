import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { EndedSessions } from '#contract/user.ts';
import { CallFailed } from '#domain/failure.ts';
import { emptyPasswordChange, type PasswordChange } from '#domain/passwordChange.ts';
import { changePasswordMachine, type PasswordField } from '#machines/changePasswordMachine.ts';
import { selectFieldError } from '#machines/touchedFields.ts';
import { controlledCall } from './controlledCall.ts';
import { openSystem } from './openSystem.ts';

const good: PasswordChange = {
  password: 'popcorn-in-row-e',
  newPassword: 'curtain-in-row-f',
  confirmPassword: 'curtain-in-row-f',
};

const FIELDS: readonly PasswordField[] = ['password', 'newPassword', 'confirmPassword'];

describe('reliability 60: changing the password', () => {
  test('sends one request for a double submit, and shows a success message', async () => {
    const { actor, changePassword, sent } = setup();
    actor.send({ type: 'password.change', values: good });
    actor.send({ type: 'password.change', values: good });
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    expect(changePassword.inputs()).toEqual([good]);
    await changePassword.answer({ ended: 2 });
    expect(actor.getSnapshot().value).toBe('done');
    expect(sent).toEqual([
      {
        type: 'notify',
        notification: {
          type: 'success',
          content: { code: 'password_changed', count: 2 },
          placement: 'top-right',
        },
      },
    ]);
  });

  test('an empty form is not sent and shows an error for each field', () => {
    const { actor, changePassword, errors } = setup();
    actor.send({ type: 'password.change', values: emptyPasswordChange });
    expect(changePassword.inputs()).toEqual([]);
    expect(errors()).toEqual(['passwordMissing', 'passwordMissing', 'confirmPasswordMissing']);
  });

  test('a field shows its error after the user leaves it, without errors for the untouched fields', () => {
    const { actor, errors } = setup();
    const values = { ...emptyPasswordChange, newPassword: 'short' };
    actor.send({ type: 'form.check', touched: [], values });
    expect(errors()).toEqual([undefined, undefined, undefined]);
    actor.send({ type: 'form.check', touched: ['newPassword'], values });
    expect(errors()).toEqual([undefined, 'passwordShort', undefined]);
  });

  test('the error of the confirmation follows the new password', () => {
    const { actor, errors } = setup();
    const values = { ...good, newPassword: 'curtain-in-row-g' };
    actor.send({ type: 'form.check', touched: ['confirmPassword'], values });
    expect(errors()).toEqual([undefined, undefined, 'passwordsDiffer']);
    actor.send({ type: 'form.check', touched: [], values: good });
    expect(errors()).toEqual([undefined, undefined, undefined]);
  });

  test('a refused change shows an alert, and the next submit clears it', async () => {
    const { actor, changePassword } = setup();
    actor.send({ type: 'password.change', values: good });
    await changePassword.fail(new CallFailed({ code: 'wrong_password' }));
    expect(actor.getSnapshot()).toMatchObject({
      value: 'editing',
      context: { touched: [], failure: { code: 'wrong_password' } },
    });
    actor.send({ type: 'password.change', values: good });
    expect(actor.getSnapshot().context.failure).toBeUndefined();
  });
});

function setup() {
  const changePassword = controlledCall<EndedSessions, PasswordChange>();
  const { parent, sent } = openSystem();
  const machine = changePasswordMachine.provide({ actors: { changePassword: changePassword.actor } });
  const actor = createActor(machine, { parent });
  actor.start();
  /** The broken rules of the three fields. */
  const errors = () => FIELDS.map((field) => selectFieldError(actor.getSnapshot(), field));
  return { actor, changePassword, sent, errors };
}
