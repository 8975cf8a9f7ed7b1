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

/** The sentence about a broken rule, in the language of this build; undefined if none is broken. */
export function ruleSentence(rule: string | undefined): string | undefined {
  return rule === undefined ? undefined : refusalSentence({ code: 'invalid_request', reason: rule });
}
