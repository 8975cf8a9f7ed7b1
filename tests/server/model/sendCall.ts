import * as v from 'valibot';
import { releasedSeatsSchema } from '#contract/bookedSeats.ts';
import { transactionPageSchema, type TransactionPage } from '#contract/transaction.ts';
import { theKid } from '../catalogueMovies.ts';
import type { Cinema, Method } from '../openCinema.ts';
import { booking, PASSWORD, type Person } from '../people.ts';
import { idsOfPage, MODEL_PAGE, type ModelCall, type Observed } from './cinemaModel.ts';

const SHOW_DATE = '05 Mar';

const answerSchema = v.object({
  code: v.optional(v.string()),
  balance: v.optional(v.number()),
  id: v.optional(v.string()),
  seatNumbers: v.optional(v.array(v.number())),
});
const ticketsSchema = v.array(v.object({ id: v.string() }));
const seatsSchema = v.tuple([v.object({ seatNumbers: v.array(v.number()) })]);

/** Sends a call of the model to the real application and gives what the model compares. */
export async function sendCall(cinema: Cinema, people: readonly Person[], call: ModelCall): Promise<Observed> {
  const [method, path, body] = requestOf(call);
  const { token } = people[call.user] ?? {};
  const answer = await cinema.call(method, path, {
    token,
    body,
    ...(call.key === undefined ? {} : { key: call.key }),
  });
  if (answer.status < 300 && call.kind === 'tickets') {
    return { code: 'ok', ids: v.parse(ticketsSchema, answer.body).map(({ id }) => id) };
  }
  if (answer.status < 300 && call.kind === 'seats') {
    return { code: 'ok', seatNumbers: v.parse(seatsSchema, answer.body)[0].seatNumbers };
  }
  if (answer.status < 300 && call.kind === 'transactions') {
    return observeLedger(v.parse(transactionPageSchema, answer.body));
  }
  if (answer.status < 300 && call.kind === 'release') {
    v.parse(releasedSeatsSchema, answer.body);
    return { code: 'ok' };
  }
  const read = v.parse(answerSchema, answer.body);
  return answer.status < 300 ? { ...read, code: 'ok' } : { code: read.code ?? `status ${answer.status}` };
}

function observeLedger({ transactions, next }: TransactionPage): Observed {
  const broken = transactions.some(({ amount, balanceAfter }, index) => {
    const before = transactions[index + 1]?.balanceAfter ?? (next === undefined ? 0 : balanceAfter - amount);
    return balanceAfter !== before + amount;
  });
  if (broken) return { code: 'the balances do not run on' };
  const entries = transactions.map(({ kind, amount }) => `${kind} ${amount}`);
  const balance = transactions[0]?.balanceAfter;
  return { code: 'ok', balance, ids: next === undefined ? idsOfPage(entries) : undefined };
}

function requestOf(call: ModelCall): [method: Method, path: string, body?: unknown] {
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
      return [
        'POST',
        'booked-seats',
        { ...showtime, seatNumbers: call.seatNumbers, movieId: theKid.id, movieTitle: theKid.title },
      ];
    case 'release':
      return ['DELETE', 'booked-seats', { ...showtime, seatNumbers: call.seatNumbers, movieTitle: theKid.title }];
    case 'balance':
      return ['GET', 'user/balance'];
    case 'tickets':
      return ['GET', 'user/tickets'];
    case 'transactions':
      return ['GET', `user/transactions?limit=${MODEL_PAGE}`];
    case 'seats':
    default:
      return ['GET', `booked-seats/The%20Kid?${new URLSearchParams(showtime).toString()}`];
  }
}
