import { failures } from '#messages/failures.ts';
import { findSentence, type Details } from './generalSentence.ts';

/** The sentence about a failure, in the language of this build. It does not name the rule that a request broke. */
export function failureSentence(failure: Details): string {
  return findSentence(failures, failure);
}
