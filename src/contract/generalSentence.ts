import type { Failure, FailureDetails } from '#domain/failure.ts';
import { generalFailures } from '#messages/general.ts';
import { base } from '#messages/language.ts';

/** A failure, with as many details as are known. */
export type Details = FailureDetails & Pick<Failure, 'code'>;

/** The sentences about failures by code, some of which need the details of the failure. */
export type Sentences = Readonly<Record<string, string | ((failure: Details) => string)>>;

/**
 * Finds the sentence about a failure: the API's message in the language of the API, otherwise the sentence about its code.
 * A code without a sentence has the one about an unexpected failure.
 */
export function findSentence(sentences: Sentences, failure: Details): string {
  const sentence = messageOf(failure) ?? sentences[failure.code] ?? generalFailures.unexpected;
  return typeof sentence === 'string' ? sentence : sentence(failure);
}

/** The sentence about a failure that any call can have, in the language of this build. */
export function generalSentence(failure: Details): string {
  return findSentence(generalFailures, failure);
}

/** The message of the API about a failure; undefined if there is none or if this build has another language. */
export function messageOf({ message }: Details): string | undefined {
  return base === '' ? message : undefined;
}
