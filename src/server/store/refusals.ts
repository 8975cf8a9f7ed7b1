import { isOldEnough } from '#domain/age.ts';
import { ApiError } from '../errors.ts';
import type { OfferedMovie, ScreeningOffer } from './offers.ts';

/** Throws `too_young` unless a user of this age, in years, may see the film. */
export function refuseTooYoung(age: number, { age_rating: ageRating }: OfferedMovie): void {
  if (!isOldEnough(age, ageRating)) {
    throw new ApiError('too_young', { details: { age, ageRating } });
  }
}

/** Throws `seat_taken` if one of the requested seats is sold, or `seat_held` if another user holds one. */
export function refuseTaken({ sold, heldByOthers: { seatNumbers, until } }: ScreeningOffer): void {
  if (sold.length > 0) {
    throw new ApiError('seat_taken', { details: { seatNumbers: [...sold] } });
  }
  if (seatNumbers.length > 0) {
    throw new ApiError('seat_held', {
      details: { seatNumbers: [...seatNumbers], expiresAt: new Date(until).toISOString() },
    });
  }
}
