import * as v from 'valibot';
import { topUpSchema, withdrawSchema } from './balanceChange.ts';
import { recordSeatsSchema, releaseSeatsSchema } from './bookedSeats.ts';
import { bookingSchema, cancellationSchema } from './booking.ts';
import { CALENDAR_PATH, calendarQuerySchema } from './calendar.ts';
import { admissionRequestSchema, admissionUndoSchema, doorScreeningSchema, doorWire } from './door.ts';
import { holdReleaseSchema, holdRequestSchema } from './hold.ts';
import { movieQuerySchema, titleSchema } from './movie.ts';
import type { ErrorCode } from './problem.ts';
import { chosenShowtimeSchema, showtimeSchema } from './showtime.ts';
import { ticketQuerySchema } from './ticket.ts';
import { transactionQuerySchema } from './transaction.ts';
import { changePasswordSchema, signInSchema, signUpSchema } from './user.ts';
import { wire } from './wire.ts';

/** One API call: request, response, access and errors. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /**
   * `open`, `feed` (server-sent events) and `calendar` (an iCalendar file) need no token; `personal` and `command` need that of a
   * session, `door` and `admission` that of a door. A command and an admission also have an Idempotency-Key.
   */
  readonly kind: 'open' | 'feed' | 'calendar' | 'personal' | 'command' | 'door' | 'admission';
  readonly params: v.GenericSchema;
  /** The query of a GET, the request body of any other method. */
  readonly input: v.GenericSchema;
  readonly status: number;
  readonly answer: v.GenericSchema;
  /** Whether clients may cache the response and revalidate it by its ETag. */
  readonly tagged?: true;
  readonly summary: string;
  /** The errors specific to this call; `errorsOf` returns all. */
  readonly errors: readonly ErrorCode[];
}

/** The schema of a call without parameters, query or body: it accepts anything and ignores it. */
export const nothing = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
);

const open = { kind: 'open', params: nothing, input: nothing, status: 200, errors: [] } as const;
const personal = { ...open, kind: 'personal' } as const;
const door = { ...open, kind: 'door', errors: ['door_closed'] } as const;
const admission = { ...open, kind: 'admission', errors: ['door_closed', 'idempotency_conflict'] } as const;
/** The calls that no script of a page sends. They are not in `wire`, which browsers load. */
type Unsent = 'readCalendar' | 'checkLife' | 'checkReadiness';
const health = { ...open, method: 'GET', answer: v.object({ status: v.string() }) } as const;
const command = { ...open, kind: 'command', errors: ['idempotency_conflict'] } as const;

/** Every API call (section 7, Calls). Routes, OpenAPI, metrics, tests and the client's types derive from it (decision 7). */
export const calls = {
  signUp: {
    ...open,
    ...wire.signUp,
    input: signUpSchema,
    status: 201,
    summary: 'Sign up',
    errors: ['username_taken', 'too_many_attempts'],
  },
  signIn: {
    ...open,
    ...wire.signIn,
    input: signInSchema,
    status: 201,
    summary: 'Sign in',
    errors: ['wrong_credentials', 'too_many_attempts'],
  },
  signOut: { ...personal, ...wire.signOut, status: 204, summary: 'Revoke the token' },
  signOutOthers: { ...personal, ...wire.signOutOthers, summary: 'Sign out every other device' },
  changePassword: {
    ...command,
    ...wire.changePassword,
    input: changePasswordSchema,
    summary: 'Change the password, and sign out every other device',
    errors: [...command.errors, 'wrong_password'],
  },
  readUser: { ...personal, ...wire.readUser, summary: 'The user signed in' },
  listTickets: {
    ...personal,
    ...wire.listTickets,
    input: ticketQuerySchema,
    summary: 'The user’s tickets, newest first, a page at a time',
  },
  bookTickets: {
    ...command,
    ...wire.bookTickets,
    input: bookingSchema,
    status: 201,
    summary: 'Buy seats',
    errors: [
      'movie_not_found',
      'movie_changed',
      'too_young',
      'showtime_closed',
      'seat_taken',
      'seat_held',
      'not_enough_balance',
      ...command.errors,
    ],
  },
  cancelTicket: {
    ...command,
    ...wire.cancelTicket,
    input: cancellationSchema,
    summary: 'Cancel a ticket',
    errors: ['ticket_not_found', 'ticket_expired', 'ticket_used', ...command.errors, 'wrong_password'],
  },
  readBalance: { ...personal, ...wire.readBalance, summary: 'The balance, in rupiah' },
  topUp: { ...command, ...wire.topUp, input: topUpSchema, summary: 'Top up' },
  withdraw: {
    ...command,
    ...wire.withdraw,
    input: withdrawSchema,
    summary: 'Withdraw',
    errors: ['not_enough_balance', ...command.errors, 'wrong_password'],
  },
  listTransactions: {
    ...personal,
    ...wire.listTransactions,
    input: transactionQuerySchema,
    summary: 'The user’s ledger, newest first, a page at a time',
  },
  listMovies: { ...open, ...wire.listMovies, input: movieQuerySchema, tagged: true, summary: 'The films on show' },
  findMovie: {
    ...open,
    ...wire.findMovie,
    params: titleSchema,
    input: movieQuerySchema,
    summary: 'One film',
    errors: ['movie_not_found'],
  },
  findBookedSeats: {
    ...open,
    ...wire.findBookedSeats,
    params: titleSchema,
    input: chosenShowtimeSchema,
    summary: 'The seats sold for a showtime; an empty list while date or time is not chosen',
    errors: ['movie_not_found'],
  },
  openSeatFeed: {
    ...open,
    ...wire.openSeatFeed,
    kind: 'feed',
    params: titleSchema,
    input: showtimeSchema,
    summary: 'The seats sold for a showtime, at once and after each change, as server-sent events',
    errors: ['movie_not_found', 'too_many_attempts'],
  },
  createHold: {
    ...command,
    ...wire.createHold,
    input: holdRequestSchema,
    status: 201,
    summary: 'Hold seats for up to five minutes, or shared ones for up to fifteen, instead of the previous hold',
    errors: [
      'movie_not_found',
      'too_young',
      'showtime_closed',
      'seat_taken',
      'seat_held',
      'hold_changed',
      'sales_ending',
      'balance_required',
      'too_many_holds',
      ...command.errors,
    ],
  },
  releaseHold: {
    ...personal,
    ...wire.releaseHold,
    input: holdReleaseSchema,
    status: 204,
    summary: 'Release the seats that the user holds, or those that the user shares',
    errors: ['hold_changed'],
  },
  recordSeats: {
    ...personal,
    ...wire.recordSeats,
    input: recordSeatsSchema,
    status: 201,
    summary: 'Confirm a purchase',
    errors: ['seats_not_held'],
  },
  releaseSeats: {
    ...personal,
    ...wire.releaseSeats,
    input: releaseSeatsSchema,
    summary: 'Confirm a cancellation',
  },
  readCalendar: {
    ...open,
    method: 'GET',
    path: CALENDAR_PATH,
    answer: v.string(),
    kind: 'calendar',
    input: calendarQuerySchema,
    summary: 'The calendar file of a ticket, in the language of the pages; any title of a film, time and seats',
    errors: ['movie_not_found'],
  },
  readDoor: { ...door, ...doorWire.readDoor, summary: 'The door, and the screenings of its day' },
  listDoorTickets: {
    ...door,
    ...doorWire.listDoorTickets,
    input: doorScreeningSchema,
    summary: 'The valid tickets of a screening, with hashes instead of codes',
  },
  admitTicket: {
    ...admission,
    ...doorWire.admitTicket,
    input: admissionRequestSchema,
    summary: 'Admit a ticket, or say why not',
  },
  undoAdmission: {
    ...admission,
    ...doorWire.undoAdmission,
    input: admissionUndoSchema,
    summary: 'Undo an admission of this door',
  },
  checkLife: { ...health, path: 'health/live', summary: 'Whether the process is running' },
  checkReadiness: { ...health, path: 'health/ready', summary: 'Whether the server accepts requests' },
} as const satisfies Readonly<Record<keyof typeof wire | keyof typeof doorWire | Unsent, Call>>;

