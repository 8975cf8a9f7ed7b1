import { isOldEnough } from '#domain/age.ts';
import type { Booking } from '#contract/booking.ts';
import { endedShareTitle, invitationTitle, sharedTitle } from '#domain/calendar.ts';
import { chosenMessage } from '#domain/seatNames.ts';
import { mergeSeats } from '#domain/selection.ts';
import { isShowtimeOpen, startIn } from '#domain/schedule.ts';
import { SHARE_ENDED } from '#domain/sharedSeats.ts';
import { isFull, SEATS_IN_HALL } from '#domain/seats.ts';
import {
  type BookingContext,
  bookingNow,
  hasSharedSeats,
  heldByOthers,
  isAllPaid,
  isHoldOf,
  keptSeats,
  seatsToHold,
  selectBalanceCheck,
  takenSeats,
  unavailableSeats,
} from './bookingModel.ts';
import type { RunningHold } from './holdMachine.ts';
import type { BookingSnapshot } from './bookingMachine.ts';
import type { RunningShare } from './sharedHoldMachine.ts';
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

/**
 * The user's hold if it has all selected seats that are not shared; undefined while a purchase is running, when it no longer matters.
 */
export function selectHold(snapshot: BookingSnapshot): RunningHold | undefined {
  const { context } = snapshot;
  return isHoldOf(seatsToHold(context), context.hold) && !snapshot.hasTag('buying') ? context.hold : undefined;
}

/** The seats that are held for the user and for friends. */
export function selectKept({ context }: WithContext): readonly number[] {
  return keptSeats(context);
}

/** The seats that the user or a friend shares here; undefined while a purchase is running. */
export function selectShare(snapshot: BookingSnapshot): RunningShare | undefined {
  const { share } = snapshot.context;
  return share === 'awaited' || snapshot.hasTag('buying') ? undefined : share;
}

/** The shared seats if some of them are selected. */
export function selectSharedChoice(snapshot: BookingSnapshot): RunningShare | undefined {
  return hasSharedSeats(snapshot.context) ? selectShare(snapshot) : undefined;
}

/** Whether the user is the one who shares the seats, and some of them are not paid for. */
export function selectIsSharer({ context: { ownCode, together, share } }: WithContext): boolean {
  return ownCode !== undefined && ownCode === together && !isAllPaid(share);
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

/** Whether film, seats and shared seats are loaded or could not be loaded. */
export function isSettled(snapshot: BookingSnapshot): boolean {
  const isLoading = snapshot.matches('loadingMovie') || snapshot.matches({ choosing: 'loadingSeats' });
  return !isLoading && !(snapshot.hasTag('seats') && snapshot.context.share === 'awaited');
}

/** The sold seats of friends; while the seats are loading, all friends' seats in the URL. */
export function selectFriends(snapshot: BookingSnapshot): readonly number[] {
  const { beside } = snapshot.context;
  if (!snapshot.hasTag('seats')) return beside;
  const taken = selectTaken(snapshot);
  return beside.filter((seat) => taken.includes(seat));
}

/** The seats that the hall marks as those of friends: the ones in the URL, and shared ones that have been paid for. */
export function selectMarkedFriends(snapshot: BookingSnapshot): readonly number[] {
  return mergeSeats(selectFriends(snapshot), selectShare(snapshot)?.paid ?? []);
}

/** How many seats can be selected. */
export function selectFreeCount(snapshot: BookingSnapshot): number {
  return SEATS_IN_HALL - unavailableSeats(snapshot.context).length;
}

/** The announcement of a suggestion; empty once the selection differs. */
export function selectSuggested({ context: { suggested, selected } }: WithContext): string {
  return suggested.length > 0 && suggested.join() === selected.join() ? chosenMessage(suggested) : '';
}

/** The page title for an invitation, for shared seats and after their end; undefined at a showtime that is not on sale. */
export function selectInvitation({ context }: WithContext): string | undefined {
  const { showtime, title, offer } = context;
  const titleAt = invitedTitle(context);
  if (titleAt === undefined || !isShowtimeOpen(showtime, context)) return undefined;
  const startsAt = startIn(offer, { showtimeDate: showtime.date ?? '', showtimeTime: showtime.time ?? '' });
  return startsAt === undefined ? undefined : titleAt(title, new Date(startsAt).toISOString(), offer.zone);
}

function invitedTitle({ beside, share, failure }: BookingContext) {
  if (share !== undefined && share !== 'awaited') return sharedTitle;
  if (failure?.code === SHARE_ENDED) return endedShareTitle;
  return beside.length > 0 ? invitationTitle : undefined;
}
