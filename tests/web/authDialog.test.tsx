import { screen, within, type BoundFunctions, type queries } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openTestApp, openProduct } from './openProduct.tsx';
import { findOpenDialog, noDialog } from './visitor.ts';

async function openSignIn() {
  const product = await openProduct(await openTestApp(), '/movies');
  await product.user.click(await screen.findByRole('button', { name: 'Sign In' }));
  return { dialog: within(await findOpenDialog('Sign In')), ...product };
}

async function openSignUp() {
  const { dialog: signIn, ...opened } = await openSignIn();
  await opened.user.click(signIn.getByRole('button', { name: 'Sign Up' }));
  return { ...opened, dialog: within(await findOpenDialog('Sign Up')) };
}

/** The texts in the fields of the open view. */
function textsIn(dialog: BoundFunctions<typeof queries>): string[] {
  const labels = ['User name', 'Display name', 'Age', 'Password', 'Confirm password'];
  return labels.flatMap((label) => dialog.queryAllByLabelText<HTMLInputElement>(label).map(({ value }) => value));
}

/** The error message under a field. A field with a message has aria-invalid, a field without one does not. */
function messageOf(field: HTMLElement): string {
  const message = document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
  expect(field.getAttribute('aria-invalid')).toBe(message === '' ? null : 'true');
  return message;
}

describe('section 2: the modal dialog of sign-in and sign-up', () => {
  test('Sign In opens it on the sign-in view, with autocomplete attributes for password managers', async () => {
    const { dialog } = await openSignIn();
    const fields = ['User name', 'Password'].map((label) => dialog.getByLabelText(label));
    expect(fields.map((field) => field.getAttribute('autocomplete'))).toEqual(['username', 'current-password']);
    const changes = ['autocapitalize', 'autocorrect', 'spellcheck'];
    expect(
      changes.map((name) => fields[0]?.getAttribute(name)),
      'a phone does not change the name',
    ).toEqual(['none', 'off', 'false']);
    expect(fields.map((field) => field.getAttribute('type'))).toEqual(['text', 'password']);
    expect(dialog.queryByLabelText('Age')).toBeNull();
  });

  test('a link button switches the view and focuses the first field; Escape returns the focus to Sign In', async () => {
    const { dialog, user } = await openSignUp();
    expect(document.activeElement).toBe(dialog.getByLabelText('User name'));
    await user.click(dialog.getByRole('button', { name: 'Sign In' }));
    const back = within(await findOpenDialog('Sign In'));
    expect(back.queryByLabelText('Display name')).toBeNull();
    expect(document.activeElement).toBe(back.getByLabelText('User name'));
    await user.keyboard('{Escape}');
    await noDialog();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sign In' }));
  });
});

describe('section 2: the typed values', () => {
  test('switching the view keeps the user name and the password in their fields, and the display name and age for later', async () => {
    const { dialog, user } = await openSignIn();
    await user.type(dialog.getByLabelText('User name'), 'ana-film');
    await user.type(dialog.getByLabelText('Password'), 'popcorn!');
    await user.click(dialog.getByRole('button', { name: 'Sign Up' }));
    const signUp = within(await findOpenDialog('Sign Up'));
    await user.type(signUp.getByLabelText('Display name'), 'Ana Film');
    await user.type(signUp.getByLabelText('Age'), '30');
    await user.type(signUp.getByLabelText('Confirm password'), 'popcorn!');
    expect(textsIn(signUp)).toEqual(['ana-film', 'Ana Film', '30', 'popcorn!', 'popcorn!']);
    await user.click(signUp.getByRole('button', { name: 'Sign In' }));
    const signIn = within(await findOpenDialog('Sign In'));
    expect(textsIn(signIn)).toEqual(['ana-film', 'popcorn!']);
    expect(signIn.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password');
    await user.click(signIn.getByRole('button', { name: 'Sign Up' }));
    const again = within(await findOpenDialog('Sign Up'));
    expect(textsIn(again)).toEqual(['ana-film', 'Ana Film', '30', 'popcorn!', '']);
    expect(again.getByLabelText('Password').getAttribute('autocomplete')).toBe('new-password');
  });
});

describe('section 5: Sign-up', () => {
  test('errors show only for touched fields; an invalid submit shows all errors and sends no request; Age accepts 30', async () => {
    const { dialog, user, network } = await openSignUp();
    const fields = ['User name', 'Display name', 'Age', 'Password', 'Confirm password'].map((label) =>
      dialog.getByLabelText(label),
    );
    await user.type(dialog.getByLabelText('Display name'), 'Ana');
    await user.type(dialog.getByLabelText('Age'), '30');
    await user.tab();
    const left = ['Username is required!', 'Minimum 8 characters for display name', ''];
    expect(fields.map(messageOf)).toEqual([...left, '', '']);
    await user.click(dialog.getByRole('button', { name: 'Sign Up' }));
    expect(fields.map(messageOf)).toEqual([...left, 'Password is required!', 'Confirm password is required!']);
    expect(dialog.getByLabelText('Age')).toHaveProperty('value', '30');
    expect(network.callsOf('POST user/signup')).toEqual([]);
  });
});
