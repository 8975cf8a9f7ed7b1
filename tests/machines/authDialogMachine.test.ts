import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { SessionUser } from '#contract/user.ts';
import { emptySignUp, type SignInValues, type SignUpValues } from '#domain/credentials.ts';
import { CallFailed, failed } from '#domain/failure.ts';
import { authDialogMachine, type AuthField } from '#machines/authDialogMachine.ts';
import { selectFieldError } from '#machines/touchedFields.ts';
import { controlledCall } from './controlledCall.ts';
import { openSystem } from './openSystem.ts';
import { ana } from '../fixtures/people.ts';

const user: SessionUser = { ...ana, token: 'secret' };
const refused = new CallFailed({ code: 'wrong_credentials' });
const FIELDS: readonly AuthField[] = ['username', 'displayName', 'age', 'password', 'confirmPassword'];
const emptyForm = { initial: emptySignUp, touched: [], failure: undefined };
const good: SignUpValues = {
  username: 'ana-film',
  displayName: 'Ana Film',
  age: '30',
  password: 'popcorn!',
  confirmPassword: 'popcorn!',
};

describe('section 2: the dialog for sign-in and sign-up', () => {
  test('switching the view clears the errors and the touched fields', () => {
    const { submit, switchView, type, errors } = setUpSignIn();
    submit({ username: 'ana' });
    expect(errors()).not.toEqual({});
    switchView();
    expect(errors()).toEqual({});
    type({ username: 'ana' });
    expect(errors()).toEqual({});
  });

  test('keeps the display name and the age while the user looks at the sign-in view, but no password', () => {
    const { context, switchView } = setUpSignIn();
    switchView();
    switchView(good);
    expect(context().initial).toEqual({ ...emptySignUp, displayName: 'Ana Film', age: '30' });
    switchView({ username: 'ana-film', password: 'popcorn!' });
    expect(context().initial).toEqual({ ...emptySignUp, displayName: 'Ana Film', age: '30' });
  });
});

describe('section 5: errors show only for touched fields', () => {
  test('submitting an empty sign-in form marks both fields', () => {
    const { errors, submit } = setUpSignIn();
    submit();
    expect(Object.keys(errors())).toEqual(['username', 'password']);
  });

  test('an error appears only after the user leaves the field, and disappears when the value becomes valid', () => {
    const { errors, leave, type } = setUpSignIn();
    expect(errors()).toEqual({});
    type({ username: 'ana' });
    expect(errors()).toEqual({});
    leave('username', { username: 'ana' });
    expect(errors()).toEqual({ username: 'usernameShort' });
    type({ username: 'ana-film' });
    expect(errors()).toEqual({});
  });

  test('the error of the confirmation follows the password', () => {
    const { errors, leave, switchView, type } = setUpSignIn();
    switchView();
    leave('confirmPassword', { ...good, password: 'popcorn?' });
    expect(errors()).toEqual({ confirmPassword: 'passwordsDiffer' });
    type(good);
    expect(errors()).toEqual({});
  });

  test('what the user types during a refused sign-in is validated', async () => {
    const { errors, leave, signIn, submit } = setUpSignIn();
    submit(good);
    leave('password', { ...good, password: 'short' });
    await signIn.fail(refused);
    expect(errors()).toEqual({ password: 'passwordShort' });
  });
});

describe('section 4: signing in', () => {
  test('sends username and password, starts the session and closes', async () => {
    const { context, sent, signIn, state, submit } = setUpSignIn();
    submit(good);
    expect(state()).toEqual({ open: { signIn: 'submitting' } });
    expect(signIn.inputs()).toEqual([good]);
    await signIn.answer(user);
    expect({ state: state(), context: context() }).toEqual({ state: 'closed', context: emptyForm });
    expect(sent).toEqual([{ type: 'session.start', user }, success('signed_in')]);
  });
});

describe('section 4: signing up', () => {
  test('sends every field, starts the session and closes', async () => {
    const { context, sent, signUp, state, submit, switchView } = setUpSignIn();
    switchView();
    submit(good);
    submit(good);
    expect(state()).toEqual({ open: { signUp: 'submitting' } });
    expect(signUp.inputs()).toEqual([good]);
    await signUp.answer(user);
    expect({ state: state(), context: context() }).toEqual({ state: 'closed', context: emptyForm });
    expect(sent).toEqual([{ type: 'session.start', user }, success('signed_up')]);
  });

  test('sends nothing while a field is invalid', () => {
    const { errors, signUp, submit, switchView } = setUpSignIn();
    switchView();
    submit({ ...good, age: '' });
    expect({ errors: errors(), requests: signUp.inputs() }).toEqual({
      errors: { age: 'ageMissing' },
      requests: [],
    });
  });
});

describe('section 8: the alert below the form', () => {
  test('shows the failure, stays while typing and clears at the next submit', async () => {
    const { context, leave, signIn, submit } = await setUpRefused();
    expect(context().failure).toEqual(failed('wrong_credentials'));
    leave('password', { ...good, password: 'popcorn?' });
    expect(context().failure).toEqual(failed('wrong_credentials'));
    submit({ ...good, password: 'popcorn?' });
    expect(context().failure).toBeUndefined();
    expect(signIn.inputs()).toHaveLength(2);
  });

  test('clears when the form is submitted with an invalid field', async () => {
    const { context, signIn, submit } = await setUpRefused();
    submit({ ...good, password: '' });
    expect(context().failure).toBeUndefined();
    expect(signIn.inputs()).toHaveLength(1);
  });

  test('is cleared when the user switches the view or reopens the dialog', async () => {
    const { actor, context, switchView } = await setUpRefused();
    switchView();
    expect(context().failure).toBeUndefined();
    actor.send({ type: 'auth.close' });
    actor.send({ type: 'auth.open' });
    expect(context()).toEqual(emptyForm);
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
  const sendForm = (type: 'auth.switch' | 'auth.submit', values: Partial<SignUpValues>) =>
    actor.send({ type, values: { ...emptySignUp, ...values } });
  const leave = (touched: readonly AuthField[], values: Partial<SignUpValues>) =>
    actor.send({ type: 'form.check', touched, values: { ...emptySignUp, ...values } });
  return {
    actor,
    sent,
    signIn,
    signUp,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    errors: () =>
      Object.fromEntries(
        FIELDS.flatMap((field) => {
          const rule = selectFieldError(actor.getSnapshot(), field);
          return rule === undefined ? [] : [[field, rule]];
        }),
      ),
    type: (values: Partial<SignUpValues>) => leave([], values),
    leave: (field: AuthField, values: Partial<SignUpValues>) => leave([field], values),
    submit: (values: Partial<SignUpValues> = {}) => sendForm('auth.submit', values),
    switchView: (values: Partial<SignUpValues> = {}) => sendForm('auth.switch', values),
  };
}

/** The dialog after the server refused a sign-in. */
async function setUpRefused() {
  const { signIn, submit, ...rest } = setUpSignIn();
  submit(good);
  await signIn.fail(refused);
  return { signIn, submit, ...rest };
}

function success(code: 'signed_in' | 'signed_up') {
  return { type: 'notify', notification: { type: 'success', content: { code }, placement: 'top-right' } };
}
