import type { BrowserContext, CDPSession } from 'playwright-core';
import * as v from 'valibot';
import { openSlowPage } from './slowPhone.ts';

/** The kinds of work on the main thread, by the names of their trace events. */
const KINDS = {
  parse: ['ParseHTML', 'ParseAuthorStyleSheet'],
  style: ['UpdateLayoutTree', 'RecalculateStyles', 'ScheduleStyleRecalculation'],
  layout: ['Layout', 'IntersectionObserverController::computeIntersections'],
  paint: [
    'PrePaint',
    'Paint',
    'Layerize',
    'UpdateLayer',
    'UpdateLayerTree',
    'Commit',
    'CompositeLayers',
    'DecodeImage',
  ],
  script: [
    'EvaluateScript',
    'FunctionCall',
    'TimerFire',
    'FireAnimationFrame',
    'RunMicrotasks',
    'v8.compile',
    'v8.compileModule',
    'v8.evaluateModule',
    'v8.produceCache',
    'MinorGC',
    'MajorGC',
    'EventDispatch',
  ],
} as const;

/** `other` is the rest of the tasks, mostly the loading of the document. */
export type Kind = keyof typeof KINDS | 'other';

/** Milliseconds on the main thread from the start of the navigation to the first contentful paint, without those of nested work. */
export type MainThread = Readonly<Record<Kind, number>>;

const eventSchema = v.object({
  name: v.string(),
  ph: v.string(),
  pid: v.number(),
  tid: v.number(),
  ts: v.number(),
  dur: v.optional(v.number(), 0),
  args: v.optional(v.object({ data: v.optional(v.object({ documentLoaderURL: v.optional(v.string()) })) })),
});
type TraceEvent = v.InferOutput<typeof eventSchema>;

const CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
  'loading',
  'toplevel',
  'v8',
];

/** Visits a page once with empty caches and a trace. Tracing costs time, so no other measure comes from this visit. */
export async function traceMainThread(context: BrowserContext, path: string): Promise<MainThread> {
  const { page } = await openSlowPage(context);
  const session = await context.newCDPSession(page);
  const events = await trace(session, async () => {
    await page.goto(path);
    await page.getByRole('heading').first().waitFor();
  });
  await page.close();
  return timesOf(events);
}

async function trace(session: CDPSession, visit: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const ended = Promise.withResolvers<void>();
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) {
      const read = v.safeParse(eventSchema, event);
      if (read.success) events.push(read.output);
    }
  });
  session.on('Tracing.tracingComplete', () => ended.resolve());
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] },
  });
  await visit();
  await session.send('Tracing.end');
  await ended.promise;
  return events;
}

function timesOf(events: readonly TraceEvent[]): MainThread {
  const paint = events.find(({ name }) => name === 'firstContentfulPaint');
  if (paint === undefined) throw new Error('The trace has no first contentful paint');
  // An SVG image is a document of its own, which has no URL.
  const start = events.find(
    ({ name, pid, args }) =>
      name === 'navigationStart' && pid === paint.pid && args?.data?.documentLoaderURL?.startsWith('http') === true,
  );
  const tasks = events
    .filter(({ ph, pid, tid, ts }) => ph === 'X' && pid === paint.pid && tid === paint.tid && ts < paint.ts)
    .filter(({ ts }) => ts >= (start?.ts ?? 0))
    .toSorted((one, other) => one.ts - other.ts || other.dur - one.dur);
  const times: Record<Kind, number> = { parse: 0, style: 0, layout: 0, paint: 0, script: 0, other: 0 };
  const open: { readonly kind: Kind; readonly end: number }[] = [];
  for (const { name, ts, dur } of tasks) {
    while ((open.at(-1)?.end ?? Infinity) <= ts) open.pop();
    const outer = open.at(-1);
    const kind = kindOf(name) ?? outer?.kind ?? 'other';
    const end = Math.min(ts + dur, paint.ts, outer?.end ?? Infinity);
    times[kind] += (end - ts) / 1000;
    if (outer !== undefined) times[outer.kind] -= (end - ts) / 1000;
    open.push({ kind, end });
  }
  return times;
}

function kindOf(name: string): Kind | undefined {
  const kinds: readonly (keyof typeof KINDS)[] = ['parse', 'style', 'layout', 'paint', 'script'];
  return kinds.find((kind) => KINDS[kind].some((known) => known === name));
}
