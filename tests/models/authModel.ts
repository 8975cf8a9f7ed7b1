import { userModel } from './userModel.ts';

/** Somebody with an account at the list of films, signed out. */
export const authModel = userModel('auth', 'signedOut', {
  signedOut: {
    description: 'A button to sign in, no user, no token.',
    on: { 'open the dialog': 'signIn' },
  },
  signIn: {
    description: 'The dialog always opens here; nothing is wrong before it is touched.',
    on: {
      close: 'signedOut',
      switch: 'signUp',
      'submit nothing': 'signInIncomplete',
      'sign in': 'signedIn',
      'sign in twice at once': 'signedIn',
      'sign in with a wrong password': 'wrongPassword',
      'sign in while offline': 'failed',
    },
  },
  signInIncomplete: {
    description: 'A sentence under every field, and nothing sent.',
    on: { 'sign in': 'signedIn', switch: 'signUp' },
  },
  wrongPassword: {
    description: 'The sentence of the server stands below the form.',
    on: { 'sign in': 'signedIn', close: 'signedOut', switch: 'signUp' },
  },
  failed: {
    description: 'The cinema could not be reached.',
    on: { 'sign in': 'signedIn' },
  },
  signUp: {
    description: 'Five fields without complaints.',
    on: {
      close: 'signedOut',
      switch: 'signIn',
      'submit nothing': 'signUpIncomplete',
      'sign up': 'signedUp',
      'sign up under a name that is taken': 'nameTaken',
    },
  },
  signUpIncomplete: {
    description: 'A sentence under every field that needs one, and nothing sent.',
    on: { 'sign up': 'signedUp', switch: 'signIn' },
  },
  nameTaken: {
    description: 'The form retains what was entered.',
    on: { 'sign up': 'signedUp' },
  },
  signedIn: {
    description: 'The dialog is closed, the user greeted, the token stored.',
    on: { 'log out': 'signedOut', 'be signed out elsewhere': 'signedOut' },
  },
  signedUp: {
    description: 'The dialog is closed, the new user greeted, the token stored.',
    on: { 'log out': 'signedOut' },
  },
});
