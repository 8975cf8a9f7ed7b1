import { MAXIMUM_SEATS } from '#domain/seats.ts';

/** The numbers of adjacent seats, starting at `first`. By default as many as one purchase may contain. */
export function seatsFrom(first: number, count = MAXIMUM_SEATS): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
