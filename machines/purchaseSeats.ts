import { sortSeats } from '#domain/seats.ts';
import { isSameScreening, type Screening } from '#domain/showtimes.ts';
import type { CommandProgress } from './commandProgress.ts';

export type Purchase = CommandProgress<'purchase'>;

/** The screening of a purchase. */
function screeningOf({ booking }: Purchase): Screening {
  return { title: booking.movieTitle, date: booking.showtimeDate, time: booking.showtimeTime };
}

/** The seats that nobody can choose: those sold, and those that this purchase has bought or, while it runs, may have. */
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

/** The seats chosen for a screening, as the tab keeps them. */
export type SeatChoice = { readonly screening: Screening | undefined; readonly selected: readonly number[] };

/** The seats of a refused purchase are kept for their screening, which may not be the one on view. */
export function choiceOf(purchase: Purchase): SeatChoice {
  return { screening: screeningOf(purchase), selected: purchase.booking.seatNumbers };
}
