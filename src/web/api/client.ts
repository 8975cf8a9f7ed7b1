import ky, { HTTPError, SchemaValidationError, type StandardSchemaV1InferOutput } from 'ky';
import * as v from 'valibot';
import type { CallName, Calls } from '#contract/calls.ts';
import { problemSchema } from '#contract/problem.ts';
import { wire } from '#contract/wire.ts';
import { CallFailed } from '#domain/failure.ts';
import { sentences } from '#domain/sentences.ts';

/** What the client needs of the world it runs in. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly readToken: () => string | undefined;
  readonly onRequestStarted: () => void;
  readonly onRequestSettled: () => void;
  readonly onSessionEnded: () => void;
}

type Part<Name extends string, Schema extends v.GenericSchema> =
  unknown extends v.InferInput<Schema> ? unknown : { readonly [Each in Name]: v.InferInput<Schema> };

/** What a call is made with, as its schemas say; one marked `loading` is reported for the loading flag (section 4). */
type Sent<Name extends CallName> = { readonly loading?: boolean } & Part<'params', Calls[Name]['params']> &
  Part<'input', Calls[Name]['input']> &
  (Calls[Name]['kind'] extends 'intent' ? { readonly idempotencyKey: string } : unknown);

interface AnySent {
  readonly loading?: boolean;
  readonly params?: Readonly<Record<string, string>>;
  readonly input?: object;
  readonly idempotencyKey?: string;
}

type AnswerOf<Name extends CallName> = Awaited<StandardSchemaV1InferOutput<(typeof wire)[Name]['answer']>>;

/** Makes one call under /api/ and gives its parsed answer; throws `CallFailed` with a sentence and a code (section 7). */
export type Client = <Name extends CallName>(
  name: Name,
  ...sent: object extends Sent<Name> ? [sent?: Sent<Name>] : [sent: Sent<Name>]
) => Promise<AnswerOf<Name>>;

/** The client of the API: JSON, bearer token from storage, no time-out (section 7), never a retry of its own. */
export function createClient(options: ClientOptions): Client {
  const http = ky.create({ baseUrl: options.baseUrl, fetch: options.fetch, retry: 0, timeout: false });

  const askedWith = new Map<string, string>();

  return async <Name extends CallName>(name: Name, sent: AnySent = {}): Promise<AnswerOf<Name>> => {
    const { method } = wire[name];
    const answer: (typeof wire)[Name]['answer'] = wire[name].answer;
    const { input, idempotencyKey, loading = false } = sent;
    const token = options.readToken();
    if (idempotencyKey !== undefined && token !== (askedWith.get(idempotencyKey) ?? token)) throw abandoned();
    if (idempotencyKey !== undefined && token !== undefined) askedWith.set(idempotencyKey, token);
    if (loading) options.onRequestStarted();
    try {
      return await http(addressOf(name, sent), {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        ...(method === 'GET' || input === undefined ? {} : { json: input }),
      }).json(answer);
    } catch (thrown) {
      const failure = failureFrom(thrown);
      const isStale = token === undefined || token !== options.readToken();
      if (failure.code === 'unauthenticated' && !isStale) options.onSessionEnded();
      throw failure;
    } finally {
      if (loading) options.onRequestSettled();
    }
  };
}

/** Where a call goes, below /api/: its path with the parameters, percent-encoded, and the query of a GET. */
export function addressOf(name: CallName, { params = {}, input = {} }: AnySent): string {
  const { method, path } = wire[name];
  const filled = path.replace(/\{(\w+)\}/, (_, parameter: string) => encodeURIComponent(params[parameter] ?? ''));
  const query = method === 'GET' ? new URLSearchParams({ ...input }).toString() : '';
  return query === '' ? filled : `${filled}?${query}`;
}

function failureFrom(thrown: unknown): CallFailed {
  if (thrown instanceof CallFailed) return thrown;
  if (thrown instanceof SyntaxError || thrown instanceof SchemaValidationError) return unreadable();
  if (!(thrown instanceof HTTPError)) return new CallFailed({ code: 'unreachable', message: sentences.unreachable });
  const problem = v.safeParse(problemSchema, thrown.data);
  if (problem.success) return new CallFailed(problem.output);
  // What a proxy answers in the place of a cinema that does not.
  const isUnanswered = thrown.response.status >= 502 && thrown.response.status <= 504;
  return isUnanswered ? new CallFailed({ code: 'unavailable', message: sentences.unreachable }) : unreadable();
}

/** What was confirmed by one user is never asked again as another. */
function abandoned(): CallFailed {
  return new CallFailed({ code: 'unauthenticated', message: sentences.abandoned });
}

/** What was answered is not what the call answers. */
export function unreadable(): CallFailed {
  return new CallFailed({ code: 'unreadable', message: sentences.unreadableAnswer });
}
