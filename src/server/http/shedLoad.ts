import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { refuseForNow } from '../errors/apiError.ts';

const SAMPLE_MILLISECONDS = 1000;
const STILL_ANSWERED = /^\/api\/health\/live(?:\?|$)/;

/** Refuses with `unavailable` while the event loop is later than it may be, so that the process does not drown (reliability 39). */
export async function shedLoad(app: FastifyInstance, maxDelayMilliseconds: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMilliseconds,
    sampleInterval: SAMPLE_MILLISECONDS,
    pressureHandler: (request, _reply, _type, delay) => {
      // An interval without a single sample counts as endless: a machine that slept is not one that drowns.
      if (delay === Number.POSITIVE_INFINITY || STILL_ANSWERED.test(request.url)) return;
      throw refuseForNow(2);
    },
  });
}
