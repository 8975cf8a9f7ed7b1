import { confirmAmount, confirmedAmount } from './confirmedAmount.ts';
import { userModel } from './userModel.ts';

/** Somebody with Rp.20.000 at the Top Up page. */
export const topUpModel = userModel('top-up', 'choosing', {
  choosing: {
    description: 'Only a selected amount is required: without one nothing opens.',
    on: { 'press Top Up in vain': 'choosing', 'choose 1.5m': 'chosenLargest', 'choose 150k': 'chosen' },
  },
  chosenLargest: { description: 'The largest preset.', on: { 'choose 150k': 'chosen' } },
  chosen: { description: 'The amount in rupiah.', on: { 'open the dialog': 'confirming' } },
  confirming: {
    description: 'Amount and resulting balance.',
    on: {
      'go back': 'chosen',
      ...confirmAmount,
    },
  },
  ...confirmedAmount({ done: 'added', again: 'adds', balance: 'credited' }),
});
