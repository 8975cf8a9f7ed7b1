import { MAXIMUM_SEATS } from '#domain/seats.ts';

/** Seats beside each other from this one on, as many as one purchase may hold unless it is said how many. */
export function seatsFrom(first: number, count = MAXIMUM_SEATS): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
