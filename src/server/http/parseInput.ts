import * as v from 'valibot';
import { ruleSentence } from '#contract/refusalSentence.ts';
import { ApiError, refuseField } from '../errors.ts';
import type { FastifyRequest, FastifyInstance } from 'fastify';

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
  const [first] = result.issues;
  const reason = first.message === NO_MESSAGE ? undefined : first.message;
  throw new ApiError('invalid_request', { message: messageOf(first), details: { fields, reason } });
}

function fieldOf(issue: v.BaseIssue<unknown>): string {
  const key: unknown = issue.path?.[0]?.key;
  return typeof key === 'string' ? key : 'body';
}

/** The sentence about the broken rule, or one with the name of the field, which valibot knows only after parsing. */
function messageOf(issue: v.BaseIssue<unknown>): string {
  if (issue.message !== NO_MESSAGE) return ruleSentence(issue.message) ?? '';
  const field = fieldOf(issue);
  return field === 'body' ? 'The request must be a JSON object' : `${field} is missing or not of the right kind`;
}

const HEADER = 'idempotency-key';
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** The Idempotency-Key of a request, if it has one. Throws `invalid_request` unless it is 1 to 255 visible ASCII characters. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers[HEADER];
  if (header === undefined) return undefined;
  if (typeof header === 'string' && VISIBLE_ASCII.test(header)) return header;
  throw refuseField('Idempotency-Key', 'Idempotency-Key must be 1 to 255 visible ASCII characters');
}

/** Accepts only JSON bodies. An empty body counts as no body. */
export function acceptOnlyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body, done);
  });
}
