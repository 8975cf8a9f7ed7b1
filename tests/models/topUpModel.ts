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
      'confirm without a line': 'unsettled',
      'confirm and lose the answer': 'answerLost',
      'confirm and leave the page': 'elsewhere',
      confirm: 'paid',
      'confirm twice at once': 'paid',
    },
  },
  unsettled: {
    description: 'Nothing was added yet; it is requested again until it is known.',
    on: { 'wait until it is requested again': 'paid', 'go back': 'unsettledBehind' },
  },
  answerLost: {
    description: 'It was added, and asking again adds nothing.',
    on: { 'wait until it is requested again': 'paid' },
  },
  unsettledBehind: {
    description: 'The page with the amount still chosen, no alert; the quiet line says the rest.',
    on: { 'wait for the answer on the page': 'paidBehind' },
  },
  paidBehind: { description: 'The message comes, and the visitor is not sent away.', on: {} },
  elsewhere: {
    description: 'Another page, before the answer.',
    on: { 'let the answer come': 'announcedElsewhere', 'come back': 'paying' },
  },
  announcedElsewhere: { description: 'The message comes there, the balance is credited once.', on: {} },
  paying: {
    description: 'The dialog stands again, busy with the amount confirmed.',
    on: { 'let the answer come to the page': 'paid' },
  },
  paid: {
    description: 'A message appears, the balance is credited once, the visitor is still here.',
    on: { 'wait 1499 ms': 'lingering' },
  },
  lingering: { description: 'Not home before 1.5 s.', on: { 'wait 1 ms': 'home' } },
  home: { description: 'Home after 1.5 s.', on: {} },
});
