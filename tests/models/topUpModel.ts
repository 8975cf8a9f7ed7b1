import { userModel } from './userModel.ts';

/** Somebody with Rp.20.000 at the Top Up page. */
export const topUpModel = userModel('top-up', 'choosing', {
  choosing: {
    description: 'Only a selected amount is required: without one nothing opens.',
    on: { 'press Top Up in vain': 'choosing', 'choose 1.5m': 'chosenMost', 'choose 150k': 'chosen' },
  },
  chosenMost: { description: 'The largest preset.', on: { 'choose 150k': 'chosen' } },
  chosen: { description: 'The amount in rupiah.', on: { 'open the dialog': 'confirming' } },
  confirming: {
    description: 'Amount and resulting balance.',
    on: {
      'go back': 'chosen',
      'confirm without a line': 'failed',
      'confirm and lose the answer': 'answerLost',
      confirm: 'paid',
      'confirm twice at once': 'paid',
    },
  },
  failed: { description: 'Nothing was added; it can be sent again.', on: { confirm: 'paid', 'go back': 'chosen' } },
  answerLost: { description: 'It was added, and sending it again adds nothing.', on: { confirm: 'paid' } },
  paid: {
    description: 'A message appears, the balance is credited once, the visitor is still here.',
    on: { 'wait 1499 ms': 'lingering' },
  },
  lingering: { description: 'Not home before 1.5 s.', on: { 'wait 1 ms': 'home' } },
  home: { description: 'Home after 1.5 s.', on: {} },
});
