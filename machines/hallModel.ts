import type { Movie } from '#contract/movie.ts';
import { bestSeats, freeSeats } from '#domain/bestSeats.ts';
import { bookingOf, screeningOf } from '#domain/booking.ts';
import { checkBalance } from '#domain/checkBalance.ts';
import type { Failure } from '#domain/failure.ts';
import { keptSeats, sharedSeats, soldSeats, unavailableSeats, type Hall } from '#domain/hall.ts';
import { purchaseTotal } from '#domain/purchase.ts';
import { isSeatCount, SEATS_IN_HALL, seatsInBoth, seatsWithout } from '#domain/seats.ts';
import { sharePath } from '#domain/sharedSeats.ts';
import { isSameScreening, type Screening } from '#domain/showtimes.ts';
import { timeInZone } from '#domain/zones.ts';
import { isRunning, type CommandProgress } from './commandProgress.ts';

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
  /** A purchase of this screening that is running when the hall opens. */
  readonly purchase: Purchase | undefined;
  /** The sold seats when the visitor left the hall to which Back or Forward returns. They show until the feed reports. */
  readonly left: readonly number[] | undefined;
}

export type Purchase = CommandProgress<'purchase'>;

/** The hall of one screening as the page knows it, and the user's selection and purchase there. */
export interface HallContext extends Hall, HallInput {
  /** The seats that the last suggestion selected. */
  readonly suggested: readonly number[];
  /** The user whose selection it is; after signing out, the last one. */
  readonly userId: string | undefined;
  /** The user's last purchase, of any screening. */
  readonly purchase: Purchase | undefined;
  readonly failure: Failure | undefined;
}

const ALL_SEATS = Array.from({ length: SEATS_IN_HALL }, (_, index) => index + 1);

/** The user's purchase, and its seats while it is running in this hall. */
export function withPurchase(screening: Screening, purchase: Purchase | undefined) {
  return { purchase, inPurchase: isRunning(purchase) ? seatsBoughtHere(screening, purchase) : [] };
}

/** The seats of a purchase if it is one of this screening. */
export function seatsBoughtHere(screening: Screening, purchase: Purchase | undefined): readonly number[] {
  const isHere = purchase !== undefined && isSameScreening(screeningOf(purchase.booking), screening);
  return isHere ? purchase.booking.seatNumbers : [];
}

/** The command that would start if the user confirmed now. */
export function purchaseNow(context: HallContext) {
  const { beside, movie, screening, selected, shareCode } = context;
  const booking = bookingOf(screening.title, movie, screening, selected);
  const isShared = shareCode !== undefined && sharedSeats(context) !== undefined;
  return {
    kind: 'purchase',
    booking: isShared ? { ...booking, shareCode } : booking,
    movieId: movie.id,
    beside,
  } as const;
}

/** The price of the selected seats, in rupiah. */
export function totalOf({ movie, selected }: HallContext): number {
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
export function canSuggest(context: HallContext, count: number): boolean {
  return isSeatCount(count) && freeSeats(unavailableSeats(context)).length >= count;
}

/** The best `count` free seats: kept ones if enough are kept, else beside friends if there are any; undefined if fewer are free. */
export function suggestion(context: HallContext, count: number): readonly number[] | undefined {
  const sold = soldSeats(context);
  const kept = seatsWithout(keptSeats(context), sold);
  const unwanted = kept.length < count ? unavailableSeats(context) : seatsWithout(ALL_SEATS, kept);
  return bestSeats({ count, taken: unwanted, beside: seatsInBoth(context.beside, sold) });
}

/** The event that opens the share sheet with the link to the shared seats. */
export function linkToShare({ screening, startsAt, zone, shareCode = '' }: HallContext) {
  const time = timeInZone(screening.time, startsAt, zone);
  const link = { kind: 'kept', screening: { ...screening, time }, path: sharePath(screening, shareCode) } as const;
  return { type: 'link.share', id: shareCode, link } as const;
}

/** The code of shared seats, whose mark still has to be computed. */
export function withCode(shareCode: string | undefined) {
  return { shareCode, codeMark: undefined };
}
