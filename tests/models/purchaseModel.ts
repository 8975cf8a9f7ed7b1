import { userModel } from './userModel.ts';

/** A signed-in user with Rp.200.000 on the page of a film at Rp.35.000, with seat 1 sold. */
export const purchaseModel = userModel('purchase', 'noShowtime', {
  noShowtime: {
    description: 'Seats are shown only after a showtime is chosen.',
    on: { 'choose a showtime': 'noSeats' },
  },
  noSeats: {
    description: 'A booked seat cannot be chosen.',
    on: {
      'click a booked seat': 'noSeats',
      'select two seats': 'twoSeats',
      'open the dialog': 'confirmingNothing',
    },
  },
  twoSeats: {
    description: 'The selected seats and their price.',
    on: {
      'deselect both seats': 'noSeats',
      'select as many seats as possible': 'allSeats',
      'change the showtime': 'otherShowtime',
      'open Movies and return': 'twoSeats',
      reload: 'twoSeats',
      'open the dialog': 'confirming',
      'open the dialog without a hold': 'confirmingUnheld',
    },
  },
  allSeats: {
    description: 'The maximum number of seats of one purchase.',
    on: { 'click another free seat': 'allSeats', 'open the dialog': 'tooExpensive' },
  },
  otherShowtime: {
    description: 'Another showtime has no seat selected, and its own seats sold.',
    on: { 'return to the showtime': 'twoSeats' },
  },
  confirmingNothing: {
    description: 'Nothing can be bought without a seat.',
    on: { 'go back': 'noSeats' },
  },
  confirming: {
    description: 'The dialog shows the balance after the purchase.',
    on: {
      'go back': 'twoSeats',
      buy: 'bought',
      'buy twice at once': 'bought',
      'buy and lose the response': 'unsettled',
      'buy and leave the page': 'otherPage',
      'buy and reload': 'reloaded',
      'buy in another tab': 'confirmingPoorer',
      'be signed out in another tab': 'signedOut',
    },
  },
  confirmingUnheld: {
    description: 'The seats could not be held, so another user may still buy them.',
    on: { 'see another user buy a selected seat': 'oneSeat' },
  },
  confirmingPoorer: {
    description: 'The dialog shows the balance after the purchase in the other tab.',
    on: {},
  },
  unsettled: {
    description: 'The dialog shows the reason and the purchase; the request is retried until its outcome is known.',
    on: { 'wait for the retry': 'bought', 'go back': 'unsettledHall' },
  },
  unsettledHall: {
    description: 'There is no alert; the status line shows that the request is retried.',
    on: { 'wait for the retry in the hall': 'boughtInTheHall' },
  },
  boughtInTheHall: {
    description: 'The message appears, the seats are booked, and the page does not navigate away.',
    on: {},
  },
  otherPage: {
    description: 'Another page, before the response arrives.',
    on: { 'wait for the response': 'notifiedOnOtherPage', 'return to the film': 'buying' },
  },
  notifiedOnOtherPage: {
    description: 'The message appears on the other page, which stays open.',
    on: { 'visit My Tickets': 'myTickets' },
  },
  buying: {
    description: 'The dialog is open again and shows that the reviewed purchase is running.',
    on: { 'wait for the response on the film page': 'boughtOnReturn' },
  },
  boughtOnReturn: {
    description: 'A success message appears, and the page stays open.',
    on: { 'wait 1499 ms': 'beforeRedirect' },
  },
  reloaded: {
    description: 'The seats are booked without an error, and no seat is selected.',
    on: { 'visit My Tickets': 'myTickets' },
  },
  oneSeat: {
    description: 'The message names the lost seat; the other seat stays selected.',
    on: { 'open the dialog': 'confirmingOne' },
  },
  confirmingOne: {
    description: 'The user can buy the remaining seat.',
    on: { 'go back': 'oneSeatAgain' },
  },
  oneSeatAgain: {
    description: 'The message is gone, and the seat is still selected.',
    on: {},
  },
  tooExpensive: {
    description: 'The message about the balance is advisory: Buy still sends the request, which the server refuses.',
    on: {
      'buy without enough balance': 'refused',
      'visit Top Up': 'toppingUp',
      'go back': 'allSeats',
    },
  },
  refused: {
    description: 'A toast shows the refusal of the server; the dialog shows it once.',
    on: { 'go back': 'allSeats' },
  },
  toppingUp: {
    description: 'The Top Up page leads back to the same seats.',
    on: { 'return to the seats': 'allSeats' },
  },
  bought: {
    description: 'A success message appears, the seats are booked, and the open dialog shows the success.',
    on: { 'wait 1499 ms': 'beforeRedirect' },
  },
  beforeRedirect: {
    description: 'The page does not navigate home before 1.5 s.',
    on: { 'wait 1 ms': 'home' },
  },
  home: {
    description: 'The home page, after 1.5 s.',
    on: { 'visit My Tickets': 'myTickets' },
  },
  myTickets: {
    description: 'The ticket is listed, and the balance is debited once.',
    on: {},
  },
  signedOut: {
    description: 'A signed-out user sees no dialog and cannot buy.',
    on: {},
  },
});
