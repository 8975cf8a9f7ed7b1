import { userModel } from './userModel.ts';

/** Somebody with one ticket of two seats at My Tickets, soon before the film begins. */
export const cancelModel = userModel('cancel', 'tickets', {
  tickets: {
    description: 'A ticket that can be cancelled.',
    on: { 'open the dialog': 'confirming', 'let the film begin': 'expired' },
  },
  expired: { description: 'A disabled button opens nothing.', on: { 'press the disabled Expired': 'expired' } },
  confirming: {
    description: 'What comes back, and the password requested.',
    on: {
      'go back': 'tickets',
      'confirm without a password': 'passwordMissing',
      'confirm with a wrong password': 'passwordWrong',
      'confirm while offline': 'unsettled',
      'confirm and lose the response': 'responseLost',
      'confirm and leave the page': 'otherPage',
      'confirm after another tab has cancelled': 'gone',
      confirm: 'cancelled',
      'confirm twice at once': 'cancelled',
    },
  },
  passwordMissing: { description: 'The password is required.', on: { confirm: 'cancelled' } },
  passwordWrong: { description: 'It stays in the dialog.', on: { confirm: 'cancelled', 'go back': 'tickets' } },
  unsettled: {
    description: 'Nothing was cancelled yet; the request is retried until its outcome is known.',
    on: { 'wait for the retry': 'cancelled', 'go back': 'unsettledList' },
  },
  responseLost: {
    description: 'It was cancelled, and the retry refunds nothing.',
    on: { 'wait for the retry': 'cancelled' },
  },
  unsettledList: {
    description: 'The ticket is still listed, no alert; the quiet line says the rest.',
    on: { 'wait for the retry': 'cancelled' },
  },
  otherPage: {
    description: 'Another page, before the answer.',
    on: { 'let the answer come': 'notifiedOnOtherPage', 'come back': 'cancelling' },
  },
  notifiedOnOtherPage: { description: 'The message comes there, the money is back once.', on: {} },
  cancelling: {
    description: 'The dialog is open again, busy with the ticket.',
    on: { 'let the answer come': 'cancelled' },
  },
  gone: { description: 'News, not an error: the list is without it, the money is back once.', on: {} },
  cancelled: {
    description: 'The ticket is gone, the seats are free, the money is back once.',
    on: { 'book another': 'movies' },
  },
  movies: { description: 'The list of films.', on: {} },
});
