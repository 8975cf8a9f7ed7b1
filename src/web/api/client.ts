import ky, { HTTPError } from 'ky';
import * as v from 'valibot';
import { problemSchema } from '#contract/problem.ts';
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

interface Call<Schema extends v.GenericSchema> {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: string;
  readonly answer: Schema;
  readonly body?: object;
  readonly query?: Record<string, string>;
  readonly idempotencyKey?: string;
  readonly loading?: boolean;
}

/** Makes one call under /api/ and gives its parsed body; throws `CallFailed` with a sentence and a code (section 7). */
export type Client = <Schema extends v.GenericSchema>(call: Call<Schema>) => Promise<v.InferOutput<Schema>>;

/**
 * The client of the API: JSON, bearer token from storage, no time-out (section 7), never a retry of its own.
 * Calls marked `loading` are reported for the loading flag (section 4).
 */
export function createClient(options: ClientOptions): Client {
  const http = ky.create({ baseUrl: options.baseUrl, fetch: options.fetch, retry: 0, timeout: false });

  const askedWith = new Map<string, string>();

  return async ({ method, path, answer, body, query, idempotencyKey, loading = false }) => {
    const token = options.readToken();
    if (idempotencyKey !== undefined && token !== (askedWith.get(idempotencyKey) ?? token)) throw abandoned();
    if (idempotencyKey !== undefined && token !== undefined) askedWith.set(idempotencyKey, token);
    if (loading) options.onRequestStarted();
    try {
      const response = await http(path, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        ...(body === undefined ? {} : { json: body }),
        ...(query === undefined ? {} : { searchParams: query }),
      });
      return parseAnswer(answer, response.status === 204 ? undefined : await readJson(response));
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

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw unreadable();
  }
}

function parseAnswer<Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body);
  if (!parsed.success) throw unreadable();
  return parsed.output;
}

function failureFrom(thrown: unknown): CallFailed {
  if (thrown instanceof CallFailed) return thrown;
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

function unreadable(): CallFailed {
  return new CallFailed({ code: 'unreadable', message: sentences.unreadableAnswer });
}
