/** The words of a page for the change of the balance. */
interface Wording {
  readonly done: 'added' | 'taken';
  readonly again: 'adds' | 'takes';
  readonly balance: 'credited' | 'debited';
}

/** The ways in which a reviewed amount is confirmed, at the page of Top Up or Withdraw. */
export const confirmAmount = {
  'confirm without a line': 'unsettled',
  'confirm and lose the answer': 'answerLost',
  'confirm and leave the page': 'elsewhere',
  confirm: 'paid',
  'confirm twice at once': 'paid',
} as const;

/** The sights after `confirmAmount`. */
export const confirmedAmount = ({ done, again, balance }: Wording) =>
  ({
    unsettled: {
      description: `Nothing was ${done} yet; it is requested again until it is known.`,
      on: { 'wait until it is requested again': 'paid', 'go back': 'unsettledBehind' },
    },
    answerLost: {
      description: `It was ${done}, and requesting again ${again} nothing.`,
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
    announcedElsewhere: { description: `The message comes there, the balance is ${balance} once.`, on: {} },
    paying: {
      description: 'The dialog stands again, busy with the amount confirmed.',
      on: { 'let the answer come to the page': 'paid' },
    },
    paid: {
      description: `A message appears, the balance is ${balance} once, the visitor is still here.`,
      on: { 'wait 1499 ms': 'lingering' },
    },
    lingering: { description: 'Not home before 1.5 s.', on: { 'wait 1 ms': 'home' } },
    home: { description: 'Home after 1.5 s.', on: {} },
  }) as const;
