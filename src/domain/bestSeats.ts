import { SEATS_IN_HALL } from './seats.ts';
import { SEATS_PER_ROW, SEATS_PER_SIDE } from './seatNames.ts';

/** A hall of which the best seats are wanted. */
export interface Hall {
  /** The seats that cannot be chosen. */
  readonly taken: readonly number[];
  /** The seats of friends. */
  readonly beside: readonly number[];
}

/** Wishes, the first most of all; each counts how far some seats are from it. */
const WISHES: readonly ((seats: readonly number[], hall: Hall) => number)[] = [
  // All in one row and side by side, else in few rows near each other.
  (seats) => rowsOf(seats).length,
  (seats) => seats.filter((seat) => !seats.includes(seat + 1) || column(seat + 1) === 0).length,
  (seats) => extent(seats.map(row)),
  (seats) => extent(seats.map(column)),
  // Four or fewer not across the aisle.
  (seats) => (seats.length > SEATS_PER_SIDE ? 0 : seats.filter((seat) => crossesAisle(seat, seats)).length),
  // Directly beside friends, else behind or before them, or across the aisle.
  (seats, { beside }) => fromFriends(seats, beside),
  // Near the middle of rows D and E.
  (seats) => sum(seats.map((seat) => fromMiddle(row(seat), SEATS_IN_HALL / SEATS_PER_ROW))),
  // No single free seat left between taken ones, aisle or wall.
  (seats, { taken }) => singles([...taken, ...seats], rowsOf(seats)),
  // Near the centre line.
  (seats) => sum(seats.map((seat) => fromMiddle(column(seat), SEATS_PER_ROW))),
];

/**
 * The best so many seats of a hall, ascending; undefined where fewer are free. Of two choices that meet the wishes alike it is the
 * one nearer to the screen, then nearer to the left.
 */
export function bestSeats({ count, ...hall }: Hall & { readonly count: number }): readonly number[] | undefined {
  const free = freeSeats(hall.taken);
  const rows = rowsOf(free).map((number) => free.filter((seat) => row(seat) === number));
  for (let inRows = 1; inRows <= rows.length; inRows += 1) {
    const choices = combinations(rows, inRows).flatMap((some) =>
      combinations(some.flat(), count).filter((seats) => rowsOf(seats).length === inRows),
    );
    const [first, ...others] = choices;
    if (first !== undefined) return others.reduce((best, seats) => (isBetter(seats, best, hall) ? seats : best), first);
  }
  return undefined;
}

/** The seats of a hall that can be chosen, ascending. */
export function freeSeats(taken: readonly number[]): readonly number[] {
  return Array.from({ length: SEATS_IN_HALL }, (_, index) => index + 1).filter((seat) => !taken.includes(seat));
}

/** Whether some seats meet the wishes better than others, the first wish that tells them apart deciding. */
export function isBetter(seats: readonly number[], others: readonly number[], hall: Hall): boolean {
  for (const wish of WISHES) {
    const difference = wish(seats, hall) - wish(others, hall);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** Every way to take so many of a list, in its order. */
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
  const isDirect = isNear((seat, friend) => isNextTo(seat, friend) && side(seat) === side(friend));
  if (friends.length === 0 || isDirect) return 0;
  return isNear((seat, friend) => Math.abs(seat - friend) === SEATS_PER_ROW || isNextTo(seat, friend)) ? 1 : 2;
}

function isNextTo(seat: number, other: number): boolean {
  return Math.abs(seat - other) === 1 && row(seat) === row(other);
}

/** How many seats of these rows stand free between taken ones, aisle or wall. */
function singles(taken: readonly number[], rows: readonly number[]): number {
  const isTaken = (seat: number, from: number) =>
    taken.includes(seat) || row(seat) !== row(from) || side(seat) !== side(from);
  return rows
    .flatMap((number) => Array.from({ length: SEATS_PER_ROW }, (_, index) => number * SEATS_PER_ROW + index + 1))
    .filter((seat) => !taken.includes(seat) && isTaken(seat - 1, seat) && isTaken(seat + 1, seat)).length;
}

function side(seat: number): boolean {
  return column(seat) < SEATS_PER_SIDE;
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
