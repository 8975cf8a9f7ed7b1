import { SEATS_IN_HALL } from './seats.ts';
import { SEATS_PER_ROW, SEATS_PER_SIDE } from './seatNames.ts';

/** The occupied seats of a hall, input of the search for the best seats. */
export interface Hall {
  /** Sold seats. */
  readonly taken: readonly number[];
  /** The seats of friends, next to which the user wants to sit. */
  readonly beside: readonly number[];
}

/** Criteria of a good choice, the most important one first. Each returns a penalty: 0 when the seats meet it fully. */
const CRITERIA: readonly ((seats: readonly number[], hall: Hall) => number)[] = [
  // All in one row and side by side, otherwise in few rows near each other.
  (seats) => rowsOf(seats).length,
  (seats) => seats.filter((seat) => !seats.includes(seat + 1) || column(seat + 1) === 0).length,
  (seats) => extent(seats.map(row)),
  (seats) => extent(seats.map(column)),
  // Up to four seats do not cross the aisle.
  (seats) => (seats.length > SEATS_PER_SIDE ? 0 : seats.filter((seat) => crossesAisle(seat, seats)).length),
  // Directly beside friends, otherwise behind or in front of them, or across the aisle from them.
  (seats, { beside }) => fromFriends(seats, beside),
  // Near the middle of rows D and E.
  (seats) => sum(seats.map((seat) => fromMiddle(row(seat), SEATS_IN_HALL / SEATS_PER_ROW))),
  // No single free seat remains between taken seats, the aisle or a wall.
  (seats, { taken }) => singles([...taken, ...seats], rowsOf(seats)),
  // Near the centre line.
  (seats) => sum(seats.map((seat) => fromMiddle(column(seat), SEATS_PER_ROW))),
];

/**
 * The best `count` free seats of a hall, ascending; undefined when fewer are free. Of two equally good choices it returns the one
 * nearer to the screen, then the one further to the left.
 */
export function bestSeats({ count, ...hall }: Hall & { readonly count: number }): readonly number[] | undefined {
  const free = freeSeats(hall.taken);
  const rows = rowsOf(free).map((number) => free.filter((seat) => row(seat) === number));
  for (let inRows = 1; inRows <= rows.length; inRows += 1) {
    // Choices in fewer rows would have been found before.
    const choices = combinations(rows, inRows).flatMap((some) => combinations(some.flat(), count));
    const [first, ...others] = choices;
    if (first !== undefined) return others.reduce((best, seats) => (isBetter(seats, best, hall) ? seats : best), first);
  }
  return undefined;
}

/** The free seats of a hall, ascending. */
export function freeSeats(taken: readonly number[]): readonly number[] {
  return Array.from({ length: SEATS_IN_HALL }, (_, index) => index + 1).filter((seat) => !taken.includes(seat));
}

/** Whether `seats` is a better choice than `others`: the first criterion on which they differ decides. */
export function isBetter(seats: readonly number[], others: readonly number[], hall: Hall): boolean {
  for (const criterion of CRITERIA) {
    const difference = criterion(seats, hall) - criterion(others, hall);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** Every way to take `count` items of a list, in the order of the list. */
function combinations<Item>(items: readonly Item[], count: number): Item[][] {
  if (count === 0) return [[]];
  return items.flatMap((item, index) =>
    combinations(items.slice(index + 1), count - 1).map((others) => [item].concat(others)),
  );
}

function row(seat: number): number {
  return Math.floor((seat - 1) / SEATS_PER_ROW);
}

function column(seat: number): number {
  return (seat - 1) % SEATS_PER_ROW;
}

function rowsOf(seats: readonly number[]): number[] {
  return [...new Set(seats.map(row))];
}

function crossesAisle(seat: number, seats: readonly number[]): boolean {
  return column(seat) === SEATS_PER_SIDE - 1 && seats.includes(seat + 1);
}

function fromFriends(seats: readonly number[], friends: readonly number[]): number {
  const isNear = (isNeighbour: (seat: number, friend: number) => boolean) =>
    seats.some((seat) => friends.some((friend) => isNeighbour(seat, friend)));
  const isDirect = isNear((seat, friend) => isNextTo(seat, friend) && block(seat) === block(friend));
  if (isDirect) return 0;
  return isNear((seat, friend) => Math.abs(seat - friend) === SEATS_PER_ROW || isNextTo(seat, friend)) ? 1 : 2;
}

function isNextTo(seat: number, other: number): boolean {
  return Math.abs(seat - other) === 1 && row(seat) === row(other);
}

/** Counts the single free seats in these rows: both neighbours are a taken seat, the aisle or a wall. */
function singles(taken: readonly number[], rows: readonly number[]): number {
  const isTaken = (seat: number, from: number) => taken.includes(seat) || block(seat) !== block(from);
  return rows
    .flatMap((number) => Array.from({ length: SEATS_PER_ROW }, (_, index) => number * SEATS_PER_ROW + index + 1))
    .filter((seat) => !taken.includes(seat) && isTaken(seat - 1, seat) && isTaken(seat + 1, seat)).length;
}

/** The number of a half row, from the aisle to a wall. */
function block(seat: number): number {
  return Math.floor((seat - 1) / SEATS_PER_SIDE);
}

function fromMiddle(index: number, length: number): number {
  return Math.abs(2 * index - length + 1);
}

function extent(numbers: readonly number[]): number {
  return Math.max(...numbers) - Math.min(...numbers);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
