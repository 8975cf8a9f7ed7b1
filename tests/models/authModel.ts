import { userModel } from './userModel.ts';

/** A signed-out visitor with an account, on the page that lists the films. */
export const authModel = userModel('auth', 'signedOut', {
  signedOut: {
    description: 'A sign-in button, no user and no token.',
    on: { 'open the dialog': 'signIn' },
  },
  signIn: {
    description: 'The dialog always opens with an empty sign-in form, without errors for untouched fields.',
    on: {
      close: 'signedOut',
      switch: 'signUp',
      'submit an empty form': 'signInIncomplete',
      'sign in': 'signedIn',
      'sign in twice at once': 'signedIn',
      'sign in with a wrong password': 'wrongPassword',
    },
  },
  signInIncomplete: {
    description: 'An error under every field, and no request.',
    on: { 'sign in': 'signedIn', switch: 'signUp' },
  },
  wrongPassword: {
    description: 'The message of the server is below the form.',
    on: { 'sign in': 'signedIn', close: 'signedOut', switch: 'signUp' },
  },
  signUp: {
    description: 'Five fields without errors.',
    on: {
      close: 'signedOut',
      switch: 'signIn',
      'submit an empty form': 'signUpIncomplete',
      'sign up': 'signedUp',
      'sign up with a taken name': 'nameTaken',
    },
  },
  signUpIncomplete: {
    description: 'An error under every required field, and no request.',
    on: { 'sign up': 'signedUp', switch: 'signIn' },
  },
  nameTaken: {
    description: 'The form keeps the entered values.',
    on: { 'sign up': 'signedUp' },
  },
  signedIn: {
    description: 'The dialog is closed, the page greets the user, and the token is stored.',
    on: { 'log out': 'signedOut', 'be signed out in another tab': 'signedOut' },
  },
  signedUp: {
    description: 'The dialog is closed, the page greets the new user, and the token is stored.',
    on: { 'log out': 'signedOut' },
  },
});
