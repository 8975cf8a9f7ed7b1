import type * as v from 'valibot';
import type { CallName, Calls } from './calls.ts';
import type { wire } from './wire.ts';

type Part<Name extends string, Schema extends v.GenericSchema> =
  unknown extends v.InferInput<Schema> ? unknown : { readonly [Each in Name]: v.InferInput<Schema> };

/** The arguments of a call, by its schemas; one marked `loading` is reported for the loading flag (section 4). */
export type RequestOf<Name extends CallName> = { readonly loading?: boolean } & Part<'params', Calls[Name]['params']> &
  Part<'input', Calls[Name]['input']> &
  (Calls[Name]['kind'] extends 'command' ? { readonly idempotencyKey: string } : unknown);

/** The parsed answer of a call. */
export type AnswerOf<Name extends CallName> = v.InferOutput<(typeof wire)[Name]['answer']>;

/** Makes one call under /api/ and gives its parsed answer; rejects with `CallFailed`, which has a message and a code (section 7). */
export type Api = <Name extends CallName>(
  name: Name,
  ...request: object extends RequestOf<Name> ? [request?: RequestOf<Name>] : [request: RequestOf<Name>]
) => Promise<AnswerOf<Name>>;
