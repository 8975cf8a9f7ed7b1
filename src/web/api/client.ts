import ky, { HTTPError, SchemaValidationError } from 'ky';
import * as v from 'valibot';
import type { AnswerOf, Api, Call, CallName } from '#contract/calls.ts';
import { receivedProblemSchema } from '#contract/problem.ts';
import { base, language } from '#messages/language.ts';
import { CallFailed, isGatewayError } from '#domain/failure.ts';

export interface ClientOptions<Names extends CallName> {
  /** The calls that the client sends. */
  readonly wire: Readonly<Record<Names, WireCall>>;
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly readToken: () => string | undefined;
  readonly onRequestStarted: () => void;
  readonly onRequestSettled: () => void;
  readonly onSessionEnded: () => void;
}

type WireCall = Pick<Call, 'method' | 'path' | 'answer'>;

interface AnyRequest {
  readonly loading?: boolean;
  readonly params?: Readonly<Record<string, string>>;
  readonly input?: object;
  readonly idempotencyKey?: string;
}

/**
 * The API client: JSON, bearer token from storage, no timeout (section 7) and no automatic retries. Every error is a `CallFailed`.
 * Its code is `unreachable` when the server did not respond, `unreadable` when the body does not match the schema.
 */
export function createClient<Names extends CallName>(options: ClientOptions<Names>): Api<Names> {
  const http = ky.create({
    baseUrl: options.baseUrl,
    fetch: options.fetch,
    retry: 0,
    timeout: false,
    // After Back or in a restored tab, Chrome would take responses from its cache without revalidating them.
    cache: 'no-cache',
  });

  const tokens = new Map<string, string | undefined>();

  function call<Name extends Names>(name: Name, request?: AnyRequest): Promise<AnswerOf<Name>>;
  async function call(name: Names, request: AnyRequest = {}): Promise<unknown> {
    const called = options.wire[name];
    const { input, idempotencyKey, loading = false } = request;
    const token = options.readToken();
    if (idempotencyKey !== undefined) {
      if (token !== (tokens.get(idempotencyKey) ?? token)) throw abandoned();
      tokens.set(idempotencyKey, token);
    }
    if (loading) options.onRequestStarted();
    try {
      return await http(addressOf(called, request), {
        method: called.method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        ...(called.method === 'GET' || input === undefined ? {} : { json: input }),
      }).json<v.GenericSchema>(called.answer);
    } catch (thrown) {
      const error = errorFrom(thrown);
      const isStale = token === undefined || token !== options.readToken();
      if (error.failure.code === 'unauthenticated' && !isStale) options.onSessionEnded();
      throw error;
    } finally {
      if (loading) options.onRequestSettled();
    }
  }
  return call;
}

/** The URL of a call relative to /api/: the path with percent-encoded parameters, and the query of a GET. */
export function addressOf({ method, path }: Omit<WireCall, 'answer'>, { params = {}, input = {} }: AnyRequest): string {
  const filled = path.replace(/\{(\w+)\}/, (_, parameter: string) => encodeURIComponent(params[parameter] ?? ''));
  const query = method === 'GET' ? new URLSearchParams({ ...languageOf(path), ...input }).toString() : '';
  return query === '' ? filled : `${filled}?${query}`;
}

/** The films are requested in the language of the product. The API's own language needs no parameter. */
function languageOf(path: string) {
  return base !== '' && path.startsWith('movie') ? { language } : undefined;
}

function errorFrom(thrown: unknown): CallFailed {
  if (thrown instanceof CallFailed) return thrown;
  if (thrown instanceof SyntaxError || thrown instanceof SchemaValidationError) return unreadable();
  if (!(thrown instanceof HTTPError)) return new CallFailed({ code: 'unreachable' });
  const problem = v.safeParse(receivedProblemSchema, thrown.data);
  if (problem.success) return new CallFailed(detailsOf(problem.output));
  return isGatewayError(thrown.response.status) ? new CallFailed({ code: 'unreachable' }) : unreadable();
}

/** The parts of an error response that machines and views use. */
function detailsOf({
  code,
  message,
  seatNumbers,
  reason,
  retryAfter,
  age,
  shortfall,
}: v.InferOutput<typeof receivedProblemSchema>): ConstructorParameters<typeof CallFailed>[0] {
  return { code, message, seatNumbers, reason, retryAfter, age, shortfall };
}

/** The error for a repeated request whose token has changed: a request that one user confirmed is never sent as another user. */
function abandoned(): CallFailed {
  return new CallFailed({ code: 'abandoned' });
}

/** The body does not match the call's schema. */
function unreadable(): CallFailed {
  return new CallFailed({ code: 'unreadable' });
}