export type Calls = typeof calls;
export type CallName = keyof Calls;

export const callNames = Object.keys(calls).filter((name): name is CallName => name in calls);

/** Whether a call needs a signed-in user, with a bearer token. */
export function isPersonal({ kind }: Pick<Call, 'kind'>): boolean {
  return kind === 'personal' || kind === 'command';
}

/** Whether a call needs the bearer token of a door. */
export function isOfDoor({ kind }: Pick<Call, 'kind'>): boolean {
  return kind === 'door' || kind === 'admission';
}

/**
 * Whether a call counts towards the limit on changes of an account or a door: every call of these but reads and the sign-out
 * (reliability 51).
 */
export function isLimited(call: Call): boolean {
  return (isPersonal(call) || isOfDoor(call)) && call.method !== 'GET' && call.path !== wire.signOut.path;
}

/** Every error code that a call may respond with. */
export function errorsOf(call: Call): ErrorCode[] {
  const { method, input, errors } = call;
  const codes = new Map<ErrorCode, boolean>([
    ['invalid_request', method !== 'GET' || input !== nothing],
    ['payload_too_large', method !== 'GET'],
    ['unsupported_media_type', method !== 'GET'],
    ['unauthenticated', isPersonal(call)],
    ['too_many_attempts', isLimited(call)],
    ['internal', true],
    ['unavailable', true],
  ]);
  return [...[...codes].filter(([, isPossible]) => isPossible).map(([code]) => code), ...errors];
}

type Part<Name extends string, Schema extends v.GenericSchema> =
  unknown extends v.InferInput<Schema>
    ? unknown
    : object extends v.InferInput<Schema>
      ? { readonly [Each in Name]?: v.InferInput<Schema> }
      : { readonly [Each in Name]: v.InferInput<Schema> };

/** The arguments of a call, derived from its schemas. `loading` shows the loading overlay while the request is pending (section 4). */
export type RequestOf<Name extends CallName> = { readonly loading?: boolean } & Part<'params', Calls[Name]['params']> &
  Part<'input', Calls[Name]['input']> &
  (Calls[Name]['kind'] extends 'command' | 'admission' ? { readonly idempotencyKey: string } : unknown);

/** The parsed response body of a call. */
export type AnswerOf<Name extends CallName> = v.InferOutput<Calls[Name]['answer']>;

/** The calls of the product, and those of a door. */
export type ProductCallName = keyof typeof wire;
export type DoorCallName = keyof typeof doorWire;

/** Sends one request below /api/ and resolves with the parsed response body; rejects with `CallFailed` (section 7). */
export type Api<Names extends CallName = ProductCallName> = <Name extends Names>(
  name: Name,
  ...request: object extends RequestOf<Name> ? [request?: RequestOf<Name>] : [request: RequestOf<Name>]
) => Promise<AnswerOf<Name>>;
