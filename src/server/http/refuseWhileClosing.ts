import type { FastifyInstance } from 'fastify';
import { refuseForNow } from '../errors/apiError.ts';

/** Refuses new requests with `unavailable` once the application closes, and hangs up after those in flight. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', async () => {
    if (closing) throw refuseForNow();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}
