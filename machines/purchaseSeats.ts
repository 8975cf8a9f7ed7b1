import { sortSeats } from '#domain/seats.ts';
import { isSameScreening, type Screening } from '#domain/showtimes.ts';
import type { CommandProgress } from './commandProgress.ts';

export type Purchase = CommandProgress<'purchase'>;

/** The screening of a purchase. */
function screeningOf({ booking }: Purchase): Screening {
  return { title: booking.movieTitle, date: booking.showtimeDate, time: booking.showtimeTime };
}

/** The seats that cannot be selected: sold ones, and those of the user's own purchase unless it was refused. */
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
  const isNothing = purchase.status === 'refused' || purchase.status === 'left';
  return isNothing ? booked : sortSeats([...new Set([...booked, ...purchase.booking.seatNumbers])]);
}

/** The selected seats of a screening, as the tab saves them. */
export type SeatChoice = { readonly screening: Screening | undefined; readonly selected: readonly number[] };

/** The seats of a refused purchase with their screening, which may not be the one on the screen. */
export function choiceOf(purchase: Purchase): SeatChoice {
  return { screening: screeningOf(purchase), selected: purchase.booking.seatNumbers };
}
