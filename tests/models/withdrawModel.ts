import { userModel } from './userModel.ts';

/** Somebody with Rp.160.000 at the Withdraw page. */
export const withdrawModel = userModel('withdraw', 'choosing', {
  choosing: {
    description: 'Nothing chosen, nothing wrong.',
    on: {
      'request nothing': 'tooSmall',
      'request 500001': 'tooLarge',
      'choose 150k': 'chosen',
      'choose 200k': 'dear',
    },
  },
  tooSmall: { description: 'More than 0.', on: { 'choose 150k': 'chosen' } },
  tooLarge: { description: 'At most 500000.', on: { 'choose 150k': 'chosen' } },
  chosen: {
    description: 'The amount in rupiah.',
    on: { 'type 123456': 'typed', 'open the dialog': 'confirming' },
  },
  typed: { description: 'A typed amount is no preset.', on: { 'choose 150k': 'chosen' } },
  dear: { description: 'More than there is: the server decides.', on: { 'open the dialog': 'confirmingDear' } },
  confirmingDear: { description: 'Amount and balance.', on: { confirm: 'refused' } },
  refused: { description: 'The sentence of the server.', on: { 'go back': 'dear' } },
  confirming: {
    description: 'The password is requested.',
    on: {
      'go back': 'chosen',
      'confirm without a password': 'passwordMissing',
      'confirm with a wrong password': 'passwordWrong',
      'confirm without a line': 'unsettled',
      'confirm and lose the answer': 'answerLost',
      'confirm and leave the page': 'elsewhere',
      confirm: 'paid',
      'confirm twice at once': 'paid',
    },
  },
  passwordMissing: { description: 'The password is required.', on: { confirm: 'paid' } },
  passwordWrong: { description: 'It can be corrected and sent again.', on: { confirm: 'paid', 'go back': 'chosen' } },
  unsettled: {
    description: 'Nothing was taken yet; it is requested again until it is known.',
    on: { 'wait until it is requested again': 'paid', 'go back': 'unsettledBehind' },
  },
  answerLost: {
    description: 'It was taken, and asking again takes nothing.',
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
  announcedElsewhere: { description: 'The message comes there, the balance is debited once.', on: {} },
  paying: {
    description: 'The dialog stands again, busy with the amount confirmed.',
    on: { 'let the answer come to the page': 'paid' },
  },
  paid: {
    description: 'A message appears, the balance is debited once, the visitor is still here.',
    on: { 'wait 1499 ms': 'lingering' },
  },
  lingering: { description: 'Not home before 1.5 s.', on: { 'wait 1 ms': 'home' } },
  home: { description: 'Home after 1.5 s.', on: {} },
});
