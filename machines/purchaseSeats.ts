import { sortSeats } from '#domain/seats.ts';
import type { Screening } from '#domain/showtimes.ts';
import type { Standing } from './intentStage.ts';

export type Purchase = Standing<'purchase'>;

/** The seats of a purchase and what they are for, as the page had handed them over. */
export function seatsOf(purchase: Purchase | undefined): {
  readonly screening: Screening | undefined;
  readonly selected: readonly number[];
} {
  if (purchase === undefined) return { screening: undefined, selected: [] };
  const { movieTitle, showtimeDate, showtimeTime, seatNumbers } = purchase.booking;
  return { screening: { title: movieTitle, date: showtimeDate, time: showtimeTime }, selected: seatNumbers };
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
  const bought = seatsOf(purchase);
  const isHere = isSameScreening(bought.screening, screening);
  const isNothing = purchase?.stage === 'refused' || purchase?.stage === 'left';
  return isHere && !isNothing ? sortSeats([...new Set([...booked, ...bought.selected])]) : booked;
}

function isSameScreening(one: Screening | undefined, other: Screening | undefined): boolean {
  return one?.title === other?.title && one?.date === other?.date && one?.time === other?.time;
}
