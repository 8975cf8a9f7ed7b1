import { userModel } from './userModel.ts';

/** A signed-in user with money for every seat, in the hall of a film where another user shares seats 30 and 31. */
export const shareModel = userModel('share', 'noSeats', {
  noSeats: {
    description: 'No seat is selected, and the user shares none.',
    on: { 'select two seats': 'twoSeats', 'open the link of the other user': 'seatsOfOther' },
  },
  twoSeats: {
    description: 'Two seats can be shared.',
    on: {
      'share the seats': 'shared',
      'share the seats and lose the response': 'shared',
    },
  },
  seatsOfOther: {
    description: 'The seats that the other user shares, of which the visitor may buy some.',
    on: { 'remove the code from the address': 'noSeats', 'see the other user stop sharing': 'over' },
  },
  over: {
    description: 'A message says that the seats are no longer kept.',
    on: {},
  },
  shared: {
    description: 'The seats are kept for friends. The address has their code, and the user can stop.',
    on: {
      reload: 'shared',
      'open the film without the code': 'shared',
      'remove the code from the address': 'shared',
      'reconnect the feed': 'shared',
      'open the dialog and go back': 'shared',
      'stop sharing': 'noSeats',
      'stop sharing without a connection': 'stillShared',
      'stop sharing in another tab': 'noSeats',
      'see a friend pay for a seat': 'onePaid',
      'open the link of the other user': 'sharingBesideOther',
      'log out': 'signedOut',
    },
  },
  stillShared: {
    description: 'A message says why the seats are still shared.',
    on: { 'stop sharing': 'noSeats' },
  },
  sharingBesideOther: {
    description: 'The page shows the seats of the other user. The own ones stay shared, and cannot be stopped here.',
    on: { 'open the film without the code': 'shared', 'open the own link': 'shared' },
  },
  onePaid: {
    description: 'One seat is sold, and the other one is still kept.',
    on: {
      reload: 'onePaid',
      'open the film without the code': 'onePaid',
      'see the friend cancel': 'shared',
      'see a friend pay for the other seat': 'allPaid',
    },
  },
  allPaid: {
    description: 'Everybody has paid, so other seats can be shared.',
    on: { 'see the friend cancel': 'onePaid', 'share other seats': 'sharedOthers' },
  },
  sharedOthers: {
    description: 'Other seats are kept under a new code.',
    on: {},
  },
  signedOut: {
    description: 'The seats look like those of a friend.',
    on: {},
  },
});
