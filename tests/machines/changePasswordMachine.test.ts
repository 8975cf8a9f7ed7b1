import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { EndedSessions } from '#contract/user.ts';
import { CallFailed } from '#domain/failure.ts';
import { emptyPasswordChange, type PasswordChange } from '#domain/passwordChange.ts';
import { changePasswordMachine, selectPasswordErrors, type PasswordField } from '#machines/changePasswordMachine.ts';
import { controlledCall } from './controlledCall.ts';
import { openSystem } from './openSystem.ts';

const good: PasswordChange = {
  password: 'popcorn-in-row-e',
  newPassword: 'curtain-in-row-f',
  confirmPassword: 'curtain-in-row-f',
};

describe('reliability 60: changing the password', () => {
  test('sends one request for a double submit, shows a success message and clears every password field', async () => {
    const { actor, changePassword, sent, enter } = setup();
    enter(good);
    actor.send({ type: 'password.change' });
    actor.send({ type: 'password.change' });
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    expect(changePassword.inputs()).toEqual([good]);
    await changePassword.answer({ ended: 2 });
    expect([actor.getSnapshot().value, actor.getSnapshot().context.values]).toEqual(['done', emptyPasswordChange]);
    expect(sent).toEqual([
      {
        type: 'notify',
        notification: {
          type: 'success',
          text: 'Your password was changed. 2 other devices were signed out.',
          placement: 'top-right',
        },
      },
    ]);
  });

  test('an empty form is not sent and shows an error for each field', () => {
    const { actor, changePassword } = setup();
    actor.send({ type: 'password.change' });
    expect(changePassword.inputs()).toEqual([]);
    expect(selectPasswordErrors(actor.getSnapshot())).toEqual({
      password: 'Password is required!',
      newPassword: 'Password is required!',
      confirmPassword: 'Confirm password is required!',
    });
  });

  test('a field shows its error after the user leaves it, without errors for the untouched fields', () => {
    const { actor } = setup();
    actor.send({ type: 'field.change', field: 'newPassword', value: 'short' });
    expect(selectPasswordErrors(actor.getSnapshot())).toEqual({});
    actor.send({ type: 'field.blur', field: 'newPassword' });
    expect(selectPasswordErrors(actor.getSnapshot())).toEqual({ newPassword: 'Minimum 8 characters for password' });
  });

  test('a refused change keeps the typed values, and the next submit clears the alert', async () => {
    const { actor, changePassword, enter } = setup();
    enter(good);
    actor.send({ type: 'password.change' });
    await changePassword.fail(new CallFailed({ code: 'wrong_password', message: 'Wrong password' }));
    expect(actor.getSnapshot()).toMatchObject({
      value: 'editing',
      context: { values: good, failure: { code: 'wrong_password', message: 'Wrong password' } },
    });
    actor.send({ type: 'password.change' });
    expect(actor.getSnapshot().context.failure).toBeUndefined();
  });
});

function setup() {
  const changePassword = controlledCall<EndedSessions, PasswordChange>();
  const { parent, sent } = openSystem();
  const machine = changePasswordMachine.provide({ actors: { changePassword: changePassword.actor } });
  const actor = createActor(machine, { parent });
  actor.start();
  const fields: readonly PasswordField[] = ['password', 'newPassword', 'confirmPassword'];
  const enter = (values: PasswordChange) => {
    for (const field of fields) actor.send({ type: 'field.change', field, value: values[field] });
  };
  return { actor, changePassword, sent, enter };
}
