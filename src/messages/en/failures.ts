import type { FailureDetails } from '#domain/failure.ts';
import { hallFailures } from './hallFailures.ts';

/** The sentence about each failure, by code: those of the API and those of the client. The API's `message` is the English sentence. */
export const failures = {
  ...hallFailures,
  invalid_request: 'The request is not valid',
  wrong_credentials: ({ reason }: FailureDetails) =>
    reason === 'ended_meanwhile'
      ? 'Every other device has just been signed out. Please sign in again.'
      : 'Wrong user name or password',
  wrong_password: 'Wrong password',
  movie_not_found: 'This movie is not on show',
  ticket_not_found: 'This ticket does not exist',
  hold_not_found: 'You hold no seats',
  not_found: 'There is nothing at this address',
  method_not_allowed: 'This method is not allowed here',
  username_taken: 'This user name is already taken',
  seats_not_held: 'You do not hold a ticket for these seats',
  ticket_expired: 'This showtime has begun, so the ticket cannot be cancelled',
  payload_too_large: 'The request is too large',
  unsupported_media_type: 'The request must be JSON',
  idempotency_conflict: 'This idempotency key was already used for another request',
  abandoned: 'You were signed out before your request was finished. Sign in to see the result.',
  outcome_unknown: 'We couldn’t confirm this. Check your tickets and balance before you try again.',
} as const;
