import { userModel } from './userModel.ts';

/** Somebody with one ticket of two seats at My Tickets, soon before the film begins. */
export const cancelModel = userModel('cancel', 'tickets', {
  tickets: {
    description: 'A ticket that can be cancelled.',
    on: { 'open the dialog': 'askingPassword', 'let the film begin': 'expired' },
  },
  expired: { description: 'A disabled button opens nothing.', on: { 'press Expired in vain': 'expired' } },
  askingPassword: {
    description: 'What comes back, and the password asked for.',
    on: {
      'go back': 'tickets',
      'confirm without a password': 'passwordMissing',
      'confirm with a wrong password': 'passwordWrong',
      'confirm without a line': 'failed',
      confirm: 'cancelled',
      'confirm twice at once': 'cancelled',
    },
  },
  passwordMissing: { description: 'The password is required.', on: { confirm: 'cancelled' } },
  passwordWrong: { description: 'It stays in the dialog.', on: { confirm: 'cancelled', 'go back': 'tickets' } },
  failed: { description: 'Nothing was cancelled; it can be sent again.', on: { confirm: 'cancelled' } },
  cancelled: {
    description: 'The ticket is gone, the seats are free, the money is back once.',
    on: { 'book another': 'movies' },
  },
  movies: { description: 'The list of films.', on: {} },
});
