import * as v from 'valibot';
import { expect } from 'vitest';
import { errorEntry } from '#contract/apiErrors.ts';
import { problemSchema, type Problem, type ErrorCode } from '#contract/problem.ts';
import { dump } from './books.ts';
import type { CallAnswer, Cinema } from './openCinema.ts';

/** Expects a response to be the complete problem with this code and its media type; returns the problem. */
export function expectProblem(answer: CallAnswer, code: ErrorCode): Problem {
  expect(answer.body).toMatchObject({ code });
  const problem = v.parse(v.strictObject(problemSchema.entries), answer.body);
  expect(problem.status).toBe(errorEntry(code).status);
  expect(answer.status).toBe(errorEntry(code).status);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  return problem;
}

/**
 * Expects the server to refuse a call with this code and to change nothing in the database, except that a refusal may be stored under
 * the call's idempotency key; returns the problem.
 */
export async function expectApiError(
  cinema: Cinema,
  code: ErrorCode,
  call: () => Promise<CallAnswer>,
): Promise<Problem> {
  const before = withoutRefusals(await dump(cinema));
  const problem = expectProblem(await call(), code);
  expect(withoutRefusals(await dump(cinema))).toEqual(before);
  return problem;
}

function withoutRefusals({ idempotency_keys: keys = [], ...tables }: Awaited<ReturnType<typeof dump>>) {
  return { ...tables, idempotency_keys: keys.filter((row) => !/"status":4\d\d,/.test(row)) };
}
