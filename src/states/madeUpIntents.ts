import type { AnyMachineSnapshot } from 'xstate';
import type { Booking } from '#contract/booking.ts';
import { CallFailed } from '#domain/failure.ts';
import { sentences } from '#domain/sentences.ts';
import { metropolis, ticketOf } from './madeUpPeople.ts';

export const madeUpPlace = { date: '05 Mar', time: '14.30' };

/** What stands in a dialog of another film's page. */
export const bookingElsewhere = bookingAt('The General', madeUpPlace, [2]);

const bought = bookingAt('Metropolis', madeUpPlace, [12, 13]);

export const seatChoices = bought.seatNumbers.map((seatNumber) => ({ type: 'seat.toggle', seatNumber }));

/** From a film's page to the way home. */
export const purchaseVisit = [
  { type: 'viewer.changed', viewer: { age: 30, balance: 500_000 } },
  { type: 'date.choose', date: madeUpPlace.date },
  { type: 'showtime.changed', place: { date: madeUpPlace.date, time: undefined } },
  { type: 'time.choose', time: madeUpPlace.time },
  { type: 'showtime.changed', place: madeUpPlace },
  { type: 'xstate.done.actor.loadHall', output: { booked: [1, 27, 28, 29, 30], kept: [] }, actorId: 'loadHall' },
  ...seatChoices,
  { type: 'purchase.review' },
  { type: 'purchase.confirm', reviewed: bought },
  asChange({ ...begunPurchase(bought), stage: 'done' }),
  { type: 'xstate.after.redirectDelay.booking.purchased' },
];

const begunTopUp = begun({ kind: 'topUp', amount: 75_000 });
const begunWithdrawal = begun({ kind: 'withdrawal', amount: 75_000 });
const begunCancellation = begun({ kind: 'cancellation', ticket: ticketOf('t1') });

export const topUps = {
  begun: begunTopUp,
  changes: changesOf(begunTopUp),
  visit: [
    { type: 'amount.choose', amount: begunTopUp.amount },
    { type: 'topUp.review' },
    { type: 'topUp.confirm' },
    asChange({ ...begunTopUp, stage: 'done' }),
    { type: 'xstate.after.redirectDelay.topUp.succeeded' },
  ],
};
export const withdrawals = {
  begun: begunWithdrawal,
  changes: changesOf(begunWithdrawal),
  visit: [
    { type: 'amount.choose', amount: begunWithdrawal.amount },
    { type: 'withdraw.review' },
    { type: 'withdraw.confirm', password: 'popcorn!' },
    asChange({ ...begunWithdrawal, stage: 'done' }),
    { type: 'xstate.after.redirectDelay.withdraw.succeeded' },
  ],
};
export const cancellations = {
  begun: begunCancellation,
  changes: [
    ...['calling', 'unsettled', 'confirming', 'done', 'gone', 'left'].map((stage) =>
      asChange({ ...begunCancellation, stage }),
    ),
    asChange({ ...begunCancellation, stage: 'refused', failure: madeUpFailure('wrong_password') }),
  ],
};

/** A call that failed for this reason. */
export function madeUpFailure(code: string): CallFailed {
  const message = code === 'unreachable' ? sentences.unreachable : `Sorry: ${code}`;
  return new CallFailed({ code, message, seatNumbers: code === 'seat_taken' ? [2, 12] : [] });
}

/** A purchase in the moment of its confirm. */
export function begunPurchase(booking: Booking) {
  return begun({ kind: 'purchase', booking, movieId: 7 });
}

/** What a confirm in a state of the booking is about. A copy of the selector's: a page's code, imported here, would be split off its page. */
export function reviewedIn(snapshot: AnyMachineSnapshot): Booking {
  const { place, purchase, selected, title } = snapshot.context;
  return snapshot.hasTag('buying') && purchase !== undefined ? purchase.booking : bookingAt(title, place, selected);
}

/** What a purchase may come to in a state of the booking; one that runs may be met by the page that begins, and by the dialog. */
export function purchaseChanges(snapshot: AnyMachineSnapshot) {
  return purchasesIn(snapshot).map(asChange);
}

function purchasesIn(snapshot: AnyMachineSnapshot) {
  const here = begunPurchase(reviewedIn(snapshot));
  if (snapshot.matches('loadingMovie')) return [here];
  if (snapshot.matches({ choosing: { hall: 'confirming' } })) return [begunPurchase(bookingElsewhere)];
  if (!snapshot.matches('purchasing')) return [];
  const refused = (code: string) => ({ ...here, stage: 'refused', failure: madeUpFailure(code) });
  return [
    { ...here, stage: 'left' },
    { ...here, stage: 'unsettled' },
    { ...here, stage: 'done' },
    refused('seat_taken'),
    refused('movie_changed'),
    refused('showtime_closed'),
    refused('not_enough_balance'),
  ];
}

function bookingAt(
  movieTitle: string,
  { date = '', time = '' }: { readonly date?: string; readonly time?: string },
  seatNumbers: readonly number[],
): Booking {
  return {
    showtimeDate: date,
    showtimeTime: time,
    seatNumbers: [...seatNumbers],
    movieAgeRating: metropolis.age_rating,
    movieTicketPrice: metropolis.ticket_price,
    movieTitle,
    moviePoster: metropolis.poster_url,
  };
}

function begun<Intent extends object>(intent: Intent) {
  return { ...intent, stage: 'calling' as const, failure: undefined };
}

function changesOf(intent: typeof begunTopUp | typeof begunWithdrawal) {
  return [
    intent,
    { ...intent, stage: 'left' },
    { ...intent, stage: 'unsettled', failure: madeUpFailure('unreachable') },
    { ...intent, stage: 'done' },
    { ...intent, stage: 'refused', failure: madeUpFailure('not_enough_balance') },
  ].map(asChange);
}

function asChange(intent: object) {
  return { type: 'intent.changed', intent };
}
