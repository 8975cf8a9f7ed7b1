import { hallFailures } from './hallFailures.ts';

/** The sentences about failures that the client finds itself, by code. The API's own messages are in `apiErrors`. */
export const failures = {
  ...hallFailures,
  unauthenticated: 'Your session has ended. Please sign in again.',
  abandoned: 'You were signed out before your request was finished. Sign in to see the result.',
  outcome_unknown: 'We couldn’t confirm this. Check your tickets and balance before you try again.',
} as const;
