import * as v from 'valibot';
import { balanceSchema, topUpSchema, withdrawSchema } from '#contract/balance.ts';
import {
  bookedSeatsListSchema,
  FEED_MEDIA_TYPE,
  recordSeatsSchema,
  releasedSeatsSchema,
  releaseSeatsSchema,
  soldSeatsSchema,
} from '#contract/bookedSeats.ts';
import { movieSchema, moviesSchema } from '#contract/movie.ts';
import type { ProblemCode } from '#contract/problem.ts';
import { chosenShowtimeSchema, showtimeSchema } from '#contract/showtime.ts';
import { bookingSchema, cancellationSchema } from '#contract/booking.ts';
import { messageSchema, ticketSchema, ticketsSchema } from '#contract/ticket.ts';
import { transactionPageSchema, transactionQuerySchema } from '#contract/transaction.ts';
import { endedSessionsSchema, sessionUserSchema, signInSchema, signUpSchema, userSchema } from '#contract/user.ts';

/** What one call of the API takes and answers, as its documentation says it. */
export interface ApiCall {
  readonly summary: string;
  readonly personal?: true;
  /** Whether it takes an Idempotency-Key. */
  readonly once?: true;
  readonly query?: v.GenericSchema;
  readonly body?: v.GenericSchema;
  readonly status: number;
  readonly answer?: v.GenericSchema;
  /** JSON unless said otherwise; of a feed, `answer` is the data of each event. */
  readonly mediaType?: string;
  readonly refusals: readonly ProblemCode[];
}

const healthSchema = v.object({ status: v.string() });
const PASSWORD_REFUSALS = ['wrong_password', 'too_many_attempts'] as const;

/** Every call of the API, by method and path (section 7, Calls). */
export const apiCalls: Readonly<Record<string, ApiCall>> = {
  'POST /api/user/signup': {
    summary: 'Sign up',
    body: signUpSchema,
    status: 201,
    answer: sessionUserSchema,
    refusals: ['username_taken', 'too_many_attempts'],
  },
  'POST /api/user/signin': {
    summary: 'Sign in',
    body: signInSchema,
    status: 201,
    answer: sessionUserSchema,
    refusals: ['wrong_credentials', 'too_many_attempts'],
  },
  'POST /api/user/signout': { summary: 'Revoke the token', personal: true, status: 204, refusals: [] },
  'DELETE /api/user/sessions': {
    summary: 'Sign out every other device',
    personal: true,
    status: 200,
    answer: endedSessionsSchema,
    refusals: [],
  },
  'GET /api/user/info': {
    summary: 'The user signed in',
    personal: true,
    status: 200,
    answer: userSchema,
    refusals: [],
  },
  'GET /api/user/tickets': {
    summary: 'The user’s tickets, newest first',
    personal: true,
    status: 200,
    answer: ticketsSchema,
    refusals: [],
  },
  'POST /api/user/tickets': {
    summary: 'Buy seats',
    personal: true,
    once: true,
    body: bookingSchema,
    status: 201,
    answer: ticketSchema,
    refusals: [
      'movie_not_found',
      'movie_changed',
      'too_young',
      'showtime_closed',
      'seat_taken',
      'not_enough_balance',
      'idempotency_conflict',
    ],
  },
  'DELETE /api/user/tickets': {
    summary: 'Cancel a ticket',
    personal: true,
    once: true,
    body: cancellationSchema,
    status: 200,
    answer: messageSchema,
    refusals: ['ticket_not_found', 'ticket_expired', 'idempotency_conflict', ...PASSWORD_REFUSALS],
  },
  'GET /api/user/balance': {
    summary: 'The balance, in rupiah',
    personal: true,
    status: 200,
    answer: balanceSchema,
    refusals: [],
  },
  'POST /api/user/balance': {
    summary: 'Top up',
    personal: true,
    once: true,
    body: topUpSchema,
    status: 200,
    answer: balanceSchema,
    refusals: ['idempotency_conflict'],
  },
  'PUT /api/user/balance': {
    summary: 'Withdraw',
    personal: true,
    once: true,
    body: withdrawSchema,
    status: 200,
    answer: balanceSchema,
    refusals: ['not_enough_balance', 'idempotency_conflict', ...PASSWORD_REFUSALS],
  },
  'GET /api/user/transactions': {
    summary: 'The user’s ledger, newest first, a page at a time',
    personal: true,
    query: transactionQuerySchema,
    status: 200,
    answer: transactionPageSchema,
    refusals: [],
  },
  'GET /api/movie': { summary: 'The films on show', status: 200, answer: moviesSchema, refusals: [] },
  'GET /api/movie/:title': { summary: 'One film', status: 200, answer: movieSchema, refusals: ['movie_not_found'] },
  'GET /api/booked-seats/:title': {
    summary: 'The seats sold for a showtime; an empty list while date or time is not chosen',
    query: chosenShowtimeSchema,
    status: 200,
    answer: bookedSeatsListSchema,
    refusals: ['movie_not_found'],
  },
  'GET /api/booked-seats/:title/live': {
    summary: 'The seats sold for a showtime, at once and after each change, as server-sent events',
    query: showtimeSchema,
    status: 200,
    answer: soldSeatsSchema,
    mediaType: FEED_MEDIA_TYPE,
    refusals: ['movie_not_found', 'too_many_attempts'],
  },
  'POST /api/booked-seats': {
    summary: 'Confirm a purchase',
    personal: true,
    body: recordSeatsSchema,
    status: 201,
    answer: ticketSchema,
    refusals: ['seats_not_held'],
  },
  'DELETE /api/booked-seats': {
    summary: 'Confirm a cancellation',
    personal: true,
    body: releaseSeatsSchema,
    status: 200,
    answer: releasedSeatsSchema,
    refusals: [],
  },
  'GET /api/health/live': { summary: 'Whether the process lives', status: 200, answer: healthSchema, refusals: [] },
  'GET /api/health/ready': { summary: 'Whether it can serve', status: 200, answer: healthSchema, refusals: [] },
};
