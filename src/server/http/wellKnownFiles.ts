import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';

const A_DAY = 'public, max-age=86400';
const VALID_FOR = 90 * 86_400_000;
const PLAIN = 'text/plain; charset=utf-8';

/** Keeps search engines away from the API and from pages that are empty for users who are not signed in. */
const ROBOTS = `User-agent: *
Disallow: /api/
Disallow: /my-info
Disallow: /my-tickets
Disallow: /topup
Disallow: /transactions
Disallow: /withdraw
`;

/**
 * Serves `/robots.txt`, and `/.well-known/security.txt` (RFC 9116) if the operator has set a contact. The file expires 90 days
 * after each request, because a running server counts as proof that the contact is current. Other `/.well-known` paths get 404.
 */
export function wellKnownFiles(
  app: FastifyInstance,
  { securityContact, now }: { readonly securityContact: string | undefined; readonly now: () => number },
): void {
  app.get('/robots.txt', (_request, reply) => reply.type(PLAIN).header('cache-control', A_DAY).send(ROBOTS));
  app.get('/.well-known/*', async () => {
    throw new ApiError('not_found');
  });
  if (securityContact === undefined) return;
  app.get('/.well-known/security.txt', (_request, reply) => {
    const expires = new Date(now() + VALID_FOR).toISOString();
    const text = `Contact: ${securityContact}\nExpires: ${expires}\nPreferred-Languages: en, id\n`;
    return reply.type(PLAIN).header('cache-control', A_DAY).send(text);
  });
}
