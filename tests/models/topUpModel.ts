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
      'confirm and leave the page': 'otherPage',
      confirm: 'paid',
    },
  },
  otherPage: {
    description: 'Another page, before the response arrives.',
    on: { 'wait for the response': 'notifiedOnOtherPage', 'return to the page': 'paying' },
  },
  notifiedOnOtherPage: {
    description: 'The message appears on the other page, and the balance is credited once.',
    on: {},
  },
  paying: {
    description: 'The dialog is open again and shows that the confirmed amount is being processed.',
    on: { 'wait for the response on the page': 'paid' },
  },
  paid: {
    description: 'A message appears, the balance is credited once, and the page stays open.',
    on: { 'wait 1499 ms': 'beforeRedirect' },
  },
  beforeRedirect: { description: 'The page does not navigate home before 1.5 s.', on: { 'wait 1 ms': 'home' } },
  home: { description: 'The home page, after 1.5 s.', on: {} },
});
