/** The verbs that describe how a page changes the balance. */
interface Wording {
  readonly done: 'added' | 'taken';
  readonly again: 'adds' | 'takes';
  readonly balance: 'credited' | 'debited';
}

/** The ways to confirm a reviewed amount on the Top Up or Withdraw page, with the state after each. */
export const confirmAmount = {
  'confirm while offline': 'unsettled',
  'confirm and lose the response': 'responseLost',
  'confirm and leave the page': 'otherPage',
  confirm: 'paid',
  'confirm twice at once': 'paid',
} as const;

/** The states after `confirmAmount`. */
export const confirmedAmount = ({ done, again, balance }: Wording) =>
  ({
    unsettled: {
      description: `Nothing was ${done} yet; the request is retried until its outcome is known.`,
      on: { 'wait for the retry': 'paid', 'go back': 'unsettledPage' },
    },
    responseLost: {
      description: `The amount was ${done}, and the retry ${again} nothing.`,
      on: { 'wait for the retry': 'paid' },
    },
    unsettledPage: {
      description: 'The page keeps the chosen amount and shows no alert; the status line shows the pending request.',
      on: { 'wait for the retry on the page': 'paidOnPage' },
    },
    paidOnPage: { description: 'The message appears, and the page does not navigate away.', on: {} },
    otherPage: {
      description: 'Another page, before the response arrives.',
      on: { 'wait for the response': 'notifiedOnOtherPage', 'return to the page': 'paying' },
    },
    notifiedOnOtherPage: {
      description: `The message appears on the other page, and the balance is ${balance} once.`,
      on: {},
    },
    paying: {
      description: 'The dialog is open again and shows that the confirmed amount is being processed.',
      on: { 'wait for the response on the page': 'paid' },
    },
    paid: {
      description: `A message appears, the balance is ${balance} once, and the page stays open.`,
      on: { 'wait 1499 ms': 'beforeRedirect' },
    },
    beforeRedirect: { description: 'The page does not navigate home before 1.5 s.', on: { 'wait 1 ms': 'home' } },
    home: { description: 'The home page, after 1.5 s.', on: {} },
  }) as const;
