import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { refuseForNow } from './refusal.ts';

const SAMPLE_MILLISECONDS = 500;
const STILL_ANSWERED = /^\/api\/health\/live(?:\?|$)/;

/** Refuses with `unavailable` while the event loop is later than it may be, so that the process does not drown (reliability 39). */
export async function shedLoad(app: FastifyInstance, longestDelayMilliseconds: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: longestDelayMilliseconds,
    sampleInterval: SAMPLE_MILLISECONDS,
    pressureHandler: (request) => {
      if (!STILL_ANSWERED.test(request.url)) throw refuseForNow(2);
    },
  });
}
