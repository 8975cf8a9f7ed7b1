import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { forLanguages, languageAt, type Language } from '#domain/languages.ts';
import { isDoor } from '#domain/doorPath.ts';
import type { Admission } from '#contract/door.ts';
import { DOOR_OPENS_MINUTES } from '#domain/showtimes.ts';
import { HOLD_LIMITS, type HoldLimits } from '#domain/heldSeats.ts';
import { createAuthentication } from './auth/authentication.ts';
import { createDoorAuthentication } from './auth/doorAuthentication.ts';
import { createPasswords, type PasswordCost } from './auth/passwords.ts';
import type { Schema } from './db/schema.ts';
import { ApiError } from './errors.ts';
import { createSeatFeeds, type SeatFeedLimits } from './feeds/seatFeeds.ts';
import { createSeatChanges, type SeatChanges } from './seatChanges.ts';
import { answerClientError } from './http/answerClientError.ts';
import { answerProblem } from './http/answerProblem.ts';
import { compressAnswers } from './http/compressAnswers.ts';
import { limitConnections, type ConnectionLimits } from './http/limitConnections.ts';
import type { Metrics } from './http/metrics.ts';
import type { RateLimits } from './http/rateLimits.ts';
import { refuseWhileClosing, shedLoad } from './http/availability.ts';
import { securityHeaders } from './http/securityHeaders.ts';
import { wellKnownFiles } from './http/wellKnownFiles.ts';
import { answerWithPage, routableUrl, wantsPage } from './pages/answerWithPage.ts';
import { loadRenderer, type RenderDocument } from './pages/renderer.ts';
import type { RenderLimits } from './pages/limitRendering.ts';
import { readDoorDocument } from './pages/doorDocument.ts';
import { readPageDocument, type InlineDocument } from './pages/pageDocument.ts';
import { staticFiles } from './pages/staticFiles.ts';
import { apiRoutes } from './routes/apiRoutes.ts';
import { requestTarget } from './addresses/requestTarget.ts';
import { createKnownMovies } from './store/knownMovies.ts';
import { createOfferedStart } from './store/showtimes.ts';
import { NO_PROXIES, trustOf, type TrustedProxies } from './addresses/trustedProxies.ts';

const BODY_LIMIT = 16 * 1024;
/**
 * The longest path that Node accepts (16 KB) with every byte percent-encoded, so that a very long title gets a 404 like any
 * unknown title.
 */
const MAX_PATH_PART = 3 * 16 * 1024;
const HEADERS_TIMEOUT_MILLISECONDS = 10_000;
const REQUEST_TIMEOUT_MILLISECONDS = 15_000;
const CONNECTIONS_CHECK_MILLISECONDS = 2000;
/** Each wait for a connection and each statement that begins before then ends within 20 s of the arrival (reliability 43). */
const DEADLINE_MILLISECONDS = 10_000;

export interface AppOptions {
  /** An open, migrated database. The application does not close it. */
  readonly db: Kysely<Schema>;
  /** Whether the database can be reached; by default it always counts as reachable. */
  readonly isReachable?: () => boolean;
  /** The current time in epoch milliseconds. */
  readonly now: () => number;
  /** The cinema's IANA time zone. */
  readonly zone: string;
  readonly logger?: NonNullable<FastifyServerOptions['logger']>;
  /** The folder of the built pages; undefined serves only the API. */
  readonly pagesDirectory?: string | undefined;
  /** Renders the pages in every language; by default the built views in `pagesDirectory` do. */
  readonly render?: RenderDocument | undefined;
  readonly renderLimits?: Partial<RenderLimits> | undefined;
  /** The public origin of the product, for the links in documents; undefined takes the origin of each request. */
  readonly publicOrigin?: string | undefined;
  /** The trusted proxies in front of the server; none by default. */
  readonly trustProxy?: TrustedProxies;
  /** Whether Strict-Transport-Security includes subdomains; by default it does not. */
  readonly hstsSubdomains?: boolean;
  /** The cost of a password hash, by default `PASSWORD_COST`. Tests use a lower one. */
  readonly passwordCost?: PasswordCost | undefined;
  readonly metrics?: Metrics | undefined;
  /** Requests are refused while the event loop is delayed by more than this, in milliseconds; undefined is no limit. */
  readonly maxDelay?: number;
  /** A URI to report vulnerabilities to; undefined serves no security.txt. */
  readonly securityContact?: string | undefined;
  readonly rateLimits?: Partial<RateLimits> | undefined;
  readonly holdLimits?: Partial<HoldLimits> | undefined;
  /** Minutes before the start of a screening from which its tickets are admitted. */
  readonly doorOpensMinutes?: number | undefined;
  /** Milliseconds after the arrival of a request in which its statements and hashes may begin; 10 s by default. */
  readonly deadline?: number | undefined;
  readonly connectionLimits?: Partial<ConnectionLimits> | undefined;
  readonly seatFeedLimits?: Partial<SeatFeedLimits> | undefined;
  /** The channel between commands and feeds; tests watch it. */
  readonly seatChanges?: SeatChanges | undefined;
}

