import { userModel } from './userModel.ts';

/** The states and acts of the Withdraw page, for a user with Rp.160.000. */
export const withdrawModel = userModel('withdraw', 'choosing', {
  choosing: {
    description: 'No amount is chosen, and there is no error.',
    on: {
      'press Withdraw without an amount': 'tooSmall',
      'request 500001': 'tooLarge',
      'choose 150k': 'chosen',
      'choose 200k': 'aboveBalance',
    },
  },
  tooSmall: { description: 'An error requires an amount greater than 0.', on: { 'choose 150k': 'chosen' } },
  tooLarge: { description: 'An error allows at most 500000.', on: { 'choose 150k': 'chosen' } },
  chosen: {
    description: 'The page shows the amount in rupiah.',
    on: { 'type 123456': 'typed', 'open the dialog': 'confirming' },
  },
  typed: { description: 'A typed amount selects no preset.', on: { 'choose 150k': 'chosen' } },
  aboveBalance: {
    description: 'The amount is above the balance. The page allows it; the server refuses it.',
    on: { 'open the dialog': 'confirmingAboveBalance' },
  },
  confirmingAboveBalance: { description: 'The dialog shows the amount and the balance.', on: { confirm: 'refused' } },
  refused: { description: 'The dialog shows the message of the server.', on: { 'go back': 'aboveBalance' } },
  confirming: {
    description: 'The dialog requires the password.',
    on: {
      'go back': 'chosen',
      'confirm without a password': 'passwordMissing',
      'confirm with a wrong password': 'passwordWrong',
      confirm: 'paid',
    },
  },
  passwordMissing: { description: 'The password is required.', on: { confirm: 'paid' } },
  passwordWrong: {
    description: 'The user can correct the password and confirm again.',
    on: { confirm: 'paid', 'go back': 'chosen' },
  },
  paid: { description: 'A message appears, the balance is debited once, and the page stays open.', on: {} },
});
