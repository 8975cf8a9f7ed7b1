import { isOldEnough } from '#domain/age.ts';
import type { Booking } from '#contract/booking.ts';
import { invitationTitle } from '#domain/calendar.ts';
import { chosenMessage } from '#domain/seatNames.ts';
import { isShowtimeOpen, startIn } from '#domain/schedule.ts';
import { isFull, SEATS_IN_HALL } from '#domain/seats.ts';
import {
  type BookingContext,
  bookingNow,
  heldByOthers,
  isHoldOf,
  selectBalanceCheck,
  takenSeats,
  unavailableSeats,
} from './bookingModel.ts';
import type { RunningHold } from './holdMachine.ts';
import type { BookingSnapshot } from './bookingMachine.ts';
import { dialogStatus, type DialogStatus } from './commandProgress.ts';

type WithContext = { readonly context: BookingContext };

/** The booking in the buy dialog: that of the running purchase, else that of the selected seats. */
export function selectReviewed(snapshot: BookingSnapshot): Booking {
  const { purchase } = snapshot.context;
  const isBuying = snapshot.hasTag('buying') && purchase !== undefined;
  return isBuying ? purchase.booking : bookingNow(snapshot.context);
}

/** The seats that the hall shows as booked. The seats in the dialog stay selected until the outcome of their purchase is known. */
export function selectTaken(snapshot: BookingSnapshot): readonly number[] {
  return snapshot.hasTag('buying') ? snapshot.context.booked : takenSeats(snapshot.context);
}

/** The seats that the hall shows as held by others. */
export function selectHeldByOthers({ context }: WithContext): readonly number[] {
  return heldByOthers(context);
}

/** The user's hold if it has all selected seats; undefined while a purchase is running, when it no longer matters. */
export function selectHold(snapshot: BookingSnapshot): RunningHold | undefined {
  const { hold, selected } = snapshot.context;
  return isHoldOf(selected, hold) && !snapshot.hasTag('buying') ? hold : undefined;
}

/** Whether the selection has the maximum number of seats (section 4). */
export function selectIsFull({ context }: WithContext): boolean {
  return isFull(context.selected);
}

/** Whether the visitor is signed in; `awaited` while the session is being restored. */
export function selectVisitor({ context: { viewer, isViewerAwaited } }: WithContext) {
  if (viewer !== undefined) return 'signedIn';
  return isViewerAwaited ? 'awaited' : 'signedOut';
}

/** Whether the signed-in user is not older than the film's rating (section 2). */
export function selectTooYoung({ context: { movie, viewer } }: WithContext): boolean {
  return movie !== undefined && viewer !== undefined && !isOldEnough(viewer.age, movie.age_rating);
}

/** The buy dialog's status. */
export function selectStatus(snapshot: BookingSnapshot): DialogStatus {
  return dialogStatus(snapshot.hasTag('buying'), snapshot.context.purchase);
}

/** The error message in the buy dialog; undefined if the line about the balance says the same. */
export function selectFailure(snapshot: BookingSnapshot): string | undefined {
  const { purchase, failure } = snapshot.context;
  const shown = snapshot.hasTag('buying') ? purchase?.failure : failure;
  const isSaid = shown?.code === 'not_enough_balance' && selectBalanceCheck(snapshot)?.kind === 'notEnough';
  return isSaid ? undefined : shown?.message;
}

/** Whether film and seats are loaded or could not be loaded. */
export function isSettled(snapshot: BookingSnapshot): boolean {
  return !snapshot.matches('loadingMovie') && !snapshot.matches({ choosing: 'loadingSeats' });
}

/** The sold seats of friends; while the seats are loading, all friends' seats in the URL. */
export function selectFriends(snapshot: BookingSnapshot): readonly number[] {
  const { beside } = snapshot.context;
  if (!snapshot.hasTag('seats')) return beside;
  const taken = selectTaken(snapshot);
  return beside.filter((seat) => taken.includes(seat));
}

/** How many seats can be selected. */
export function selectFreeCount(snapshot: BookingSnapshot): number {
  return SEATS_IN_HALL - unavailableSeats(snapshot.context).length;
}

/** The announcement of a suggestion; empty once the selection differs. */
export function selectSuggested({ context: { suggested, selected } }: WithContext): string {
  return suggested.length > 0 && suggested.join() === selected.join() ? chosenMessage(suggested) : '';
}

/** The page title for an invitation; undefined without friends at a showtime on sale. */
export function selectInvitation({ context }: WithContext): string | undefined {
  const { beside, showtime, title, offer } = context;
  if (beside.length === 0 || !isShowtimeOpen(showtime, context)) return undefined;
  const startsAt = startIn(offer, { showtimeDate: showtime.date ?? '', showtimeTime: showtime.time ?? '' });
  return startsAt === undefined ? undefined : invitationTitle(title, new Date(startsAt).toISOString(), offer.zone);
}
