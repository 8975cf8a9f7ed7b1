import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { LANGUAGES, localPath } from '#domain/languages.ts';
import { PATHS, PERSONAL } from '#domain/paths.ts';
import { requestOrigin } from '../addresses/requestOrigin.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../errors.ts';
import { listMovies } from '../store/movies.ts';
import { sitemap } from './sitemap.ts';

const A_DAY = 'public, max-age=86400';
const AN_HOUR = 'public, max-age=3600';
const VALID_FOR = 90 * 86_400_000;
const PLAIN = 'text/plain; charset=utf-8';
const XML = 'application/xml; charset=utf-8';

/** The languages in which the operator reads reports. They do not follow from the languages of the pages. */
const READ_BY_OPERATOR = 'en, id';

/** Keeps search engines away from the API and from personal pages, which are empty for users who are not signed in. */
const ROBOTS = [
  'User-agent: *',
  'Disallow: /api/',
  ...LANGUAGES.flatMap((language) => Array.from(PERSONAL, (path) => `Disallow: ${localPath(language, path)}`)),
  '',
].join('\n');

interface WellKnownOptions {
  readonly db: Kysely<Schema>;
  readonly securityContact: string | undefined;
  readonly now: () => number;
  /** The public origin of the product; undefined takes the origin of each request. */
  readonly publicOrigin: string | undefined;
}

/**
 * Serves `/robots.txt`, `/sitemap.xml`, and `/.well-known/security.txt` (RFC 9116) if the operator has set a contact. The last one
 * expires 90 days after each request, because a running server counts as proof that the contact is current. Password managers find the
 * form at `/.well-known/change-password`, and programs that ignore the link find the icon. Other `/.well-known` paths get 404.
 */
export function wellKnownFiles(
  app: FastifyInstance,
  { db, securityContact, now, publicOrigin }: WellKnownOptions,
): void {
  const originOf = (request: FastifyRequest) => {
    const origin = publicOrigin ?? requestOrigin(request);
    if (origin === undefined) throw new ApiError('invalid_request');
    return origin;
  };
  app.get('/robots.txt', (request, reply) =>
    reply
      .type(PLAIN)
      .header('cache-control', A_DAY)
      .send(`${ROBOTS}Sitemap: ${originOf(request)}/sitemap.xml\n`),
  );
  app.get('/sitemap.xml', async (request, reply) => {
    const origin = originOf(request);
    return reply
      .type(XML)
      .header('cache-control', AN_HOUR)
      .send(sitemap(origin, await listMovies(db)));
  });
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect(PATHS.myInfo));
  app.get('/favicon.ico', (_request, reply) => reply.redirect('/icons/192.png'));
  app.get('/.well-known/*', async () => {
    throw new ApiError('not_found');
  });
  if (securityContact === undefined) return;
  app.get('/.well-known/security.txt', (_request, reply) => {
    const expires = new Date(now() + VALID_FOR).toISOString();
    const text = `Contact: ${securityContact}\nExpires: ${expires}\nPreferred-Languages: ${READ_BY_OPERATOR}\n`;
    return reply.type(PLAIN).header('cache-control', A_DAY).send(text);
  });
}
