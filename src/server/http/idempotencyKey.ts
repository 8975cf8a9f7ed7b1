import type { FastifyRequest } from 'fastify';
import { refuseField } from '../errors/apiError.ts';

const HEADER = 'idempotency-key';
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** The Idempotency-Key of a request, if it has one. Throws `invalid_request` unless it is 1 to 255 visible ASCII characters. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers[HEADER];
  if (header === undefined) return undefined;
  if (typeof header === 'string' && VISIBLE_ASCII.test(header)) return header;
  throw refuseField('Idempotency-Key', 'Idempotency-Key must be 1 to 255 visible ASCII characters');
}
