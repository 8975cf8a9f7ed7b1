import { checkBalance } from '#domain/checkBalance.ts';
import { bestSeats, freeSeats } from '#domain/bestSeats.ts';
import { bookingOf } from '#domain/booking.ts';
import type { Failure } from '#domain/failure.ts';
import { isSeatCount } from '#domain/seats.ts';
import { purchaseTotal } from '#domain/purchase.ts';
import { differsFrom, withDate, type CinemaClock, type ScheduleChoice } from '#domain/schedule.ts';
import type { Screening } from '#domain/showtimes.ts';
import type { Booking } from '#contract/booking.ts';
import type { Movie } from '#contract/movie.ts';
import { takenSeats, type Purchase } from './purchaseSeats.ts';

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

/** The showtime that the page's address names, and the seats of friends there. */
export type ShowtimeAddress = { readonly showtime: ScheduleChoice; readonly beside: readonly number[] };

export type BookingContext = BookingInput & {
  showtime: ScheduleChoice;
  /** The seats of friends, as the address names them. */
  beside: readonly number[];
  /** The showtime at which the friends sit. */
  besideShowtime: ScheduleChoice | undefined;
  /** The seats that were suggested last. */
  suggested: readonly number[];
  screening: Screening | undefined;
  booked: readonly number[];
  selected: readonly number[];
  viewer: Viewer | undefined;
  /** The cinema has not yet said who is here. */
  isViewerAwaited: boolean;
  failure: Failure | undefined;
};

type WithContext = { readonly context: BookingContext };

/** The seats chosen, as they would be bought now. */
export function bookingNow({ title, movie, showtime, selected }: BookingContext): Booking {
  return bookingOf(title, movie, showtime, selected);
}

/** The purchase that a confirm begins now. */
export function purchaseNow(context: BookingContext) {
  return {
    kind: 'purchase',
    booking: bookingNow(context),
    movieId: context.movie?.id ?? 0,
    beside: context.beside,
  } as const;
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

/** The address after another date is chosen: the time stays while it is on sale on that date. */
export function addressAtDate(context: BookingContext, { date }: { readonly date: string }): ShowtimeAddress {
  return addressAt(context, withDate(context.showtime, date, context));
}

/** The address after another time is chosen. */
export function addressAtTime(context: BookingContext, { time }: { readonly time: string }): ShowtimeAddress {
  return addressAt(context, { ...context.showtime, time });
}

/** The seats of friends stay in the address until another showtime is chosen whole. */
function addressAt({ beside, besideShowtime }: BookingContext, showtime: ScheduleChoice): ShowtimeAddress {
  const stays = showtime.time === undefined || !differsFrom(showtime, besideShowtime);
  return { showtime, beside: stays ? beside : [] };
}

/** Whether so many seats are free and fit into one purchase. Views ask it at every change, so it looks for no best ones. */
export function canSuggest(context: BookingContext, count: number): boolean {
  return isSeatCount(count) && freeSeats(takenSeats(context)).length >= count;
}

/** The best so many seats that can be chosen, beside friends where there are some; undefined where fewer are free. */
export function suggestion(context: BookingContext, count: number): readonly number[] | undefined {
  const taken = takenSeats(context);
  return bestSeats({ count, taken, beside: context.beside.filter((seat) => taken.includes(seat)) });
}
