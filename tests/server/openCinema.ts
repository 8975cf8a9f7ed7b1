import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { errorsOf } from '#contract/calls.ts';
import { PROBLEM_MEDIA_TYPE, problemSchema } from '#contract/problem.ts';
import type { CatalogueMovie } from '../../src/server/store/catalogueSchema.ts';
import { createApp, type AppOptions } from '../../src/server/app.ts';
import { PASSWORD_COST, type PasswordCost } from '../../src/server/auth/passwords.ts';
import { callAt } from '../../src/server/http/callAt.ts';
import { logOptions } from '../../src/server/http/logOptions.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import type { Database } from '../../src/server/db/database.ts';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import { nosferatu, theKid } from './catalogueMovies.ts';
import { watchedSeatChanges, watchNotifications } from './watchEffects.ts';

/** Thursday 5 March 2026, 10.00 in Jakarta. */
export const THURSDAY_MORNING = Date.parse('2026-03-05T10:00:00+07:00');

/** A low hashing cost, so that tests do not wait for password hashes. */
export const CHEAP_COST: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** The production hashing cost, for tests that measure how hashing delays other requests. */
export const REAL_COST = { passwordCost: PASSWORD_COST };

const SECRET_LENGTH = 12;

const DAY = 86_400_000;

const sentSchema = v.pipe(v.string(), v.parseJson(), problemSchema);

export interface CinemaOptions extends Partial<Omit<AppOptions, 'db' | 'now' | 'zone'>> {
  readonly movies?: readonly CatalogueMovie[];
  readonly zone?: string;
  readonly now?: number;
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** A response; the body is parsed when it is JSON. */
export interface CallAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Record<string, string>;
  /** The client's IP address. */
  readonly address?: string;
}

/** The real application on a real database, with a clock that the test sets. */
export interface Cinema extends Database {
  readonly app: FastifyInstance;
  readonly clock: { now: number };
  readonly zone: string;
  /** Error responses that `src/contract/calls.ts` does not list for their call. */
  readonly unlisted: readonly string[];
  readonly call: (method: Method, path: string, options?: CallOptions) => Promise<CallAnswer>;
}

/** Migrates and seeds a database and opens the application on it. */
export async function openCinema(
  database: Database,
  { movies = [theKid, nosferatu], zone = 'Asia/Jakarta', now = THURSDAY_MORNING, ...options }: CinemaOptions = {},
): Promise<Cinema> {
  // The server starts a day earlier, so that a time which it reads only at its start is wrong in every test.
  const clock = { now: now - DAY };
  const { logger, lines } = takeLog('info');
  const secrets = new Set<string>();
  await migrate(database, now);
  await seedCatalogue(database, movies, now);
  const app = await createApp({
    db: database.db,
    isReachable: database.isReachable,
    now: () => clock.now,
    zone,
    passwordCost: CHEAP_COST,
    seatChanges: watchedSeatChanges(),
    logger,
    ...options,
  });
  if (options.seatChanges === undefined) watchNotifications(app);
  const unlisted = watchApiErrors(app);
  await app.ready();
  clock.now = now;
  const call = async (method: Method, path: string, options: CallOptions = {}) => {
    const { token, body, key, headers, address = '127.0.0.1' } = options;
    for (const secret of secretsOf(options)) secrets.add(secret);
    const answer = await app.inject({
      remoteAddress: address,
      method,
      url: `/api/${path}`,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    if (unlisted.length > 0)
      throw new Error(`src/contract/calls.ts does not list these errors: ${unlisted.join(', ')}`);
    const leaked = lines.splice(0).filter((line) => [...secrets].some((secret) => line.includes(secret)));
    if (leaked.length > 0) throw new Error(`The log contains a token, a password, a code or a key: ${leaked.join('')}`);
    const json = /json/.test(String(answer.headers['content-type']));
    const read: unknown = json && answer.payload !== '' ? JSON.parse(answer.payload) : answer.payload;
    return { status: answer.statusCode, headers: answer.headers, body: read };
  };
  return { ...database, app, clock, zone, call, unlisted };
}

/** The token, the key, the passwords and the admission code of a call. Short ones are left out, because the log may contain the same word. */
function secretsOf({ token, key, body }: CallOptions): string[] {
  const passwords =
    typeof body === 'object' && body !== null
      ? Object.entries(body).flatMap(([field, value]: [string, unknown]) =>
          /password|^code$/i.test(field) ? [value] : [],
        )
      : [];
  return [token, key, ...passwords].flatMap((secret) =>
    typeof secret === 'string' && secret.length >= SECRET_LENGTH ? [secret] : [],
  );
}

/** Collects the error responses that `src/contract/calls.ts` does not list. Call it before the application is ready. */
export function watchApiErrors(app: FastifyInstance): readonly string[] {
  const unlisted: string[] = [];
  app.addHook('onSend', async ({ method, routeOptions }, reply, payload) => {
    const call = callAt(method, routeOptions.url);
    if (call === undefined || !String(reply.getHeader('content-type')).startsWith(PROBLEM_MEDIA_TYPE)) return;
    const { code } = v.parse(sentSchema, payload);
    if (!errorsOf(call).includes(code)) unlisted.push(`${method} ${call.path}: ${code}`);
  });
  return unlisted;
}

/** The number of responses for each status. */
export function countByStatus(answers: readonly { readonly status: number }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** A logger that collects its lines. */
export function takeLog(level: string) {
  const lines: string[] = [];
  const logger = { ...logOptions(level), stream: { write: (line: string) => void lines.push(line) } };
  return { logger, lines };
}
