import * as v from 'valibot';
import { brokenRule, type Rule } from '#domain/credentials.ts';

/** A text that the domain's rules accept; a missing one breaks the first rule like an empty one. Refused with the rule's own sentence. */
// @__NO_SIDE_EFFECTS__
export function ruledText(rules: readonly Rule<string>[]) {
  return v.pipe(v.optional(v.string(brokenRule(rules, '') ?? 'A text is required'), ''), checkRules(rules));
}

/** A check of a value against the domain's rules, refused with the first broken rule's sentence. */
// @__NO_SIDE_EFFECTS__
export function checkRules<Value>(rules: readonly Rule<Value>[]) {
  return v.rawCheck<Value>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const sentence = brokenRule(rules, dataset.value);
    if (sentence !== undefined) addIssue({ message: sentence });
  });
}
