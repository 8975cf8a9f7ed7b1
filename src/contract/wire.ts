import * as v from 'valibot';
import { balanceSchema } from './values.ts';
import { bookedSeatsListSchema, releasedSeatsSchema, seatEventSchema } from './bookedSeats.ts';
import { holdSchema } from './hold.ts';
import { movieSchema, moviesSchema } from './movie.ts';
import { cancelledSchema, ticketSchema, ticketsSchema } from './ticket.ts';
import { transactionPageSchema } from './transaction.ts';
import { endedSessionsSchema, sessionUserSchema, userSchema } from './user.ts';

/**
 * Method, path and response schema of the API calls that browsers send: the part of `calls` that they load (decision 7).
 * Paths are relative to `/api/`, with parameters in braces. The `answer` of a feed is the data of each event.
 */
export const wire = {
  signUp: { method: 'POST', path: 'user/signup', answer: sessionUserSchema },
  signIn: { method: 'POST', path: 'user/signin', answer: sessionUserSchema },
  signOut: { method: 'POST', path: 'user/signout', answer: v.undefined() },
  signOutOthers: { method: 'DELETE', path: 'user/sessions', answer: endedSessionsSchema },
  changePassword: { method: 'PUT', path: 'user/password', answer: endedSessionsSchema },
  readUser: { method: 'GET', path: 'user/info', answer: userSchema },
  listTickets: { method: 'GET', path: 'user/tickets', answer: ticketsSchema },
  bookTickets: { method: 'POST', path: 'user/tickets', answer: ticketSchema },
  cancelTicket: { method: 'DELETE', path: 'user/tickets', answer: cancelledSchema },
  readBalance: { method: 'GET', path: 'user/balance', answer: balanceSchema },
  topUp: { method: 'POST', path: 'user/balance', answer: balanceSchema },
  withdraw: { method: 'PUT', path: 'user/balance', answer: balanceSchema },
  listTransactions: { method: 'GET', path: 'user/transactions', answer: transactionPageSchema },
  listMovies: { method: 'GET', path: 'movie', answer: moviesSchema },
  findMovie: { method: 'GET', path: 'movie/{title}', answer: movieSchema },
  findBookedSeats: { method: 'GET', path: 'booked-seats/{title}', answer: bookedSeatsListSchema },
  openSeatFeed: { method: 'GET', path: 'booked-seats/{title}/live', answer: seatEventSchema },
  createHold: { method: 'POST', path: 'holds', answer: holdSchema },
  releaseHold: { method: 'DELETE', path: 'holds', answer: v.undefined() },
  recordSeats: { method: 'POST', path: 'booked-seats', answer: ticketSchema },
  releaseSeats: { method: 'DELETE', path: 'booked-seats', answer: releasedSeatsSchema },
} as const;
