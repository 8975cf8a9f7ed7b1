import type { Movie } from '#contract/movie.ts';
import { bestSeats, freeSeats } from '#domain/bestSeats.ts';
import { bookingOf } from '#domain/booking.ts';
import { checkBalance } from '#domain/checkBalance.ts';
import type { Failure } from '#domain/failure.ts';
import { keptSeats, takenSeats, unavailableSeats, type Hall, type SeatReport } from '#domain/hall.ts';
import { purchaseTotal } from '#domain/purchase.ts';
import { isSeatCount, SEATS_IN_HALL } from '#domain/seats.ts';
import { withoutSeats } from '#domain/selection.ts';
import { sharePath } from '#domain/sharedSeats.ts';
import { isSameScreening, type Screening } from '#domain/showtimes.ts';
import { timeInZone } from '#domain/zones.ts';
import type { CommandProgress } from './commandProgress.ts';
import type { OwnHold } from './holdCalls.ts';

/** The facts about the signed-in user that a purchase needs: age in years, balance in rupiah. */
export interface Viewer {
  readonly id: string;
  readonly age: number;
  readonly balance: number;
}

/** The seats of friends and the code of shared seats, from the URL. */
export interface Invitation {
  readonly beside: readonly number[];
  readonly shareCode: string | undefined;
}

export interface HallInput extends Invitation {
  readonly screening: Screening;
  /** In epoch milliseconds. */
  readonly startsAt: number;
  /** The cinema's IANA time zone. */
  readonly zone: string;
  readonly movie: Movie;
  readonly viewer: Viewer | undefined;
  /** The sold seats when the visitor left the hall to which Back or Forward returns. They show until the feed reports. */
  readonly left: readonly number[] | undefined;
}

export type Purchase = CommandProgress<'purchase'>;

/**
 * The data of the hall of one screening. Seats are sold, held (by anybody), kept (shared with this user) or free; `takenSeats` adds
 * those of the own purchase to the sold ones, and `unavailableSeats` are all that cannot be selected.
 */
export interface HallContext extends Hall, HallInput {
  /** The seats that the last suggestion selected. */
  readonly suggested: readonly number[];
  readonly hold: OwnHold | undefined;
  /** The id of the user's last hold that has ended. */
  readonly endedHold: string | undefined;
  /** The user's mark in the reports; undefined until it is computed. */
  readonly mark: string | undefined;
  /** The holds in the last report of the feed; undefined before the first one. */
  readonly holds: SeatReport['holds'] | undefined;
  /** The code under which the user shares seats of this screening. */
  readonly ownShareCode: string | undefined;
  /** The user whose selection it is; after signing out, the last one. */
  readonly userId: string | undefined;
  /** The user's last purchase, of any screening. */
  readonly purchase: Purchase | undefined;
  readonly failure: Failure | undefined;
}

const ALL_SEATS = Array.from({ length: SEATS_IN_HALL }, (_, index) => index + 1);

/** The command that would start if the user confirmed now. */
export function purchaseNow(context: HallContext) {
  const { beside, movie, screening, selected, share, shareCode } = context;
  const booking = bookingOf(screening.title, movie, screening, selected);
  const isShared = share !== undefined && shareCode !== undefined;
  return {
    kind: 'purchase',
    booking: isShared ? { ...booking, shareCode } : booking,
    movieId: movie.id,
    beside,
  } as const;
}

/** The seats of a purchase if it is one of this screening and has not failed. */
export function pendingSeats(screening: Screening, purchase: Purchase): readonly number[] {
  const hasFailed = ['refused', 'left', 'ended'].includes(purchase.status);
  return !hasFailed && isSameScreening(screeningOf(purchase), screening) ? purchase.booking.seatNumbers : [];
}

/** The screening of a purchase. */
export function screeningOf({ booking }: Purchase): Screening {
  return { title: booking.movieTitle, date: booking.showtimeDate, time: booking.showtimeTime };
}

/** The price of the selected seats, in rupiah. */
export function totalOf({ movie, selected }: Pick<HallContext, 'movie' | 'selected'>): number {
  return purchaseTotal(movie.ticket_price, selected.length);
}

/** The buy dialog's line about the balance; undefined without a user. */
export function balanceCheckOf(context: HallContext) {
  const { selected, viewer } = context;
  return viewer && checkBalance(viewer.balance, totalOf(context), selected.length);
}

/** How many rupiah are missing; 0 if the balance suffices. */
export function shortfallOf(context: HallContext): number {
  const check = balanceCheckOf(context);
  return check?.kind === 'notEnough' ? check.shortfall : 0;
}

/** Whether `count` seats are free and fit into one purchase. Views call it on every change, so it does not search for the best. */
export function canSuggest(hall: Hall, count: number): boolean {
  return isSeatCount(count) && freeSeats(unavailableSeats(hall)).length >= count;
}

/** The best `count` free seats: kept ones if enough are kept, else beside friends if there are any; undefined if fewer are free. */
export function suggestion(context: HallContext, count: number): readonly number[] | undefined {
  const friends = context.beside.filter((seat) => takenSeats(context).includes(seat));
  const kept = withoutSeats(keptSeats(context), takenSeats(context));
  const taken = kept.length < count ? unavailableSeats(context) : withoutSeats(ALL_SEATS, kept);
  return bestSeats({ count, taken, beside: friends });
}

/** The event that opens the share sheet with the link to the shared seats. */
export function linkToShare({ screening, startsAt, zone, shareCode = '' }: HallContext) {
  const time = timeInZone(screening.time, startsAt, zone);
  const link = { kind: 'kept', screening: { ...screening, time }, path: sharePath(screening, shareCode) } as const;
  return { type: 'link.share', id: shareCode, link } as const;
}
