import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { addPerson, PASSWORD } from '../server/people.ts';
import { openTestApp, openProduct, TOKEN_KEY } from './openProduct.tsx';
import { findOpenDialog, findToast, noDialog } from './visitor.ts';

async function openSignIn() {
  const testApp = await openTestApp();
  const product = await openProduct(testApp, '/movies');
  await product.user.click(await screen.findByRole('button', { name: 'Sign In' }));
  const dialog = within(await findOpenDialog('Sign In'));
  return { testApp, dialog, ...product };
}

async function openSignUp() {
  const { dialog: signIn, ...opened } = await openSignIn();
  await opened.user.click(signIn.getByRole('button', { name: 'Sign Up' }));
  return { ...opened, dialog: within(await findOpenDialog('Sign Up')) };
}

type Dialog = Awaited<ReturnType<typeof openSignIn>>['dialog'];

async function enter(user: UserEvent, dialog: Dialog, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = dialog.getByLabelText(label);
    await user.clear(field);
    await user.type(field, value);
  }
  await user.tab();
}

/** The sentence under a field, which is said to be invalid where there is one. */
function messageOf(dialog: Dialog, label: string): string {
  const field = dialog.getByLabelText(label);
  const message = document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
  expect(field.getAttribute('aria-invalid')).toBe(message === '' ? null : 'true');
  return message;
}

describe('section 2: the modal dialog of sign-in and sign-up', () => {
  test('it opens from Sign In on the sign-in view, with a user name and a password for password managers', async () => {
    const { dialog } = await openSignIn();
    const fields = ['User name', 'Password'].map((label) => dialog.getByLabelText(label));
    expect(fields.map((field) => field.getAttribute('autocomplete'))).toEqual(['username', 'current-password']);
    expect(fields.map((field) => field.getAttribute('type'))).toEqual(['text', 'password']);
    expect(dialog.queryByLabelText('Age')).toBeNull();
  });

  test('a link button switches between the views, the focus goes to the first field, and by Escape back to Sign In', async () => {
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

  test('30 typed into Age is 30', async () => {
    const { dialog, user } = await openSignUp();
    await user.click(dialog.getByLabelText('Age'));
    await user.keyboard('30');
    expect(dialog.getByLabelText('Age')).toHaveProperty('value', '30');
  });
});

describe('section 5: Sign-up', () => {
  test('errors show only for touched fields; a submit touches them all and sends nothing', async () => {
    const { dialog, user, network } = await openSignUp();
    const labels = ['User name', 'Display name', 'Age', 'Password', 'Confirm password'];
    await enter(user, dialog, { 'Display name': 'Ana' });
    const left = ['Username is required!', 'Minimum 8 characters for display name'];
    expect(labels.map((label) => messageOf(dialog, label))).toEqual([...left, '', '', '']);
    await user.click(dialog.getByRole('button', { name: 'Sign Up' }));
    const required = ['Password is required!', 'Confirm password is required!'];
    expect(labels.map((label) => messageOf(dialog, label))).toEqual([...left, '', ...required]);
    expect(network.callsOf('POST user/signup')).toEqual([]);
  });
});

describe('section 4: Session, signing in and up', () => {
  test('sign-up: user stored, modal closed, success toast Sign up success, token stored under the fixed key', async () => {
    const { dialog, user, network } = await openSignUp();
    const password = 'popcorn & beam';
    await enter(user, dialog, { 'User name': 'ana-film', 'Display name': 'Ana Film', Age: '30' });
    await enter(user, dialog, { Password: password, 'Confirm password': password });
    await user.click(dialog.getByRole('button', { name: 'Sign Up' }));
    expect(await findToast('top-right', 'Sign up success')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Ana Film' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull();
    const body = { username: 'ana-film', displayName: 'Ana Film', age: 30, password, confirmPassword: password };
    expect(network.callsOf('POST user/signup')).toEqual([expect.objectContaining({ authorization: undefined, body })]);
    const [tickets] = network.callsOf('GET user/tickets');
    expect(tickets?.authorization).toBe(`Bearer ${window.localStorage.getItem(TOKEN_KEY)}`);
  });

  test('sign-in: user stored, modal closed, success toast Sign in success, token stored, tickets fetched', async () => {
    const { dialog, user, network, testApp } = await openSignIn();
    const person = await addPerson(testApp);
    await enter(user, dialog, { 'User name': `person-${person.id}`, Password: PASSWORD });
    await user.click(dialog.getByRole('button', { name: 'Sign In' }));
    expect(await findToast('top-right', 'Sign in success')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'A Person' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(network.callsOf('POST user/signin').map(({ body }) => body)).toEqual([
      { username: `person-${person.id}`, password: PASSWORD },
    ]);
    expect(network.callsOf('GET user/tickets').map(({ authorization }) => authorization)).toEqual([
      `Bearer ${window.localStorage.getItem(TOKEN_KEY)}`,
    ]);
  });
});
