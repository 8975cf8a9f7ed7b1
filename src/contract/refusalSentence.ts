import { rules } from '#messages/rules.ts';
import { failureSentence } from './failureSentence.ts';
import { messageOf, type Details } from './generalSentence.ts';

const ruleSentences: Readonly<Record<string, string>> = rules;

/** The sentence about a failure, in the language of this build, with the rule that the request broke. */
export function refusalSentence(failure: Details): string {
  const { code, reason = '' } = failure;
  const ofRule = code === 'invalid_request' ? ruleSentences[reason] : undefined;
  return messageOf(failure) ?? ofRule ?? failureSentence(failure);
}

/**
 * The sentence about a broken rule, in the language of this build; undefined if none is broken. Queries, which no form of ours sends, have
 * the sentence of their schema instead of a rule.
 */
export function ruleSentence(rule: string | undefined): string | undefined {
  return rule === undefined ? undefined : (ruleSentences[rule] ?? rule);
}
