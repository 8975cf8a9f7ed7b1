import { isOnSale, hasStarted } from '#domain/showtimes.ts';
import { theKid } from '../catalogueMovies.ts';

/** Entries of the ledger that the model asks for at once. */
export const MODEL_PAGE = 100;

/** The state of the reference model: plain data, no database. */
export interface CinemaModel {
  now: number;
  readonly users: UserModel[];
}

interface UserModel {
  balance: number;
  wrongPasswords: number;
  readonly tickets: TicketModel[];
  /** The entries of the ledger, in any order: two cancellations at once do not tell which came first. */
  readonly entries: string[];
  readonly answers: Record<string, { readonly request: string; readonly answer: Observed }>;
}

interface TicketModel {
  readonly id: string;
  readonly time: string;
  readonly startsAt: number;
  readonly seatNumbers: readonly number[];
}

/** One call of one user. A ticket is named by its id, found before the call was sent. */
export type ModelCall = { readonly user: number; readonly key?: string | undefined } & (
  | { readonly kind: 'topUp'; readonly amount: number }
  | { readonly kind: 'withdraw'; readonly amount: number; readonly right: boolean }
  | {
      readonly kind: 'buy';
      readonly time: string;
      readonly startsAt: number;
      readonly seatNumbers: readonly number[];
      readonly price: number;
    }
  | { readonly kind: 'cancel'; readonly ticketId: string; readonly right: boolean }
  | { readonly kind: 'confirm'; readonly time: string; readonly seatNumbers: readonly number[] }
  | { readonly kind: 'release'; readonly time: string; readonly seatNumbers: readonly number[] }
  | { readonly kind: 'balance' }
  | { readonly kind: 'tickets' }
  | { readonly kind: 'transactions' }
  | { readonly kind: 'seats'; readonly time: string }
);

/** The answer that was observed: the code of an error, or what a success says. */
export interface Observed {
  readonly code: string;
  readonly balance?: number | undefined;
  readonly id?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly seatNumbers?: readonly number[] | undefined;
}

type ObservedCalls = readonly (readonly [ModelCall, Observed])[];

/** Whether the answers of calls sent at once, and of reads sent afterwards, agree with some order of the calls; gives the model after that order, or nothing. */
export function findOrder(
  model: CinemaModel,
  calls: ObservedCalls,
  reads: ObservedCalls = [],
): CinemaModel | undefined {
  if (calls.length === 0)
    return reads.every(([call, seen]) => agrees(answerOf(model, call, seen), seen)) ? model : undefined;
  for (const first of calls) {
    const after = structuredClone(model);
    if (!agrees(answerOf(after, ...first), first[1])) continue;
    const others = calls.filter((each) => each !== first);
    const found = findOrder(after, others, reads);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Carries out a call in the model and gives the answer it should get; the id of a new ticket is taken from the one observed. */
function answerOf(model: CinemaModel, call: ModelCall, observed: Observed): Observed {
  const user = model.users[call.user];
  if (user === undefined) throw new Error('The model does not know this user');
  if ('right' in call && observed.code === 'too_many_attempts' && user.wrongPasswords >= 5) return observed;
  if ('right' in call && !call.right) {
    user.wrongPasswords += 1;
    return { code: 'wrong_password' };
  }
  if (call.key === undefined) return carryOut(model, user, call, observed);
  const name = `${call.kind} ${call.key}`;
  const request = JSON.stringify(call);
  const stored = user.answers[name];
  if (stored !== undefined) return stored.request === request ? stored.answer : { code: 'idempotency_conflict' };
  const answer = carryOut(model, user, call, observed);
  if (answer.code === 'ok') user.answers[name] = { request, answer };
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
      enter(user, 'top-up', call.amount);
      return { code: 'ok', balance: user.balance };
    case 'withdraw':
      if (user.balance < call.amount) return { code: 'not_enough_balance' };
      enter(user, 'withdrawal', -call.amount);
      return { code: 'ok', balance: user.balance };
    case 'buy': {
      if (call.price !== theKid.ticket_price) return { code: 'movie_changed' };
      if (!isOnSale(call.startsAt, model.now)) return { code: 'showtime_closed' };
      const taken = new Set(sold(call.time));
      if (call.seatNumbers.some((seat) => taken.has(seat))) return { code: 'seat_taken' };
      const total = call.price * call.seatNumbers.length;
      if (user.balance < total) return { code: 'not_enough_balance' };
      enter(user, 'purchase', -total);
      const id = observed.id ?? 'none';
      const seatNumbers = call.seatNumbers.toSorted((a, b) => a - b);
      user.tickets.unshift({ id, time: call.time, startsAt: call.startsAt, seatNumbers });
      return { code: 'ok', id, seatNumbers };
    }
    case 'cancel': {
      const index = user.tickets.findIndex(({ id }) => id === call.ticketId);
      const ticket = user.tickets[index];
      if (ticket === undefined) return { code: 'ticket_not_found' };
      if (hasStarted(ticket.startsAt, model.now)) return { code: 'ticket_expired' };
      user.tickets.splice(index, 1);
      enter(user, 'refund', ticket.seatNumbers.length * theKid.ticket_price);
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
    case 'transactions':
      return { code: 'ok', balance: user.balance, ids: idsOfPage(user.entries) };
    case 'seats':
    default:
      return { code: 'ok', seatNumbers: sold(call.time).toSorted((a, b) => a - b) };
  }
}

function enter(user: UserModel, kind: string, amount: number): void {
  user.balance += amount;
  user.entries.push(`${kind} ${amount}`);
}

/** The entries of a ledger as the model compares them: sorted, and left out when they fill more than one page. */
export function idsOfPage(entries: readonly string[]): string[] | undefined {
  return entries.length > MODEL_PAGE ? undefined : entries.toSorted();
}

function agrees(expected: Observed, observed: Observed): boolean {
  return (
    expected.code === observed.code &&
    expected.balance === observed.balance &&
    expected.id === observed.id &&
    expected.ids?.join() === observed.ids?.join() &&
    expected.seatNumbers?.join() === observed.seatNumbers?.join()
  );
}
