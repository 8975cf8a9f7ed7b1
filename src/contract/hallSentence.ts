import { hallFailures } from '#messages/hallFailures.ts';
import { findSentence, type Details } from './generalSentence.ts';

/** The sentence about a failure that the hall of a showtime can show, in the language of this build. */
export function hallSentence(failure: Details): string {
  return findSentence(hallFailures, failure);
}
