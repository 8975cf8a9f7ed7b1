import { checkBalance } from '#domain/checkBalance.ts';
import { bookingOf } from '#domain/booking.ts';
import type { Failure } from '#domain/failure.ts';
import { purchaseTotal } from '#domain/purchase.ts';
import type { CinemaClock, ScheduleChoice } from '#domain/schedule.ts';
import type { Screening } from '#domain/showtimes.ts';
import type { Booking } from '#contract/booking.ts';
import type { Movie } from '#contract/movie.ts';
import type { Purchase } from './purchaseSeats.ts';

/** The facts about the person signed in that a purchase depends on: years and rupiah. */
export type Viewer = { readonly age: number; readonly balance: number };

/** The seats sold of a screening, and those that this tab keeps for the visitor. */
export type Hall = { readonly booked: readonly number[]; readonly saved: readonly number[] };

export type BookingInput = CinemaClock & {
  readonly title: string;
  /** The film as the list in memory shows it. */
  readonly movie: Movie | undefined;
  /** The purchase that is running when the page is come to. */
  readonly purchase: Purchase | undefined;
};

export type BookingContext = BookingInput & {
  showtime: ScheduleChoice;
  screening: Screening | undefined;
  booked: readonly number[];
  selected: readonly number[];
  viewer: Viewer | undefined;
  failure: Failure | undefined;
};

type WithContext = { readonly context: BookingContext };

/** The seats chosen, as they would be bought now. */
export function bookingNow({ title, movie, showtime, selected }: BookingContext): Booking {
  return bookingOf(title, movie, showtime, selected);
}

/** The purchase that a confirm begins now. */
export function purchaseNow(context: BookingContext) {
  return { kind: 'purchase', booking: bookingNow(context), movieId: context.movie?.id ?? 0 } as const;
}

/** The screening that the page's address names. */
export function screeningAt({ title, showtime }: BookingContext): Screening {
  return { title, date: showtime.date ?? '', time: showtime.time ?? '' };
}

/** The price of the seats chosen, in rupiah. */
export function selectTotal({ context }: WithContext): number {
  return purchaseTotal(context.movie?.ticket_price ?? 0, context.selected.length);
}

/** The buy dialog's line about the balance; undefined without a user (section 2). */
export function selectBalanceCheck({ context }: WithContext) {
  return context.viewer && checkBalance(context.viewer.balance, selectTotal({ context }), context.selected.length);
}

/** The missing rupiah; 0 where the balance is enough. */
export function selectWant(snapshot: WithContext): { readonly shortfall: number } {
  const balanceCheck = selectBalanceCheck(snapshot);
  return { shortfall: balanceCheck?.kind === 'notEnough' ? balanceCheck.shortfall : 0 };
}
