import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { SessionUser } from '#contract/user.ts';
import { emptySignUp, type SignInValues, type SignUpValues } from '#domain/credentials.ts';
import { CallFailed } from '#domain/failure.ts';
import { authDialogMachine, selectFieldErrors, type AuthField } from '#machines/authDialogMachine.ts';
import { controlledCall } from './controlledCall.ts';
import { openSystem } from './openSystem.ts';
import { ana } from '../fixtures/people.ts';

const user: SessionUser = { ...ana, token: 'secret' };
const refused = new CallFailed({ code: 'wrong_credentials', message: 'User name or password is wrong' });
const FIELDS: readonly AuthField[] = ['username', 'displayName', 'age', 'password', 'confirmPassword'];
const good: SignUpValues = {
  username: 'ana-film',
  displayName: 'Ana Film',
  age: '30',
  password: 'popcorn!',
  confirmPassword: 'popcorn!',
};

describe('section 2: the dialog for sign-in and sign-up', () => {
  test('switching the view keeps the typed values and clears the errors', () => {
    const { actor, context, fill, errors } = setUpSignIn();
    fill({ username: 'ana' });
    actor.send({ type: 'auth.submit' });
    expect(errors()).not.toEqual({});
    actor.send({ type: 'auth.switch' });
    expect(context().values.username).toBe('ana');
    expect(errors()).toEqual({});
  });
});

describe('section 2: switching between sign-in and sign-up', () => {
  test('shows the sign-in form again after the second switch', () => {
    const { actor } = setUpSignIn();
    const shown = [0, 1, 2].map((count) => {
      if (count > 0) actor.send({ type: 'auth.switch' });
      return actor.getSnapshot().hasTag('signIn');
    });
    expect(shown).toEqual([true, false, true]);
  });
});

describe('section 5: errors show only for touched fields', () => {
  test('submitting an empty sign-in form marks both fields', () => {
    const { actor, errors } = setUpSignIn();
    actor.send({ type: 'auth.submit' });
    expect(Object.keys(errors())).toEqual(['username', 'password']);
  });

  test('an error appears only after the user leaves the field, and disappears when the value becomes valid', () => {
    const { actor, errors, fill } = setUpSignIn();
    expect(errors()).toEqual({});
    fill({ username: 'ana' });
    expect(errors()).toEqual({});
    actor.send({ type: 'field.blur', field: 'username' });
    expect(errors()).toEqual({ username: 'Minimum 8 characters for user name' });
    fill({ username: 'ana-film' });
    expect(errors()).toEqual({});
  });
});

describe('section 4: signing in', () => {
  test('sends username and password, starts the session, then clears the form and closes', async () => {
    const { actor, context, sent, fill, signIn, state } = setUpSignIn();
    fill(good);
    actor.send({ type: 'auth.submit' });
    expect(state()).toEqual({ open: 'signingIn' });
    expect(signIn.inputs()).toEqual([{ username: 'ana-film', password: 'popcorn!' }]);
    await signIn.answer(user);
    expect({ state: state(), context: context() }).toEqual({ state: 'closed', context: emptyForm() });
    expect(sent).toEqual([{ type: 'session.start', user }, success('Sign in success')]);
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain('popcorn!');
  });
});

describe('section 4: signing up', () => {
  test('sends every field, starts the session, then clears the form and closes', async () => {
    const { actor, context, sent, fill, signUp, state } = setUpSignIn();
    actor.send({ type: 'auth.switch' });
    fill(good);
    actor.send({ type: 'auth.submit' });
    expect(signUp.inputs()).toEqual([good]);
    await signUp.answer(user);
    expect({ state: state(), context: context() }).toEqual({ state: 'closed', context: emptyForm() });
    expect(sent).toEqual([{ type: 'session.start', user }, success('Sign up success')]);
  });

  test('sends nothing while a field is invalid', () => {
    const { actor, errors, fill, signUp } = setUpSignIn();
    actor.send({ type: 'auth.switch' });
    fill({ ...good, age: '' });
    actor.send({ type: 'auth.submit' });
    expect({ errors: errors(), requests: signUp.inputs() }).toEqual({
      errors: { age: 'Age is required!' },
      requests: [],
    });
  });
});

describe('section 8: the alert below the form', () => {
  test('shows the failure, stays while typing and clears at the next submit', async () => {
    const { actor, context, fill, signIn } = await setUpRefused();
    expect(context().failure).toBe('User name or password is wrong');
    fill({ password: 'popcorn?' });
    actor.send({ type: 'field.blur', field: 'password' });
    expect(context().failure).toBe('User name or password is wrong');
    actor.send({ type: 'auth.submit' });
    expect(context().failure).toBeUndefined();
    expect(signIn.inputs()).toHaveLength(2);
  });

  test('clears when the form is submitted with an invalid field', async () => {
    const { actor, context, fill, signIn } = await setUpRefused();
    fill({ password: '' });
    actor.send({ type: 'auth.submit' });
    expect(context().failure).toBeUndefined();
    expect(signIn.inputs()).toHaveLength(1);
  });

  test('is cleared when the user switches the view or reopens the dialog', async () => {
    const { actor, context } = await setUpRefused();
    actor.send({ type: 'auth.switch' });
    expect(context().failure).toBeUndefined();
    actor.send({ type: 'auth.close' });
    actor.send({ type: 'auth.open' });
    expect(context()).toEqual(emptyForm());
  });
});

function setUpSignIn() {
  const signIn = controlledCall<SessionUser, SignInValues>();
  const signUp = controlledCall<SessionUser, SignUpValues>();
  const { parent, sent } = openSystem();
  const machine = authDialogMachine.provide({ actors: { signIn: signIn.actor, signUp: signUp.actor } });
  const actor = createActor(machine, { parent });
  actor.start();
  actor.send({ type: 'auth.open' });
  return {
    actor,
    sent,
    signIn,
    signUp,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    errors: () => selectFieldErrors(actor.getSnapshot()),
    fill: (values: Partial<SignUpValues>) => {
      for (const field of FIELDS) {
        const value = values[field];
        if (value !== undefined) actor.send({ type: 'field.change', field, value });
      }
    },
  };
}

/** The dialog after the server refused a sign-in. */
async function setUpRefused() {
  const { actor, fill, signIn, ...rest } = setUpSignIn();
  fill(good);
  actor.send({ type: 'auth.submit' });
  await signIn.fail(refused);
  return { actor, fill, signIn, ...rest };
}

function emptyForm() {
  return { values: emptySignUp, touched: [], failure: undefined };
}

function success(text: string) {
  return { type: 'notify', notification: { type: 'success', text, placement: 'top-right' } };
}
