import { calls, type Call } from '#contract/calls.ts';

const BASE = '/api';

const callsByRoute: ReadonlyMap<string, Call> = new Map(
  Object.values<Call>(calls).map((call) => [`${call.method} ${BASE}${routePath(call)}`, call]),
);

/** The path of a call below `/api` as routes are written: `/movie/:title`. */
export function routePath({ path }: Pick<Call, 'path'>): string {
  return `/${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
}

/** The call that a route answers, by method and path; undefined when the route answers none. */
export function callAt(method: string, url: string | undefined): Call | undefined {
  return callsByRoute.get(`${method} ${url}`);
}
