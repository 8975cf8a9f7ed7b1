/** Seats in the hall, numbered 1 to 64 (section 9). */
export const SEATS_IN_HALL = 64;

/** Maximum number of seats in one purchase (sections 5 and 9). */
export const MAXIMUM_SEATS = 6;

/** Minimum number of seats that can be shared with friends. */
export const MINIMUM_SHARED_SEATS = 2;

/** Whether a number is a seat of the hall: a whole number from 1 to 64. */
export function isSeatNumber(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= SEATS_IN_HALL;
}

/** Whether one purchase may have this number of seats: a whole number from 1 to `MAXIMUM_SEATS` (section 5). */
export function isSeatCount(count: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= MAXIMUM_SEATS;
}

/** Whether the selection has `MAXIMUM_SEATS` seats (section 4). */
export function isFull(selected: readonly number[]): boolean {
  return selected.length >= MAXIMUM_SEATS;
}

/** Whether a seat may be added to the selection: it is free, not selected yet, and the selection is not full (section 4). */
export function canSelectSeat(seatNumber: number, selected: readonly number[], booked: readonly number[]): boolean {
  return (
    isSeatNumber(seatNumber) && !isFull(selected) && !selected.includes(seatNumber) && !booked.includes(seatNumber)
  );
}

/** Whether one purchase may have these seats: 1 to `MAXIMUM_SEATS` different seats of the hall (section 5). */
export function isSeatSelection(seatNumbers: readonly number[]): boolean {
  return (
    isSeatCount(seatNumbers.length) &&
    seatNumbers.every(isSeatNumber) &&
    new Set(seatNumbers).size === seatNumbers.length
  );
}

/** Seat numbers in ascending order, as a new array. */
export function sortSeats(seatNumbers: readonly number[]): number[] {
  return seatNumbers.toSorted((a, b) => a - b);
}

/** The seats of either list, ascending and without duplicates. */
export function seatsOfEither(one: readonly number[], other: readonly number[]): number[] {
  return sortSeats([...new Set([...one, ...other])]);
}

/** The seats of the first list that are not in the second one, in their order. */
export function seatsWithout(seatNumbers: readonly number[], others: readonly number[]): number[] {
  return seatNumbers.filter((seat) => !others.includes(seat));
}

/** The seats of the first list that are in the second one, too, in their order. */
export function seatsInBoth(seatNumbers: readonly number[], others: readonly number[]): number[] {
  return seatNumbers.filter((seat) => others.includes(seat));
}