/** Creates the whole product as a Fastify application. `app.inject` sends it requests without a port. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, now, zone, logger = false, pagesDirectory, trustProxy = NO_PROXIES, metrics, maxDelay } = options;
  const isProxy = trustOf(trustProxy);
  const documents =
    pagesDirectory === undefined
      ? undefined
      : await forLanguages((language) => readPageDocument(pagesDirectory, language, zone));
  const doors = await forLanguages(async (language) =>
    pagesDirectory === undefined ? undefined : readDoorDocument(pagesDirectory, language, zone),
  );
  const answer = answerProblem(
    (code) => metrics?.countError(code),
    (request) =>
      wantsPage(request) ? (isDoor(request.url) ? doors : documents)?.[languageAt(request.url)]?.plain : undefined,
  );
  const app: FastifyInstance = Fastify({
    logger,
    trustProxy: isProxy ?? false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MILLISECONDS,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MILLISECONDS,
    },
    routerOptions: { maxParamLength: MAX_PATH_PART },
    return503OnClosing: false,
    rewriteUrl: (request) => routableUrl(requestTarget(request)),
    genReqId: () => randomUUID(),
    clientErrorHandler: answerClientError,
    frameworkErrors: answer,
  });
  limitConnections(app, isProxy, options.connectionLimits);
  app.setErrorHandler(answer);
  app.setNotFoundHandler(async () => {
    throw new ApiError('not_found');
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // The code in the browser sets its clock by this header. Node's own header would ignore `now`.
    reply.header('date', new Date(now()).toUTCString());
  });
  // Registered before every hook that refuses requests, so that refusals have these headers as well.
  securityHeaders(app, {
    pages: sourcesOf(documents),
    door: sourcesOf(doors),
    behindTls: isProxy !== undefined,
    hstsSubdomains: options.hstsSubdomains,
  });
  const { seatChanges = createSeatChanges() } = options;
  const seatFeeds = createSeatFeeds({ db, seatChanges, log: app.log, now, limits: options.seatFeedLimits });
  metrics?.watch(app, () => seatFeeds.count());
  refuseWhileClosing(app);
  app.addHook('preClose', () => seatFeeds.close());
  if (maxDelay !== undefined) await shedLoad(app, maxDelay);

  wellKnownFiles(app, { db, securityContact: options.securityContact, now, publicOrigin: options.publicOrigin });
  const { isReachable = () => true } = options;
  const movies = createKnownMovies(db, isReachable);
  const dependencies = {
    db,
    isReachable,
    movies,
    now,
    zone,
    offeredStart: createOfferedStart(zone),
    authentication: createAuthentication(db, now),
    doors: createDoorAuthentication(db, now),
    doorOpensMinutes: options.doorOpensMinutes ?? DOOR_OPENS_MINUTES,
    countAdmission: (answer: Admission['answer']) => metrics?.countAdmission(answer),
    passwords: createPasswords({ cost: options.passwordCost }),
    seatFeeds,
    seatChanges,
    rateLimits: options.rateLimits,
    holdLimits: { ...HOLD_LIMITS, ...options.holdLimits },
    deadline: options.deadline ?? DEADLINE_MILLISECONDS,
  };
  await app.register(
    async (api) => {
      await compressAnswers(api);
      await apiRoutes(api, dependencies);
    },
    { prefix: '/api' },
  );
  if (pagesDirectory !== undefined) await staticFiles(app, pagesDirectory);
  if (documents !== undefined && pagesDirectory !== undefined) {
    const renderers = await forLanguages(async (each) => options.render ?? loadRenderer(pagesDirectory, each));
    const { renderLimits, publicOrigin } = options;
    await app.register(async (pages) =>
      answerWithPage(pages, {
        documents,
        doors,
        renderers,
        renderLimits,
        seatChanges,
        hasFilm: movies.has,
        listFilms: movies.list,
        now,
        zone,
        publicOrigin,
      }),
    );
  }
  return app;
}

/** The Content-Security-Policy sources of the documents in all languages. */
function sourcesOf(documents: Readonly<Record<Language, InlineDocument | undefined>> | undefined) {
  const all = Object.values(documents ?? {}).filter((document) => document !== undefined);
  return {
    scriptSources: [...new Set(all.flatMap(({ scriptSources }) => scriptSources))],
    styleSources: [...new Set(all.flatMap(({ styleSources }) => styleSources))],
  };
}
