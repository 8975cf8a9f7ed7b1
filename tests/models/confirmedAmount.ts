/** The words of a page for the change of the balance. */
interface Wording {
  readonly done: 'added' | 'taken';
  readonly again: 'adds' | 'takes';
  readonly balance: 'credited' | 'debited';
}

/** The ways in which a reviewed amount is confirmed, at the page of Top Up or Withdraw. */
export const confirmAmount = {
  'confirm while offline': 'unsettled',
  'confirm and lose the response': 'responseLost',
  'confirm and leave the page': 'otherPage',
  confirm: 'paid',
  'confirm twice at once': 'paid',
} as const;

/** The sights after `confirmAmount`. */
export const confirmedAmount = ({ done, again, balance }: Wording) =>
  ({
    unsettled: {
      description: `Nothing was ${done} yet; the request is retried until its outcome is known.`,
      on: { 'wait for the retry': 'paid', 'go back': 'unsettledPage' },
    },
    responseLost: {
      description: `It was ${done}, and the retry ${again} nothing.`,
      on: { 'wait for the retry': 'paid' },
    },
    unsettledPage: {
      description: 'The page with the amount still chosen, no alert; the quiet line says the rest.',
      on: { 'wait for the answer on the page': 'paidOnPage' },
    },
    paidOnPage: { description: 'The message comes, and the visitor is not sent away.', on: {} },
    otherPage: {
      description: 'Another page, before the answer.',
      on: { 'let the answer come': 'notifiedOnOtherPage', 'come back': 'paying' },
    },
    notifiedOnOtherPage: { description: `The message comes there, the balance is ${balance} once.`, on: {} },
    paying: {
      description: 'The dialog is open again, busy with the amount confirmed.',
      on: { 'let the answer come to the page': 'paid' },
    },
    paid: {
      description: `A message appears, the balance is ${balance} once, the visitor is still here.`,
      on: { 'wait 1499 ms': 'beforeRedirect' },
    },
    beforeRedirect: { description: 'Not home before 1.5 s.', on: { 'wait 1 ms': 'home' } },
    home: { description: 'Home after 1.5 s.', on: {} },
  }) as const;
