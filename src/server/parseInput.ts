import * as v from 'valibot';
import { Refusal } from './refusal.ts';

/**
 * A body or query as its contract schema reads it.
 * Throws the refusal `invalid_request` with a sentence for each field; the first of them is its message.
 */
export function parseInput<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input, { message: sentenceOf });
  if (result.success) return result.output;
  const fields: Record<string, string> = {};
  for (const issue of result.issues) fields[fieldOf(issue)] ??= issue.message;
  throw new Refusal('invalid_request', { message: result.issues[0].message, details: { fields } });
}

function fieldOf(issue: v.BaseIssue<unknown>): string {
  const key: unknown = issue.path?.[0]?.key;
  return typeof key === 'string' ? key : 'body';
}

function sentenceOf(issue: v.BaseIssue<unknown>): string {
  const field = fieldOf(issue);
  return field === 'body' ? 'The request must be a JSON object' : `${field} is missing or not of the right kind`;
}
