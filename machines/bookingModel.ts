import { checkBalance } from '#domain/checkBalance.ts';
import { purchaseTotal } from '#domain/purchase.ts';
import { bestSeats, freeSeats } from '#domain/bestSeats.ts';
import { bookingOf, canBuy } from '#domain/booking.ts';
import type { Failure } from '#domain/failure.ts';
import { isSeatCount, MINIMUM_SHARED_SEATS, SEATS_IN_HALL } from '#domain/seats.ts';
import { mergeSeats, withoutSeats } from '#domain/selection.ts';
import { differsFrom, isShowtimeOpen, withDate, type CinemaClock, type ScheduleChoice } from '#domain/schedule.ts';
import { sharePath } from '#domain/sharedSeats.ts';
import { type Screening, isSameScreening } from '#domain/showtimes.ts';
import type { Booking } from '#contract/booking.ts';
import type { Movie } from '#contract/movie.ts';
import { type CommandProgress, findCommand } from './commandProgress.ts';
import { offerAt } from '#domain/calendar.ts';
import { actorOf } from './actors.ts';
import type { RunningHold } from './holdMachine.ts';
import type { RunningShare } from './sharedHoldMachine.ts';
import { environmentOf, type LeftHall, type SeatReport, type System } from './environment.ts';

/** The facts about the signed-in user that a purchase needs: age in years, balance in rupiah. */
export type Viewer = { readonly age: number; readonly balance: number };

/** The sold and held seats of a screening, and the seats that this tab saved for it. */
export type LoadedSeats = SeatReport & { readonly saved: readonly number[] };

export type BookingInput = CinemaClock & {
  readonly title: string;
  /** The film, if the list of films is loaded. */
  readonly movie: Movie | undefined;
  /** A purchase that is already running when the page opens. */
  readonly purchase: Purchase | undefined;
  /** The seats of a page that Back or Forward reopens. Undefined if they cannot show at once, such as after the sale has closed. */
  readonly left?: LeftHall | undefined;
};

/** The showtime in the URL, the seats of friends, and the code of seats that are shared with friends. */
export interface ShowtimeAddress {
  readonly showtime: ScheduleChoice;
  readonly beside: readonly number[];
  readonly together: string | undefined;
}

/**
 * The data of a film's page. Seats are `booked` (sold), `held` (by anybody), kept (shared with this user) or free; `takenSeats` adds
 * those of the own purchase to the sold ones, and `unavailableSeats` are all that cannot be selected.
 */
export type BookingContext = BookingInput & {
  /** The date and time in the URL; both may be missing. */
  showtime: ScheduleChoice;
  /** The seats of friends, from the URL. */
  beside: readonly number[];
  /** The code of shared seats, from the URL. */
  together: string | undefined;
  /** The showtime for which the URL named the seats of friends or a code; undefined without an invitation. */
  invitedShowtime: ScheduleChoice | undefined;
  /** The seats that the last suggestion selected. */
  suggested: readonly number[];
  /** The screening whose seats are on the page or being fetched. */
  screening: Screening | undefined;
  /** The sold seats of the screening. */
  booked: readonly number[];
  /** The seats that a user holds; the user's own hold is among them. */
  held: readonly number[];
  /** The user's hold of seats of this screening. */
  hold: RunningHold | undefined;
  /** The seats that are shared under the code; `awaited` until the server has been asked. */
  share: RunningShare | 'awaited' | undefined;
  /** The code under which the user shares seats of this screening. */
  ownCode: string | undefined;
  selected: readonly number[];
  viewer: Viewer | undefined;
  /** The session is still being restored. */
  isViewerAwaited: boolean;
  failure: Failure | undefined;
};

type WithContext = { readonly context: BookingContext };

const ALL_SEATS = Array.from({ length: SEATS_IN_HALL }, (_, index) => index + 1);

