import { MAXIMUM_SEATS } from '#domain/seats.ts';

/** Consecutive seat numbers, by default as many as one purchase may have. */
export function seatsFrom(first: number, count = MAXIMUM_SEATS): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
