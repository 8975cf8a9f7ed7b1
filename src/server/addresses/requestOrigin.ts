import type { FastifyRequest } from 'fastify';

/** The origin that the client used, from the Host header. Undefined when that is not a host and a port. */
export function requestOrigin({ protocol, host }: FastifyRequest): string | undefined {
  const url = URL.parse(`${protocol}://${host}`);
  return url !== null && url.href === `${url.origin}/` ? url.origin : undefined;
}
