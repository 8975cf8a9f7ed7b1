import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { addPerson, PASSWORD } from '../server/people.ts';
import { broken, garbage, unreachable, type MockResponse } from './network.ts';
import { openTestApp, openProduct, TOKEN_KEY } from './openProduct.tsx';
import { findOpenDialog, findToast } from './visitor.ts';

async function openSignIn() {
  const testApp = await openTestApp();
  const product = await openProduct(testApp, '/movies');
  await product.user.click(await screen.findByRole('button', { name: 'Sign In' }));
  const dialog = within(await findOpenDialog('Sign In'));
  return { testApp, dialog, ...product };
}

async function openSignUp() {
  const { testApp, dialog: signIn, ...product } = await openSignIn();
  await product.user.click(signIn.getByRole('button', { name: 'Sign Up' }));
  const dialog = within(await findOpenDialog('Sign Up'));
  return { testApp, dialog, ...product };
}

type Dialog = Awaited<ReturnType<typeof openSignIn>>['dialog'];

const FIELDS = {
  username: 'User name',
  displayName: 'Display name',
  age: 'Age',
  password: 'Password',
  confirmPassword: 'Confirm password',
} as const;

type Field = keyof typeof FIELDS;

const GOOD: Record<Field, string> = {
  username: 'ana-film',
  displayName: 'Ana Film',
  age: '30',
  password: 'popcorn & beam',
  confirmPassword: 'popcorn & beam',
};

async function enter(user: UserEvent, dialog: Dialog, values: Partial<Record<Field, string>>): Promise<void> {
  for (const [field, label] of Object.entries(FIELDS)) {
    const value = Object.entries(values).find(([name]) => name === field)?.[1];
    if (value === undefined) continue;
    const input = dialog.getByLabelText(label);
    await user.clear(input);
    if (value !== '') await user.type(input, value);
  }
  await user.tab();
}

function entered(dialog: Dialog, label: string): string {
  const input = dialog.getByLabelText(label);
  if (!(input instanceof HTMLInputElement)) throw new Error(`${label} is no field`);
  return input.value;
}

function messageOf(dialog: Dialog, label: string): string {
  const input = dialog.getByLabelText(label);
  const describedBy = input.getAttribute('aria-describedby');
  const message = describedBy === null ? '' : (document.getElementById(describedBy)?.textContent ?? '');
  expect(input.getAttribute('aria-invalid')).toBe(message === '' ? null : 'true');
  return message;
}

function allMessages(dialog: Dialog, labels: readonly string[]): string[] {
  return labels.map((label) => messageOf(dialog, label));
}

