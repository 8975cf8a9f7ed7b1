import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { messages } from '../../fixtures/messages.ts';
import { authModel } from '../../models/authModel.ts';
import { addPerson, isSignedIn, PASSWORD } from '../../server/people.ts';
import { openTestApp, openProduct, TOKEN_KEY } from '../openProduct.tsx';
import { findOpenDialog, findToast, openUserMenu, noDialog, clearSiteData } from '../visitor.ts';
import { walkEveryWay } from './walkEveryWay.ts';

const NEWCOMER = {
  'User name': 'ana-film',
  'Display name': 'Ana Film',
  Age: '30',
  Password: 'popcorn & beam',
  'Confirm password': 'popcorn & beam',
} as const;

walkEveryWay(authModel, async () => {
  const testApp = await openTestApp();
  const person = await addPerson(testApp);
  const username = `person-${person.id}`;
  const { user, network } = await openProduct(testApp, '/movies');

  const press = async (name: string) => user.click((await findDialog()).getByRole('button', { name }));
  const enter = async (values: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(values)) {
      const field = (await findDialog()).getByLabelText(label);
      await user.clear(field);
      await user.type(field, value);
    }
  };
  const signIn = async (password: string) => {
    await enter({ 'User name': username, Password: password });
    await press('Sign In');
  };
  const pressSubmit = async () => press(await dialogTitle());

  return {
    acts: {
      'open the dialog': async () => {
        await user.click(await screen.findByRole('button', { name: 'Sign In' }));
        const fields = (await findDialog()).getAllByLabelText<HTMLInputElement>(/User name|Password/);
        expect(fields.map(({ value }) => value)).toEqual(['', '']);
      },
      close: () => press('Close dialog'),
      switch: async () => press((await dialogTitle()) === 'Sign In' ? 'Sign Up' : 'Sign In'),
      'submit an empty form': pressSubmit,
      'sign in': () => signIn(PASSWORD),
      'sign in twice at once': async () => {
        const call = network.holdNext('POST user/signin');
        await enter({ 'User name': username, Password: PASSWORD });
        const button = (await findDialog()).getByRole('button', { name: 'Sign In' });
        await user.dblClick(button);
        await call.arrived;
        await user.click(button);
        await user.keyboard('{Enter}');
        call.release();
        await noDialog();
        expect(network.callsOf('POST user/signin')).toHaveLength(1);
      },
      'sign in with a wrong password': () => signIn('wrong horse'),
      'sign up': async () => {
        await enter(NEWCOMER);
        await press('Sign Up');
      },
      'sign up with a taken name': async () => {
        await enter({ ...NEWCOMER, 'User name': username.toUpperCase() });
        await press('Sign Up');
      },
      'log out': async () => {
        const token = window.localStorage.getItem(TOKEN_KEY) ?? '';
        const name = screen.queryByRole('button', { name: 'Ana Film' }) === null ? 'A Person' : 'Ana Film';
        await user.click(within(await openUserMenu(user, name)).getByRole('menuitem', { name: 'LOG OUT' }));
        await network.settle();
        expect(await isSignedIn(testApp, { token }), 'the token is still valid').toBe(false);
      },
      'be signed out in another tab': async () => {
        clearSiteData();
      },
    },
    checks: {
      signedOut: async () => {
        await noDialog();
        expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
        expect(screen.queryByRole('button', { name: /A Person|Ana Film/ })).toBeNull();
        expect(window.localStorage.getItem(TOKEN_KEY)).toBeNull();
        expect(screen.queryByText(messages.sessionEnded)).toBeNull();
      },
      signIn: async () => {
        expect(await dialogTitle()).toBe('Sign In');
        expect(await complaints()).toEqual([]);
      },
      signInIncomplete: async () => {
        expect(await complaints()).toEqual(['User name is required!', 'Password is required!']);
        expect(network.callsOf('POST user/signin')).toEqual([]);
      },
      wrongPassword: async () => {
        expect((await (await findDialog()).findByRole('alert')).textContent).toMatch(/password/i);
        expect((await findDialog()).getByDisplayValue(username)).toBeTruthy();
      },
      signUp: async () => {
        expect(await dialogTitle()).toBe('Sign Up');
        expect(await complaints()).toEqual([]);
      },
      signUpIncomplete: async () => {
        expect(await complaints()).toEqual([
          'Username is required!',
          'Display name is required!',
          'Password is required!',
          'Confirm password is required!',
        ]);
        expect(network.callsOf('POST user/signup')).toEqual([]);
      },
      nameTaken: async () => {
        expect((await (await findDialog()).findByRole('alert')).textContent).toMatch(/taken|exists|already/i);
        expect((await findDialog()).getByDisplayValue('Ana Film')).toBeTruthy();
      },
      signedIn: () => isGreeted('A Person', 'Sign in success'),
      signedUp: () => isGreeted('Ana Film', 'Sign up success'),
    },
  };
});

async function findDialog() {
  return within(await findOpenDialog());
}

async function dialogTitle(): Promise<string> {
  return (await findDialog()).getByRole('heading', { level: 2 }).textContent;
}

/** The error messages of the invalid fields and of the form. */
async function complaints(): Promise<string[]> {
  const parts = [...(await findOpenDialog()).querySelectorAll('[aria-invalid=true], [role=alert]')];
  const texts = parts.map((part) => document.getElementById(part.getAttribute('aria-describedby') ?? '') ?? part);
  return texts.map(({ textContent }) => textContent);
}

async function isGreeted(displayName: string, message: string): Promise<void> {
  expect(await findToast('top-right', message)).toBeTruthy();
  expect(await screen.findByRole('button', { name: displayName })).toBeTruthy();
  await noDialog();
  expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull();
  expect(window.localStorage.getItem(TOKEN_KEY)).not.toBeNull();
}
