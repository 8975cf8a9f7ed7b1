import type * as v from 'valibot';
import type { CallName, Calls } from './calls.ts';
import type { wire } from './wire.ts';

type Part<Name extends string, Schema extends v.GenericSchema> =
  unknown extends v.InferInput<Schema> ? unknown : { readonly [Each in Name]: v.InferInput<Schema> };

/** The arguments of a call, derived from its schemas. `loading` shows the loading overlay while the request is pending (section 4). */
export type RequestOf<Name extends CallName> = { readonly loading?: boolean } & Part<'params', Calls[Name]['params']> &
  Part<'input', Calls[Name]['input']> &
  (Calls[Name]['kind'] extends 'command' ? { readonly idempotencyKey: string } : unknown);

/** The parsed response body of a call. */
export type AnswerOf<Name extends CallName> = v.InferOutput<(typeof wire)[Name]['answer']>;

/** Sends one request below /api/ and resolves with the parsed response body; rejects with `CallFailed` (section 7). */
export type Api = <Name extends CallName>(
  name: Name,
  ...request: object extends RequestOf<Name> ? [request?: RequestOf<Name>] : [request: RequestOf<Name>]
) => Promise<AnswerOf<Name>>;
