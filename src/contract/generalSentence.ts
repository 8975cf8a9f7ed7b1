import type { Failure, FailureDetails } from '#domain/failure.ts';
import { generalFailures } from '#messages/general.ts';

/** A failure, with as many details as are known. */
export type Details = FailureDetails & Pick<Failure, 'code'>;

/** The sentences about failures by code, some of which need the details of the failure. */
export type Sentences = Readonly<Record<string, string | ((failure: Details) => string)>>;

/** Finds the sentence about a failure; the one about an unexpected failure if its code has none. */
export function findSentence(sentences: Sentences, failure: Details): string {
  const sentence = sentences[failure.code] ?? generalFailures.unexpected;
  return typeof sentence === 'string' ? sentence : sentence(failure);
}

/** The sentence about a failure that any call can have, in the language of this build. */
export function generalSentence(failure: Details): string {
  return findSentence(generalFailures, failure);
}
