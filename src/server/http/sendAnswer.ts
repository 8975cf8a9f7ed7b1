import type { FastifyReply } from 'fastify';
import type { Answer } from '../store/idempotency.ts';

/** Sends a response. A stored response that is repeated has the header `idempotency-replayed`. */
export function sendAnswer(reply: FastifyReply, { status, body, replayed }: Answer): FastifyReply {
  if (replayed) reply.header('idempotency-replayed', 'true');
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}
