import type * as v from 'valibot';
import { apiMessage } from '#contract/apiErrors.ts';
import { errorOf, fieldErrors, type FieldErrors } from '#contract/fieldErrors.ts';
import { rules } from '#messages/rules.ts';

/** The message of the API about a broken rule; other texts, such as those of valibot, stay. */
export function messageOf(rule: string): string {
  return rule in rules ? apiMessage('invalid_request', { reason: rule }) : rule;
}

/** The first error message of each invalid field of a form. */
export function fieldMessages<Values>(schema: v.GenericSchema<Values, unknown>, values: Values) {
  const errors: FieldErrors<Values> = fieldErrors(schema, values);
  return Object.fromEntries(Object.entries(errors).map(([field, rule]) => [field, messageOf(String(rule))]));
}

/** The first error message for a value; undefined when the value is valid. */
export function firstMessage(schema: v.GenericSchema, value: unknown): string | undefined {
  const rule = errorOf(schema, value);
  return rule === undefined ? undefined : messageOf(rule);
}
