import { isOldEnough } from '#domain/age.ts';
import type { Booking } from '#contract/booking.ts';
import { invitationTitle } from '#domain/calendar.ts';
import { chosenMessage } from '#domain/seatNames.ts';
import { isShowtimeOpen, startIn } from '#domain/schedule.ts';
import { isFull, SEATS_IN_HALL } from '#domain/seats.ts';
import { type BookingContext, bookingNow, selectBalanceCheck } from './bookingContext.ts';
import type { BookingSnapshot } from './bookingMachine.ts';
import { dialogStatus, type DialogStatus } from './commandProgress.ts';
import { takenSeats } from './purchaseSeats.ts';

type WithContext = { readonly context: BookingContext };

/** The booking in the buy dialog: the one being bought, else the seats chosen as they would be bought now. */
export function selectReviewed(snapshot: BookingSnapshot): Booking {
  const { purchase } = snapshot.context;
  const isBuying = snapshot.hasTag('buying') && purchase !== undefined;
  return isBuying ? purchase.booking : bookingNow(snapshot.context);
}

/** The seats that the hall shows as taken; those in the dialog stay chosen until their purchase is known. */
export function selectTaken(snapshot: BookingSnapshot): readonly number[] {
  return snapshot.hasTag('buying') ? snapshot.context.booked : takenSeats(snapshot.context);
}

/** Whether no other seat can be chosen before one is given back (section 4). */
export function selectIsFull({ context }: WithContext): boolean {
  return isFull(context.selected);
}

/** Whether the visitor is signed in; awaited until the cinema has said so. */
export function selectVisitor({ context: { viewer, isViewerAwaited } }: WithContext) {
  if (viewer !== undefined) return 'signedIn';
  return isViewerAwaited ? 'awaited' : 'signedOut';
}

/** Whether a user is there who is not older than the film's rating (section 2). */
export function selectTooYoung({ context: { movie, viewer } }: WithContext): boolean {
  return movie !== undefined && viewer !== undefined && !isOldEnough(viewer.age, movie.age_rating);
}

/** How far the buy dialog is. */
export function selectStatus(snapshot: BookingSnapshot): DialogStatus {
  return dialogStatus(snapshot.hasTag('buying'), snapshot.context.purchase);
}

/** Why the buy dialog could not do what was asked, or has no answer yet; not what the verdict says already. */
export function selectFailure(snapshot: BookingSnapshot): string | undefined {
  const { purchase, failure } = snapshot.context;
  const shown = snapshot.hasTag('buying') ? purchase?.failure : failure;
  const isSaid = shown?.code === 'not_enough_balance' && selectBalanceCheck(snapshot)?.kind === 'notEnough';
  return isSaid ? undefined : shown?.message;
}

/** Whether what the address asks for has come, or cannot be had. */
export function isSettled(snapshot: BookingSnapshot): boolean {
  return !snapshot.matches('loadingMovie') && !snapshot.matches({ choosing: 'loadingSeats' });
}

/** The sold seats of friends; while the hall is loaded those that the address names. */
export function selectFriends(snapshot: BookingSnapshot): readonly number[] {
  const { beside } = snapshot.context;
  if (!snapshot.hasTag('seats')) return beside;
  const taken = selectTaken(snapshot);
  return beside.filter((seat) => taken.includes(seat));
}

/** How many seats can be chosen. */
export function selectFreeCount(snapshot: BookingSnapshot): number {
  return SEATS_IN_HALL - takenSeats(snapshot.context).length;
}

/** The announcement of a suggestion, until something else is chosen; empty without one. */
export function selectSuggested({ context: { suggested, selected } }: WithContext): string {
  return suggested.length > 0 && suggested.join() === selected.join() ? chosenMessage(suggested) : '';
}

/** The title of an invitation that leads here; undefined without friends at a showtime on sale. */
export function selectInvitation({ context }: WithContext): string | undefined {
  const { beside, showtime, title, offer } = context;
  if (beside.length === 0 || !isShowtimeOpen(showtime, context)) return undefined;
  const startsAt = startIn(offer, { showtimeDate: showtime.date ?? '', showtimeTime: showtime.time ?? '' });
  return startsAt === undefined ? undefined : invitationTitle(title, new Date(startsAt).toISOString(), offer.zone);
}