/** The booking that the server would receive if the user confirmed now. */
export function bookingNow({ title, movie, showtime, selected, share, together }: BookingContext): Booking {
  const booking = bookingOf(title, movie, showtime, selected);
  return share === undefined || together === undefined ? booking : { ...booking, holdCode: together };
}

/** The command that would start if the user confirmed now. */
export function purchaseNow(context: BookingContext) {
  return {
    kind: 'purchase',
    booking: bookingNow(context),
    movieId: context.movie?.id ?? 0,
    beside: context.beside,
  } as const;
}

/** The screening in the URL. */
export function screeningAt({ title, showtime }: BookingContext): Screening {
  return { title, date: showtime.date ?? '', time: showtime.time ?? '' };
}

/** The price of the selected seats, in rupiah. */
export function selectTotal({ context }: WithContext): number {
  return purchaseTotal(context.movie?.ticket_price ?? 0, context.selected.length);
}

/** The buy dialog's line about the balance; undefined without a user (section 2). */
export function selectBalanceCheck({ context }: WithContext) {
  return context.viewer && checkBalance(context.viewer.balance, selectTotal({ context }), context.selected.length);
}

/** How many rupiah are missing; 0 if the balance suffices. */
export function selectWant(snapshot: WithContext): { readonly shortfall: number } {
  const balanceCheck = selectBalanceCheck(snapshot);
  return { shortfall: balanceCheck?.kind === 'notEnough' ? balanceCheck.shortfall : 0 };
}

/** The URL's choice after another date is chosen. The time stays if it is on sale on that date. */
export function addressAtDate(context: BookingContext, { date }: { readonly date: string }): ShowtimeAddress {
  return addressAt(context, withDate(context.showtime, date, context));
}

/** The URL's choice after another time is chosen. */
export function addressAtTime(context: BookingContext, { time }: { readonly time: string }): ShowtimeAddress {
  return addressAt(context, { ...context.showtime, time });
}

/** The seats of friends and a code stay in the URL until both date and time of another showtime are chosen. */
function addressAt({ beside, together, invitedShowtime }: BookingContext, showtime: ScheduleChoice): ShowtimeAddress {
  const stays = showtime.time === undefined || !differsFrom(showtime, invitedShowtime);
  return stays ? { showtime, beside, together } : { showtime, beside: [], together: undefined };
}

/** Whether `count` seats are free and fit into one purchase. Views call it on every change, so it does not search for the best. */
export function canSuggest(context: BookingContext, count: number): boolean {
  return isSeatCount(count) && freeSeats(unavailableSeats(context)).length >= count;
}

/** The best `count` free seats: kept ones if enough are kept, else beside friends if there are any; undefined if fewer are free. */
export function suggestion(context: BookingContext, count: number): readonly number[] | undefined {
  const friends = context.beside.filter((seat) => takenSeats(context).includes(seat));
  const kept = withoutSeats(keptSeats(context), takenSeats(context));
  const taken = kept.length < count ? unavailableSeats(context) : withoutSeats(ALL_SEATS, kept);
  return bestSeats({ count, taken, beside: friends });
}

export type Purchase = CommandProgress<'purchase'>;

/** The screening of a purchase. */
function screeningOf({ booking }: Purchase): Screening {
  return { title: booking.movieTitle, date: booking.showtimeDate, time: booking.showtimeTime };
}

/** The sold seats, and those of the user's own purchase unless it was refused. */
export function takenSeats({
  booked,
  screening,
  purchase,
}: {
  readonly booked: readonly number[];
  readonly screening: Screening | undefined;
  readonly purchase: Purchase | undefined;
}): readonly number[] {
  if (screening === undefined || purchase === undefined || !isSameScreening(screening, screeningOf(purchase))) {
    return booked;
  }
  const hasFailed = purchase.status === 'refused' || purchase.status === 'left';
  return hasFailed ? booked : mergeSeats(booked, purchase.booking.seatNumbers);
}

