import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { errorsOf } from '#contract/calls.ts';
import { PROBLEM_MEDIA_TYPE, problemSchema } from '#contract/apiErrors.ts';
import { callAt } from '../../src/server/http/callAt.ts';

const sentSchema = v.pipe(v.string(), v.parseJson(), problemSchema);

/** Watches an application that is not ready yet; the list grows with every refusal that its call in `src/contract/calls.ts` does not list. */
export function watchApiErrors(app: FastifyInstance): readonly string[] {
  const unlisted: string[] = [];
  app.addHook('onSend', async ({ method, routeOptions }, reply, payload) => {
    const call = callAt(method, routeOptions.url);
    if (call === undefined || !String(reply.getHeader('content-type')).startsWith(PROBLEM_MEDIA_TYPE)) return;
    const { code } = v.parse(sentSchema, payload);
    if (!errorsOf(call).includes(code)) unlisted.push(`${method} ${call.path}: ${code}`);
  });
  return unlisted;
}
