import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { showtimeStart } from '#domain/calendar.ts';
import { isOnSale, hasStarted, SHOWTIMES } from '#domain/showtimes.ts';
import { theKid } from '../catalogueMovies.ts';
import { THURSDAY_MORNING, type Method } from '../openCinema.ts';
import { booking, PASSWORD } from '../people.ts';

const USERS = 3;
/** The initial balance of each user, in rupiah. */
export const FUNDS = 150_000;
const SHOW_DATE = '05 Mar';
const REFUSAL_LIFE = 15 * 60_000;

/** The state of the reference model: plain data, no database. */
export interface CinemaModel {
  now: number;
  readonly users: UserModel[];
}

interface UserModel {
  balance: number;
  wrongPasswords: number;
  readonly tickets: TicketModel[];
  /** The stored responses by call and key. Refusals are stored for 15 minutes, and successes for longer than a run. */
  readonly answers: Record<
    string,
    { readonly request: string; readonly answer: Observed; readonly storedUntil: number }
  >;
}

interface TicketModel {
  readonly id: string;
  readonly time: string;
  readonly seatNumbers: readonly number[];
}

/** The initial state of the model. */
export function newModel(): CinemaModel {
  const users = Array.from({ length: USERS }, () => ({
    balance: FUNDS,
    wrongPasswords: 0,
    tickets: [],
    answers: {},
  }));
  return { now: THURSDAY_MORNING, users };
}

const user = fc.nat({ max: USERS - 1 });
const time = fc.constantFrom(...SHOWTIMES);
const seatNumbers = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 });
const right = fc.nat({ max: 19 }).map((number) => number > 0);
const key = fc.option(fc.constantFrom('one', 'two', 'three'), { nil: undefined });
const amount = fc.constantFrom(1000, 35_000, 70_000);
const price = fc.nat({ max: 9 }).map((number) => (number > 0 ? theKid.ticket_price : 1));

/** A call of one user. `cancel` refers to the nth ticket that `owner` has when the call is sent. */
export const plannedCall = fc.oneof(
  fc.record({ kind: fc.constant('topUp'), user, amount, key }),
  fc.record({ kind: fc.constant('withdraw'), user, amount, right, key }),
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('buy'), user, time, seatNumbers, price, key }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('cancel'), user, owner: user, nth: fc.nat({ max: 4 }), right, key }),
  },
  fc.record({ kind: fc.constant('confirm'), user, time, seatNumbers }),
  fc.record({ kind: fc.constant('release'), user, time, seatNumbers }),
  fc.record({ kind: fc.constant('balance'), user }),
  fc.record({ kind: fc.constant('tickets'), user }),
  fc.record({ kind: fc.constant('seats'), user, time }),
);

export type PlannedCall = typeof plannedCall extends fc.Arbitrary<infer Call> ? Call : never;
export type ModelCall = PlannedCall & { readonly ticketId?: string };

/** Adds the ticket id to a planned cancellation. */
export function callOf(call: PlannedCall, { users }: CinemaModel): ModelCall {
  if (call.kind !== 'cancel') return call;
  const tickets = users[call.owner]?.tickets ?? [];
  return { ...call, ticketId: tickets[call.nth % Math.max(1, tickets.length)]?.id ?? 'none' };
}

export function requestOf(call: ModelCall): [method: Method, path: string, body?: unknown] {
  const password = 'right' in call && call.right ? PASSWORD : 'wrong password';
  const showtime = 'time' in call ? { showtimeDate: SHOW_DATE, showtimeTime: call.time } : {};
  switch (call.kind) {
    case 'topUp':
      return ['POST', 'user/balance', { amount: call.amount }];
    case 'withdraw':
      return ['PUT', 'user/balance', { amount: call.amount, password }];
    case 'buy':
      return [
        'POST',
        'user/tickets',
        booking({ ...showtime, seatNumbers: call.seatNumbers, movieTicketPrice: call.price }),
      ];
    case 'cancel':
      return ['DELETE', 'user/tickets', { ticketId: call.ticketId, password }];
    case 'confirm':
      return ['POST', 'booked-seats', booking({ ...showtime, seatNumbers: call.seatNumbers, movieId: theKid.id })];
    case 'release':
      return ['DELETE', 'booked-seats', booking({ ...showtime, seatNumbers: call.seatNumbers })];
    case 'balance':
      return ['GET', 'user/balance'];
    case 'tickets':
      return ['GET', 'user/tickets'];
    case 'seats':
    default:
      return ['GET', `booked-seats/The%20Kid?${new URLSearchParams(showtime).toString()}`];
  }
}

/** The compared part of a response: `code` is `ok` or the error code. */
export interface Observed {
  readonly code: string;
  readonly balance?: number | undefined;
  readonly id?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly seatNumbers?: readonly number[] | undefined;
}

