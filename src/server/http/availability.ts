import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { refuseForNow } from '../errors.ts';

const SAMPLE_MILLISECONDS = 1000;
const STILL_ANSWERED = /^\/api\/health\/live(?:\?|$)/;

/**
 * Refuses requests with `unavailable` while the delay of the event loop is too long, to let an overloaded process recover
 * (reliability 39).
 */
export async function shedLoad(app: FastifyInstance, maxDelayMilliseconds: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMilliseconds,
    sampleInterval: SAMPLE_MILLISECONDS,
    pressureHandler: (request, _reply, _type, delay) => {
      // The delay is Infinity for an interval without samples, for example after the machine slept. That is not an overload.
      if (delay === Number.POSITIVE_INFINITY || STILL_ANSWERED.test(request.url)) return;
      throw refuseForNow(2);
    },
  });
}

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
