import { isOldEnough } from '#domain/age.ts';
import type { Booking } from '#contract/booking.ts';
import { isFull } from '#domain/seats.ts';
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