type ObservedCalls = readonly (readonly [ModelCall, Observed])[];

/** Finds an order of concurrent calls that explains their responses and later reads. Returns the model after it. */
export function findOrder(
  model: CinemaModel,
  calls: ObservedCalls,
  reads: ObservedCalls = [],
): CinemaModel | undefined {
  const agrees = (state: CinemaModel, [call, seen]: ObservedCalls[number]) =>
    isDeepStrictEqual(answerOf(state, call, seen), seen);
  if (calls.length === 0) return reads.every((read) => agrees(model, read)) ? model : undefined;
  for (const first of calls) {
    const after = structuredClone(model);
    if (!agrees(after, first)) continue;
    const others = calls.filter((each) => each !== first);
    const found = findOrder(after, others, reads);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Runs a call on the model and returns the expected response; the id of a new ticket comes from the observed one. */
function answerOf(model: CinemaModel, call: ModelCall, observed: Observed): Observed {
  const user = model.users[call.user];
  if (user === undefined) throw new Error('The model does not have this user');
  if ('right' in call && observed.code === 'too_many_attempts' && user.wrongPasswords >= 5) return observed;
  if ('right' in call && !call.right) {
    user.wrongPasswords += 1;
    return { code: 'wrong_password' };
  }
  if (!('key' in call) || call.key === undefined) return carryOut(model, user, call, observed);
  const name = `${call.kind} ${call.key}`;
  const request = JSON.stringify(requestOf(call));
  const stored = user.answers[name];
  if (stored !== undefined && stored.storedUntil > model.now)
    return stored.request === request ? stored.answer : { code: 'idempotency_conflict' };
  const answer = carryOut(model, user, call, observed);
  const storedUntil = answer.code === 'ok' ? Infinity : model.now + REFUSAL_LIFE;
  user.answers[name] = { request, answer, storedUntil };
  return answer;
}

function carryOut(model: CinemaModel, user: UserModel, call: ModelCall, observed: Observed): Observed {
  const sold = (time: string) =>
    model.users
      .flatMap(({ tickets }) => tickets)
      .filter((ticket) => ticket.time === time)
      .flatMap(({ seatNumbers }) => seatNumbers);
  switch (call.kind) {
    case 'topUp':
      user.balance += call.amount;
      return { code: 'ok', balance: user.balance };
    case 'withdraw':
      if (user.balance < call.amount) return { code: 'not_enough_balance' };
      user.balance -= call.amount;
      return { code: 'ok', balance: user.balance };
    case 'buy': {
      if (call.price !== theKid.ticket_price) return { code: 'movie_changed' };
      if (!isOnSale(startOf(call.time), model.now)) return { code: 'showtime_closed' };
      const taken = new Set(sold(call.time));
      if (call.seatNumbers.some((seat) => taken.has(seat))) return { code: 'seat_taken' };
      const total = call.price * call.seatNumbers.length;
      if (user.balance < total) return { code: 'not_enough_balance' };
      user.balance -= total;
      const { id = 'none' } = observed;
      const seatNumbers = call.seatNumbers.toSorted((a, b) => a - b);
      user.tickets.unshift({ id, time: call.time, seatNumbers });
      return { code: 'ok', id, seatNumbers };
    }
    case 'cancel': {
      const index = user.tickets.findIndex(({ id }) => id === call.ticketId);
      const ticket = user.tickets[index];
      if (ticket === undefined) return { code: 'ticket_not_found' };
      if (hasStarted(startOf(ticket.time), model.now)) return { code: 'ticket_expired' };
      user.tickets.splice(index, 1);
      user.balance += ticket.seatNumbers.length * theKid.ticket_price;
      return { code: 'ok' };
    }
    case 'confirm': {
      const seats = call.seatNumbers.toSorted((a, b) => a - b).join();
      const ticket = user.tickets.find(({ time, seatNumbers }) => time === call.time && seatNumbers.join() === seats);
      return ticket === undefined
        ? { code: 'seats_not_held' }
        : { code: 'ok', id: ticket.id, seatNumbers: ticket.seatNumbers };
    }
    case 'release':
      return { code: 'ok' };
    case 'balance':
      return { code: 'ok', balance: user.balance };
    case 'tickets':
      return { code: 'ok', ids: user.tickets.map(({ id }) => id) };
    case 'seats':
    default:
      return { code: 'ok', seatNumbers: sold(call.time).toSorted((a, b) => a - b) };
  }
}

function startOf(showtimeTime: string): number {
  return showtimeStart({ showtimeDate: SHOW_DATE, showtimeTime }, THURSDAY_MORNING, 'Asia/Jakarta') ?? 0;
}
