import type * as v from 'valibot';
import type { CallName, Calls } from './calls.ts';
import type { wire } from './wire.ts';

type Part<Name extends string, Schema extends v.GenericSchema> =
  unknown extends v.InferInput<Schema> ? unknown : { readonly [Each in Name]: v.InferInput<Schema> };

/** What a call is made with, as its schemas say; one marked `loading` is reported for the loading flag (section 4). */
export type RequestOf<Name extends CallName> = { readonly loading?: boolean } & Part<'params', Calls[Name]['params']> &
  Part<'input', Calls[Name]['input']> &
  (Calls[Name]['kind'] extends 'command' ? { readonly idempotencyKey: string } : unknown);

/** What a call answers, parsed. */
export type AnswerOf<Name extends CallName> = v.InferOutput<(typeof wire)[Name]['answer']>;

/** Makes one call under /api/ and gives its parsed answer; rejects with `CallFailed`, which has a message and a code (section 7). */
export type Api = <Name extends CallName>(
  name: Name,
  ...request: object extends RequestOf<Name> ? [request?: RequestOf<Name>] : [request: RequestOf<Name>]
) => Promise<AnswerOf<Name>>;