/** The seats that are held for the user and for friends. */
export function keptSeats({ share }: Pick<BookingContext, 'share'>): readonly number[] {
  return share === undefined || share === 'awaited' ? [] : share.seatNumbers;
}

/** The selected seats that only a hold of the user can keep, because they are not shared. */
export function seatsToHold(context: Pick<BookingContext, 'selected' | 'share'>): readonly number[] {
  return withoutSeats(context.selected, keptSeats(context));
}

/** Whether the selection has shared seats. */
export function hasSharedSeats(context: Pick<BookingContext, 'selected' | 'share'>): boolean {
  return seatsToHold(context).length < context.selected.length;
}

/** Whether there are seats to hold, and all of them are held for the user. */
export function isHoldOf(seatNumbers: readonly number[], hold: RunningHold | undefined): boolean {
  return hold !== undefined && seatNumbers.length > 0 && seatNumbers.every((seat) => hold.seatNumbers.includes(seat));
}

/** The seats that other users hold. */
export function heldByOthers({
  held,
  hold,
  share,
}: Pick<BookingContext, 'held' | 'hold' | 'share'>): readonly number[] {
  const own = mergeSeats(hold?.seatNumbers ?? [], keptSeats({ share }));
  return own.length === 0 ? held : withoutSeats(held, own);
}

/** The state of shared seats before the server has been asked: `awaited`, or undefined without a code. */
export function awaitedShare(code: string | undefined): 'awaited' | undefined {
  return code === undefined ? undefined : 'awaited';
}

/** The event that opens the share sheet with the link to the shared seats. */
export function linkToShare(context: BookingContext) {
  const { together = '' } = context;
  const screening = screeningAt(context);
  const title = `Seats kept for you: ${screening.title}, ${screening.date}, ${screening.time}`;
  return { type: 'link.share', id: together, link: { title, path: sharePath(screening, together) } } as const;
}

/** Whether the user may share the selected seats with friends: not while seats are shared here that somebody still has to pay for. */
export function canShare(context: BookingContext): boolean {
  const { selected, share, ownCode } = context;
  const isNothingShared = share === undefined ? ownCode === undefined : isAllPaid(share);
  return canBuy(context) && selected.length >= MINIMUM_SHARED_SEATS && isNothingShared;
}

/** Whether all shared seats have been paid for. A friend who cancels makes it false again. */
export function isAllPaid(share: BookingContext['share']): boolean {
  return share !== undefined && share !== 'awaited' && share.seatNumbers.length === 0;
}

/** Whether a balance covers the price of the selected seats. */
export function canPay(context: BookingContext, viewer: Viewer | undefined): boolean {
  return viewer !== undefined && viewer.balance >= selectTotal({ context });
}

/** The seats that cannot be selected: taken ones, and those that other users hold. */
export function unavailableSeats(context: BookingContext): readonly number[] {
  return mergeSeats(takenSeats(context), heldByOthers(context));
}

/** The selected seats of a screening, as the tab saves them. */
export type SeatChoice = { readonly screening: Screening | undefined; readonly selected: readonly number[] };

/** The seats of a refused purchase and their screening. The page may show another screening by then. */
export function choiceOf(purchase: Purchase): SeatChoice {
  return { screening: screeningOf(purchase), selected: purchase.booking.seatNumbers };
}

/** Input of a film's page. Reads the clock, the loaded films and the running purchase from the system. */
export function bookingInput(system: System, title: string, left?: LeftHall): BookingInput {
  const { clock } = environmentOf(system);
  const now = clock.now();
  const { movies } = actorOf(system, 'movies').getSnapshot().context;
  const movie = movies.find((each) => each.title === title);
  const offer = offerAt(now, clock.zone);
  const purchase = findCommand(system, 'purchase');
  const isOpen = left !== undefined && isShowtimeOpen(left.screening, { now, offer });
  const isReady = isOpen && movie !== undefined && purchase === undefined;
  return { title, movie, now, offer, purchase, left: isReady ? left : undefined };
}
