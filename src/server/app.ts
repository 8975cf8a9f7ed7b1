import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { Kysely } from 'kysely';
import { createAuthentication } from './auth/authentication.ts';
import { createPasswords, type PasswordCost } from './auth/passwords.ts';
import type { Schema } from './db/schema.ts';
import { ApiError } from './errors/apiError.ts';
import { createLiveSeats, type LiveSeatsLimits } from './feeds/liveSeats.ts';
import { createSeatChanges } from './seatChanges.ts';
import { answerClientError } from './http/answerClientError.ts';
import { answerProblem } from './http/answerProblem.ts';
import { compressAnswers } from './http/compressAnswers.ts';
import { limitConnections, type ConnectionLimits } from './http/limitConnections.ts';
import type { Metrics } from './http/metrics.ts';
import type { RateLimits } from './http/rateLimits.ts';
import { refuseWhileClosing } from './http/refuseWhileClosing.ts';
import { securityHeaders } from './http/securityHeaders.ts';
import { shedLoad } from './http/shedLoad.ts';
import { wellKnownFiles } from './http/wellKnownFiles.ts';
import { answerWithPage, routableUrl, wantsPage } from './pages/answerWithPage.ts';
import { loadRenderer, type RenderDocument } from './pages/renderer.ts';
import type { RenderLimits } from './pages/limitRendering.ts';
import { readPageDocument } from './pages/pageDocument.ts';
import { staticFiles } from './pages/staticFiles.ts';
import { apiRoutes } from './routes/apiRoutes.ts';
import { createOfferedStart } from './store/showtimes.ts';
import { NO_PROXIES, trustOf, type TrustedProxies } from './addresses/trustedProxies.ts';

const BODY_LIMIT = 16 * 1024;
/** As long as headers may be, every byte percent-encoded: a title that long is not found, like any other that no film has. */
const MAX_PATH_PART = 3 * 16 * 1024;
const HEADERS_TIMEOUT_MILLISECONDS = 10_000;
const REQUEST_TIMEOUT_MILLISECONDS = 15_000;
const CONNECTIONS_CHECK_MILLISECONDS = 2000;

export interface AppOptions {
  /** An open, migrated database. The application does not close it. */
  readonly db: Kysely<Schema>;
  /** The present, in epoch milliseconds. */
  readonly now: () => number;
  /** The cinema's IANA time zone. */
  readonly zone: string;
  readonly logger?: NonNullable<FastifyServerOptions['logger']>;
  /** The folder of the built pages; without it only the API is served. */
  readonly pagesDirectory?: string | undefined;
  /** Draws the pages; else the built views of that folder do. */
  readonly render?: RenderDocument | undefined;
  readonly renderLimits?: Partial<RenderLimits> | undefined;
  /** The address that the product is known by, which documents name; else the one that each is asked for at. */
  readonly publicOrigin?: string | undefined;
  /** The proxies in front; none unless told. */
  readonly trustProxy?: TrustedProxies;
  /** The cost of a hash of a password, `PASSWORD_COST` unless told; tests ask for a cheap one. */
  readonly passwordCost?: PasswordCost | undefined;
  readonly metrics?: Metrics | undefined;
  /** The delay of the event loop, in milliseconds, beyond which requests are refused; without it none is. */
  readonly maxDelay?: number;
  /** Where a weakness is told, as a URI; without it no security.txt is served. */
  readonly securityContact?: string | undefined;
  readonly rateLimits?: Partial<RateLimits> | undefined;
  readonly connectionLimits?: Partial<ConnectionLimits> | undefined;
  readonly liveSeatsLimits?: Partial<LiveSeatsLimits> | undefined;
}

/** The whole product as a Fastify application; `app.inject` reaches it without a port. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, now, zone, logger = false, pagesDirectory, trustProxy = NO_PROXIES, metrics, maxDelay } = options;
  const isProxy = trustOf(trustProxy);
  const page = pagesDirectory === undefined ? undefined : await readPageDocument(pagesDirectory, zone);
  const answer = answerProblem(
    (code) => metrics?.countError(code),
    (request) => (wantsPage(request) ? page?.plain : undefined),
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
    rewriteUrl: ({ url = '/' }) => routableUrl(url),
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
    // Browsers set their clock by it. Node would write its own, whatever `now` says.
    reply.header('date', new Date(now()).toUTCString());
  });
  // Before anything refuses a request, so that refusals have them, too.
  securityHeaders(app, {
    scriptSources: page?.scriptSources ?? [],
    styleSources: page?.styleSources ?? [],
    behindTls: isProxy !== undefined,
  });
  const seatChanges = createSeatChanges();
  const liveSeats = createLiveSeats({ db, seatChanges, log: app.log, limits: options.liveSeatsLimits });
  metrics?.watch(app, () => liveSeats.count());
  refuseWhileClosing(app);
  app.addHook('preClose', () => liveSeats.close());
  if (maxDelay !== undefined) await shedLoad(app, maxDelay);

  wellKnownFiles(app, { securityContact: options.securityContact, now });
  const dependencies = {
    db,
    now,
    offeredStart: createOfferedStart(zone),
    authentication: createAuthentication(db, now),
    passwords: createPasswords({ cost: options.passwordCost }),
    liveSeats,
    seatChanges,
    rateLimits: options.rateLimits,
  };
  await app.register(
    async (api) => {
      await compressAnswers(api);
      await apiRoutes(api, dependencies);
    },
    { prefix: '/api' },
  );
  if (pagesDirectory !== undefined) await staticFiles(app, pagesDirectory);
  if (page !== undefined && pagesDirectory !== undefined) {
    const render = options.render ?? (await loadRenderer(pagesDirectory));
    const { renderLimits, publicOrigin } = options;
    await app.register(async (pages) =>
      answerWithPage(pages, { document: page, render, renderLimits, seatChanges, now, zone, publicOrigin }),
    );
  }
  return app;
}
