import * as v from 'valibot';
import { ApiError } from '../errors/apiError.ts';

const NO_MESSAGE = '';

/**
 * Parses a body, a query or path parameters with the schema of the contract.
 * Throws `invalid_request` with a sentence for each wrong field; the first sentence is also the message.
 */
export function parseInput<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input, { message: NO_MESSAGE });
  if (result.success) return result.output;
  const fields: Record<string, string> = {};
  for (const issue of result.issues) fields[fieldOf(issue)] ??= messageOf(issue);
  throw new ApiError('invalid_request', { message: messageOf(result.issues[0]), details: { fields } });
}

function fieldOf(issue: v.BaseIssue<unknown>): string {
  const key: unknown = issue.path?.[0]?.key;
  return typeof key === 'string' ? key : 'body';
}

/** The schema's own message, or one with the name of the field, which valibot knows only after parsing. */
function messageOf(issue: v.BaseIssue<unknown>): string {
  if (issue.message !== NO_MESSAGE) return issue.message;
  const field = fieldOf(issue);
  return field === 'body' ? 'The request must be a JSON object' : `${field} is missing or not of the right kind`;
}
