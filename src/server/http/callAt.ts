import { calls, type Call } from '#contract/calls.ts';

const BASE = '/api';

const callsByRoute: ReadonlyMap<string, Call> = new Map(
  Object.values<Call>(calls).map((call) => [`${call.method} ${BASE}${routePath(call)}`, call]),
);

/** The path of a call below `/api` in the syntax of Fastify's routes: `/movie/:title`. */
export function routePath({ path }: Pick<Call, 'path'>): string {
  return `/${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
}

/** The call of a route, by method and path; undefined for a route that is not a call. */
export function callAt(method: string, url: string | undefined): Call | undefined {
  return callsByRoute.get(`${method} ${url}`);
}
