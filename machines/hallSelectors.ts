import type { Booking } from '#contract/booking.ts';
import {
  hasSharedSeats,
  isAllPaid,
  isHeldForUser,
  keptSeats,
  ownHold,
  seatsOfOthers,
  sharedSeats,
  soldSeats,
  unavailableSeats,
  type SharedSeats,
} from '#domain/hall.ts';
import { isFull, SEATS_IN_HALL, seatsInBoth, seatsOfEither, seatsWithout } from '#domain/seats.ts';
import type { HallSnapshot } from './hallMachine.ts';
import { purchaseNow, type HallContext } from './hallModel.ts';

type WithContext = { readonly context: HallContext };

/** The booking in the buy dialog: that of the running purchase, else that of the selected seats. */
export function selectReviewed(snapshot: HallSnapshot): Booking {
  const { purchase } = snapshot.context;
  const isBuying = snapshot.hasTag('buying') && purchase !== undefined;
  return isBuying ? purchase.booking : purchaseNow(snapshot.context).booking;
}

/** The seats that the hall shows as sold. The seats in the dialog stay selected until the outcome of their purchase is known. */
export function selectSold(snapshot: HallSnapshot): readonly number[] {
  const { context } = snapshot;
  const sold = soldSeats(context);
  return snapshot.hasTag('buying') ? seatsWithout(sold, context.selected) : sold;
}

/** The seats that the hall shows as held by others. */
export function selectHeldByOthers({ context }: WithContext): readonly number[] {
  return seatsOfOthers(context);
}

/** The seats that the hall shows as held for the user and for friends. */
export function selectKept({ context }: WithContext): readonly number[] {
  return context.wish === 'stop' ? [] : keptSeats(context);
}

/** Whether the user holds all selected seats that are not shared. False while a purchase is running, when it no longer matters. */
export function selectIsHeld({ context }: WithContext): boolean {
  return isHeldForUser(context);
}

/** The seats that the user or a friend shares here; undefined while a purchase is running, and after *Stop sharing*. */
export function selectShare(snapshot: HallSnapshot): SharedSeats | undefined {
  const { context } = snapshot;
  return snapshot.hasTag('buying') || context.wish === 'stop' ? undefined : sharedSeats(context);
}

/** The shared seats if some of them are selected. */
export function selectSharedChoice(snapshot: HallSnapshot): SharedSeats | undefined {
  return hasSharedSeats(snapshot.context) ? selectShare(snapshot) : undefined;
}

/** Whether the user is the one who shares the seats, and some of them are not paid for. */
export function selectIsSharer({ context }: WithContext): boolean {
  const share = sharedSeats(context);
  return share !== undefined && !isAllPaid(share) && share.id === ownHold(context)?.id;
}

/** Whether the selection has the maximum number of seats. */
export function selectIsFull({ context }: WithContext): boolean {
  return isFull(context.selected);
}

/** The sold seats of friends. */
export function selectFriends(snapshot: HallSnapshot): readonly number[] {
  const { beside } = snapshot.context;
  return snapshot.hasTag('seats') ? seatsInBoth(beside, selectSold(snapshot)) : beside;
}

/** The seats that the hall marks as those of friends: the ones in the URL, and shared ones that have been paid for. */
export function selectMarkedFriends(snapshot: HallSnapshot): readonly number[] {
  return seatsOfEither(selectFriends(snapshot), selectShare(snapshot)?.paid ?? []);
}

/** How many seats can be selected. */
export function selectFreeCount({ context }: WithContext): number {
  return SEATS_IN_HALL - unavailableSeats(context).length;
}

/** The suggested seats; empty once the selection differs. */
export function selectSuggested({ context: { suggested, selected } }: WithContext): readonly number[] {
  return suggested.join() === selected.join() ? suggested : [];
}