describe('section 2: the modal dialog of sign-in and sign-up', () => {
  test('it opens from Sign In on the sign-in view, with a user name and a password for password managers', async () => {
    const { dialog } = await openSignIn();
    const fields = ['User name', 'Password'].map((label) => dialog.getByLabelText(label));
    expect(fields.map((field) => field.getAttribute('autocomplete'))).toEqual(['username', 'current-password']);
    expect(fields.map((field) => field.getAttribute('type'))).toEqual(['text', 'password']);
    expect(dialog.queryByLabelText('Age')).toBeNull();
  });

  test('a link button switches between the two views', async () => {
    const { dialog, user } = await openSignUp();
    expect(dialog.getByLabelText('Display name')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Sign In' }));
    const back = within(await findOpenDialog('Sign In'));
    expect(back.queryByLabelText('Display name')).toBeNull();
  });

  test('switching leads the focus to the first field of the other view', async () => {
    const { dialog, user } = await openSignUp();
    expect(document.activeElement).toBe(dialog.getByLabelText('User name'));
    await user.click(dialog.getByRole('button', { name: 'Sign In' }));
    const back = within(await findOpenDialog('Sign In'));
    expect(document.activeElement).toBe(back.getByLabelText('User name'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sign In' })));
  });

  test('30 typed into Age is 30', async () => {
    const { dialog, user } = await openSignUp();
    await user.click(dialog.getByLabelText('Age'));
    await user.keyboard('30');
    expect(entered(dialog, 'Age')).toBe('30');
  });

  test('it always reopens on the sign-in view, with an empty form', async () => {
    const { dialog, user } = await openSignUp();
    await enter(user, dialog, { username: 'ana-film', password: 'secret' });
    await user.click(dialog.getByRole('button', { name: 'Close dialog' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    const again = within(await findOpenDialog('Sign In'));
    expect(entered(again, 'User name')).toBe('');
    expect(entered(again, 'Password')).toBe('');
    expect(allMessages(again, ['User name', 'Password'])).toEqual(['', '']);
  });

  test('Escape closes it, and the focus returns to Sign In', async () => {
    const { user } = await openSignIn();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sign In' }));
  });
});

describe('section 5: Sign-in', () => {
  test.each<[Field, string, string]>([
    ['username', '', 'User name is required!'],
    ['username', 'seven77', 'Minimum 8 characters for user name'],
    ['username', 'eight888', ''],
    ['password', '', 'Password is required!'],
    ['password', 'seven77', 'Minimum 8 characters for password'],
    ['password', 'eight888', ''],
  ])('%s %j: %j', async (field, value, message) => {
    const { dialog, user } = await openSignIn();
    await enter(user, dialog, { [field]: value });
    expect(messageOf(dialog, FIELDS[field])).toBe(message);
  });

  test('a submit touches every field and sends nothing while one is refused', async () => {
    const { dialog, user, network } = await openSignIn();
    await user.click(dialog.getByRole('button', { name: 'Sign In' }));
    expect(allMessages(dialog, ['User name', 'Password'])).toEqual(['User name is required!', 'Password is required!']);
    expect(network.callsOf('POST user/signin')).toEqual([]);
  });
});

describe('section 5: Sign-up', () => {
  test.each<[Field, string, string]>([
    ['username', '', 'Username is required!'],
    ['username', 'seven77', 'Minimum 8 characters for user name'],
    ['username', 'eight888', ''],
    ['displayName', '', 'Display name is required!'],
    ['displayName', 'seven77', 'Minimum 8 characters for display name'],
    ['displayName', 'eight888', ''],
    ['age', '', 'Age is required!'],
    ['age', '-1', 'Minimum 0 for age'],
    ['age', '0', ''],
    ['password', '', 'Password is required!'],
    ['password', 'seven77', 'Minimum 8 characters for password'],
    ['password', 'eight888', ''],
    ['confirmPassword', '', 'Confirm password is required!'],
    ['confirmPassword', 'seven77', 'Minimum 8 characters for confirm password'],
    ['confirmPassword', 'eight888', 'Confirm password does not match with your password'],
  ])('%s %j: %j', async (field, value, message) => {
    const { dialog, user } = await openSignUp();
    await enter(user, dialog, { [field]: value });
    expect(messageOf(dialog, FIELDS[field])).toBe(message);
  });

  test('errors show only for touched fields; a submit touches them all and sends nothing', async () => {
    const { dialog, user, network } = await openSignUp();
    const labels = Object.values(FIELDS);
    await enter(user, dialog, { displayName: 'Ana' });
    const left = ['Username is required!', 'Minimum 8 characters for display name'];
    expect(allMessages(dialog, labels)).toEqual([...left, '', '', '']);
    await user.click(dialog.getByRole('button', { name: 'Sign Up' }));
    expect(allMessages(dialog, labels)).toEqual([
      ...left,
      '',
      'Password is required!',
      'Confirm password is required!',
    ]);
    expect(network.callsOf('POST user/signup')).toEqual([]);
  });
});

describe('section 4: Session, signing in and up', () => {
  test('sign-up: user stored, modal closed, success toast Sign up success, token stored under the fixed key', async () => {
    const { dialog, user, network } = await openSignUp();
    await enter(user, dialog, GOOD);
    await user.click(dialog.getByRole('button', { name: 'Sign Up' }));
    expect(await findToast('top-right', 'Sign up success')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Ana Film' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull();
    expect(network.callsOf('POST user/signup').map(({ body, authorization }) => ({ body, authorization }))).toEqual([
      {
        authorization: undefined,
        body: {
          username: 'ana-film',
          displayName: 'Ana Film',
          age: 30,
          password: 'popcorn & beam',
          confirmPassword: 'popcorn & beam',
        },
      },
    ]);
    const [tickets] = network.callsOf('GET user/tickets');
    expect(tickets?.authorization).toBe(`Bearer ${window.localStorage.getItem(TOKEN_KEY)}`);
  });

  test('sign-in: user stored, modal closed, success toast Sign in success, token stored, tickets fetched', async () => {
    const { dialog, user, network, testApp } = await openSignIn();
    const person = await addPerson(testApp);
    await enter(user, dialog, { username: `person-${person.id}`, password: PASSWORD });
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

  test('a double submit sends one call, and the view cannot be switched meanwhile', async () => {
    const { dialog, user, network } = await openSignUp();
    const call = network.holdNext('POST user/signup');
    await enter(user, dialog, GOOD);
    const button = dialog.getByRole('button', { name: 'Sign Up' });
    await user.dblClick(button);
    await call.arrived;
    await user.click(dialog.getByRole('button', { name: 'Sign In' }));
    expect(screen.getByRole('dialog', { name: 'Sign Up' })).toBeTruthy();
    expect(button.getAttribute('aria-disabled')).toBe('true');
    call.release();
    await findToast('top-right', 'Sign up success');
    expect(network.callsOf('POST user/signup')).toHaveLength(1);
  });

  test('a whole sign-up works by keyboard alone', async () => {
    const { user } = await openProduct(await openTestApp(), '/movies');
    (await screen.findByRole('button', { name: 'Sign In' })).focus();
    await user.keyboard('{Enter}');
    await findOpenDialog('Sign In');
    await user.tab();
    await user.tab();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Sign Up');
    await user.keyboard('{Enter}');
    const dialog = within(await findOpenDialog('Sign Up'));
    dialog.getByLabelText('User name').focus();
    await user.keyboard('ana-film{Tab}Ana Film{Tab}{Backspace}30{Tab}popcorn & beam{Tab}popcorn & beam{Enter}');
    expect(await findToast('top-right', 'Sign up success')).toBeTruthy();
  });
});

describe('section 8: sign-in or sign-up failure', () => {
  test("the error's message is shown in an alert below the form; it clears at the next submit", async () => {
    const { dialog, user, network, testApp } = await openSignIn();
    const person = await addPerson(testApp);
    await enter(user, dialog, { username: `person-${person.id}`, password: 'wrong horse' });
    await user.click(dialog.getByRole('button', { name: 'Sign In' }));
    const alert = await dialog.findByRole('alert');
    const call = network.holdNext('POST user/signin');
    expect(alert.textContent).toMatch(/\w+ \w+/);
    await enter(user, dialog, { password: PASSWORD });
    expect(dialog.getByRole('alert').textContent).toBe(alert.textContent);
    await user.click(dialog.getByRole('button', { name: 'Sign In' }));
    await call.arrived;
    expect(dialog.queryByRole('alert')).toBeNull();
    call.release();
    await findToast('top-right', 'Sign in success');
  });

  test('a username that is taken: the sentence, and the form keeps what was entered', async () => {
    const { dialog, user, testApp } = await openSignUp();
    const person = await addPerson(testApp);
    await enter(user, dialog, { ...GOOD, username: `PERSON-${person.id}` });
    await user.click(dialog.getByRole('button', { name: 'Sign Up' }));
    expect((await dialog.findByRole('alert')).textContent).toMatch(/taken|exists|already/i);
    expect(entered(dialog, 'Display name')).toBe('Ana Film');
    expect(window.localStorage.getItem(TOKEN_KEY)).toBeNull();
    await enter(user, dialog, { username: 'somebody-else' });
    await user.click(dialog.getByRole('button', { name: 'Sign Up' }));
    expect(await findToast('top-right', 'Sign up success')).toBeTruthy();
  });

  test.each<[string, MockResponse, string]>([
    ['unreachable', unreachable, 'The cinema cannot be reached. Check your connection and try again.'],
    ['500', broken, 'The projector has broken'],
    ['garbage', garbage, 'The cinema gave an answer that cannot be read. Please try again.'],
  ])('%s: the sentence stands in the alert and the next submit signs in', async (_, mockResponse, message) => {
    const { dialog, user, network, testApp } = await openSignIn();
    const person = await addPerson(testApp);
    network.nextCall('POST user/signin', mockResponse);
    await enter(user, dialog, { username: `person-${person.id}`, password: PASSWORD });
    await user.click(dialog.getByRole('button', { name: 'Sign In' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(message);
    await user.click(dialog.getByRole('button', { name: 'Sign In' }));
    expect(await findToast('top-right', 'Sign in success')).toBeTruthy();
  });
});
