import { userModel } from './userModel.ts';

/** A user with one ticket for two seats on My Tickets, shortly before the film starts. */
export const cancelModel = userModel('cancel', 'tickets', {
  tickets: {
    description: 'A ticket that can be cancelled.',
    on: { 'open the dialog': 'confirming', 'wait until the film begins': 'expired' },
  },
  expired: { description: 'A disabled button opens nothing.', on: { 'press the disabled Expired button': 'expired' } },
  confirming: {
    description: 'The dialog shows the refund and requires the password.',
    on: {
      'go back': 'tickets',
      'confirm without a password': 'passwordMissing',
      'confirm with a wrong password': 'passwordWrong',
      'confirm and leave the page': 'otherPage',
      'confirm after another tab has cancelled': 'gone',
      confirm: 'cancelled',
    },
  },
  passwordMissing: { description: 'The password is required.', on: { confirm: 'cancelled' } },
  passwordWrong: {
    description: 'The dialog stays open with an error.',
    on: { confirm: 'cancelled', 'go back': 'tickets' },
  },
  otherPage: {
    description: 'Another page, before the response arrives.',
    on: { 'wait for the response': 'notifiedOnOtherPage', 'return to the page': 'cancelling' },
  },
  notifiedOnOtherPage: {
    description: 'The message appears on the other page, and the balance is refunded once.',
    on: {},
  },
  cancelling: {
    description: 'The dialog is open again and shows that the cancellation is running.',
    on: { 'wait for the response': 'cancelled' },
  },
  gone: {
    description: 'An info message, no error: the ticket is not listed, and the balance is refunded once.',
    on: {},
  },
  cancelled: {
    description: 'The ticket is not listed, its seats are free, and the balance is refunded once.',
    on: { 'press Book Ticket': 'movies' },
  },
  movies: { description: 'The list of films.', on: {} },
});
