import { confirmAmount, confirmedAmount } from './confirmedAmount.ts';
import { userModel } from './userModel.ts';

/** The states and acts of the Top Up page, for a user with Rp.20.000. */
export const topUpModel = userModel('top-up', 'choosing', {
  choosing: {
    description: 'The dialog does not open without a selected amount.',
    on: { 'press Top Up without an amount': 'choosing', 'choose 1.5m': 'chosenLargest', 'choose 150k': 'chosen' },
  },
  chosenLargest: { description: 'The largest preset.', on: { 'choose 150k': 'chosen' } },
  chosen: { description: 'The page shows the amount in rupiah.', on: { 'open the dialog': 'confirming' } },
  confirming: {
    description: 'The dialog shows the amount and the resulting balance.',
    on: {
      'go back': 'chosen',
      ...confirmAmount,
    },
  },
  ...confirmedAmount({ done: 'added', again: 'adds', balance: 'credited' }),
});
