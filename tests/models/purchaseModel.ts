import { userModel } from './userModel.ts';

/** Somebody signed in with Rp.200.000 at a film of Rp.35.000, of which seat 1 is sold. */
export const purchaseModel = userModel('purchase', 'noShowtime', {
  noShowtime: {
    description: 'Seats are shown only after a showtime is chosen.',
    on: { 'choose a showtime': 'noSeats' },
  },
  noSeats: {
    description: 'A booked seat cannot be chosen.',
    on: {
      'click a booked seat': 'noSeats',
      'choose two seats': 'twoSeats',
      'open the dialog': 'confirmingNothing',
    },
  },
  twoSeats: {
    description: 'The seats and what they cost.',
    on: {
      'give both seats up': 'noSeats',
      'choose all there is room for': 'allSeats',
      'change the showtime': 'otherShowtime',
      'look at Movies and come back': 'twoSeats',
      reload: 'twoSeats',
      'open the dialog': 'confirming',
    },
  },
  allSeats: {
    description: 'No more seats than one purchase may hold.',
    on: { 'click one more': 'allSeats', 'open the dialog': 'tooDear' },
  },
  otherShowtime: {
    description: 'Another showtime has no seat selected, and its own seats sold.',
    on: { 'come back to the showtime': 'twoSeats' },
  },
  confirmingNothing: {
    description: 'Nothing can be bought without a seat.',
    on: { 'go back': 'noSeats' },
  },
  confirming: {
    description: 'The change that would be left.',
    on: {
      'go back': 'twoSeats',
      buy: 'bought',
      'buy twice at once': 'bought',
      'buy while offline': 'unsettled',
      'buy and lose the response': 'unsettled',
      'buy and leave the page': 'otherPage',
      'buy and reload': 'reloaded',
      'buy after somebody else': 'oneSeat',
      'see somebody else buy': 'oneSeat',
      'buy in another tab': 'confirmingPoorer',
      'be signed out elsewhere': 'signedOut',
    },
  },
  confirmingPoorer: {
    description: 'What the other tab has spent, this one knows.',
    on: {},
  },
  unsettled: {
    description:
      'The dialog says why and goes on saying what is being bought; the request is retried until its outcome is known.',
    on: { 'wait for the retry': 'bought', 'go back': 'unsettledHall' },
  },
  unsettledHall: {
    description: 'No alert is left behind; the quiet line says that the request is retried.',
    on: { 'wait for the answer in the hall': 'boughtInTheHall' },
  },
  boughtInTheHall: {
    description: 'The message comes, the seats are booked, and nobody is sent away.',
    on: {},
  },
  otherPage: {
    description: 'Another page, before the answer.',
    on: { 'let the answer come': 'notifiedOnOtherPage', 'come back to the film': 'buying' },
  },
  notifiedOnOtherPage: {
    description: 'The message comes there, and the visitor stays there.',
    on: { 'visit My Tickets': 'myTickets' },
  },
  buying: {
    description: 'The dialog is open again, busy with what was reviewed.',
    on: { 'let the answer come to the film': 'boughtAfterAll' },
  },
  boughtAfterAll: {
    description: 'A success message, and the visitor still on the page.',
    on: { 'wait 1499 ms': 'beforeRedirect' },
  },
  reloaded: {
    description: 'The seats are booked and not lost, nothing is selected.',
    on: { 'visit My Tickets': 'myTickets' },
  },
  oneSeat: {
    description: 'The sentence names the seat that is lost; the other stays.',
    on: { 'open the dialog': 'confirmingOne' },
  },
  confirmingOne: {
    description: 'The seat that stayed can be bought.',
    on: { 'go back': 'oneSeatAgain' },
  },
  oneSeatAgain: {
    description: 'The sentence has been read, the seat is still selected.',
    on: {},
  },
  tooDear: {
    description: 'The message on the balance is advisory: Buy calls the server, which refuses.',
    on: {
      'buy too dear': 'refused',
      'visit Top Up': 'toppingUp',
      'go back': 'allSeats',
    },
  },
  refused: {
    description: 'The server refuses, which a message says; the dialog has said so once.',
    on: { 'go back': 'allSeats' },
  },
  toppingUp: {
    description: 'The way to Top Up leads back to the same seats.',
    on: { 'return to the seats': 'allSeats' },
  },
  bought: {
    description: 'A success message, the seats booked, and the visitor still before the dialog, which says so.',
    on: { 'wait 1499 ms': 'beforeRedirect' },
  },
  beforeRedirect: {
    description: 'Not home before 1.5 s.',
    on: { 'wait 1 ms': 'home' },
  },
  home: {
    description: 'Home after 1.5 s.',
    on: { 'visit My Tickets': 'myTickets' },
  },
  myTickets: {
    description: 'The ticket, and the balance debited once.',
    on: {},
  },
  signedOut: {
    description: 'No dialog and nothing to buy without a user.',
    on: {},
  },
});
