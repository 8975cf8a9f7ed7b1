import type { FastifyInstance } from 'fastify';
import { refuseForNow } from '../errors/apiError.ts';

/** Once the application closes, refuses new requests with `unavailable`, and closes each connection after its pending response. */
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
