/** Seats in the hall, numbered 1 to 64 (section 9). */
export const SEATS_IN_HALL = 64;

/** Most seats one purchase may hold (sections 5 and 9). */
export const MAXIMUM_SEATS = 6;

/** True for a whole number from 1 to 64. */
export function isSeatNumber(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= SEATS_IN_HALL;
}

/** Whether one purchase may hold so many seats: a whole number from 1 (section 5). */
export function isSeatCount(count: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= MAXIMUM_SEATS;
}

/** Whether as many seats are chosen as one purchase may hold (section 4). */
export function isFull(selected: readonly number[]): boolean {
  return selected.length >= MAXIMUM_SEATS;
}

/** Whether a seat may join the selection: free, not chosen yet, and with room for one more (section 4). */
export function canSelectSeat(seatNumber: number, selected: readonly number[], booked: readonly number[]): boolean {
  return (
    isSeatNumber(seatNumber) && !isFull(selected) && !selected.includes(seatNumber) && !booked.includes(seatNumber)
  );
}

/** Whether a set of seats may be bought at once: distinct seats of the hall, at least one, no more than a purchase may hold (section 5). */
export function isSeatSelection(seatNumbers: readonly number[]): boolean {
  return (
    isSeatCount(seatNumbers.length) &&
    seatNumbers.every(isSeatNumber) &&
    new Set(seatNumbers).size === seatNumbers.length
  );
}

/** Seat numbers in ascending order, as a new list. */
export function sortSeats(seatNumbers: readonly number[]): number[] {
  return seatNumbers.toSorted((a, b) => a - b);
}
