import type { Page } from 'playwright-core';
import * as v from 'valibot';

const entriesSchema = v.object({
  paints: v.array(v.object({ name: v.string(), startTime: v.number() })),
  largest: v.array(v.object({ startTime: v.number(), element: v.string() })),
  tasks: v.array(v.object({ startTime: v.number(), duration: v.number() })),
  shifts: v.array(v.object({ value: v.number(), hadRecentInput: v.boolean() })),
  events: v.array(v.object({ interactionId: v.number(), duration: v.number() })),
  resources: v.array(v.object({ name: v.string(), encodedBodySize: v.number() })),
});

const MAX_SHORT_TASK = 50;
const KINDS = { script: /\.js$/, style: /\.css$/, font: /\.woff2$/, image: /\.(?:svg|png|jpe?g|webp|avif)$/ };

/** Web vitals of a page: times in milliseconds since the navigation started, sizes in bytes as transferred. */
export interface Vitals {
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly largestElement: string;
  /** Total blocking time: the parts of tasks beyond 50 ms, after the first paint. */
  readonly blocked: number;
  /** Total duration of all tasks longer than 50 ms: those that start before the first paint, and the later ones. */
  readonly longTasks: number;
  readonly longTasksBefore: number;
  readonly longTasksAfter: number;
  readonly shift: number;
  readonly slowestInteraction: number;
  readonly sizes: Readonly<Record<keyof typeof KINDS, number>>;
}

/** Records performance entries from the start of every document of the page. */
export async function watchVitals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const recorded = { paints: [], largest: [], tasks: [], shifts: [], events: [] };
    const types = {
      paint: recorded.paints,
      'largest-contentful-paint': recorded.largest,
      longtask: recorded.tasks,
      'layout-shift': recorded.shifts,
      event: recorded.events,
    };
    Reflect.set(window, 'recordedVitals', recorded);
    for (const [type, entries] of Object.entries(types)) {
      const record = (entry: PerformanceEntry) => {
        const element: unknown = Reflect.get(entry, 'element');
        const text = element instanceof Element ? `${element.localName} ${element.textContent}` : '';
        Reflect.apply(Array.prototype.push, entries, [{ ...entry.toJSON(), element: text }]);
      };
      const options = { type, buffered: true, durationThreshold: 16 };
      new PerformanceObserver((list) => list.getEntries().forEach(record)).observe(options);
    }
  });
}

export async function readVitals(page: Page): Promise<Vitals> {
  const recorded: unknown = await page.evaluate(() => ({
    ...Reflect.get(window, 'recordedVitals'),
    resources: performance.getEntriesByType('resource').map((entry) => entry.toJSON()),
  }));
  const { paints, largest, tasks, shifts, events, resources } = v.parse(entriesSchema, recorded);
  const firstPaint = paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0;
  const last = largest.at(-1);
  const long = tasks.filter(({ startTime }) => startTime >= firstPaint);
  const size = (kind: RegExp) =>
    sum(
      resources.filter(({ name }) => kind.test(new URL(name).pathname)).map(({ encodedBodySize }) => encodedBodySize),
    );
  return {
    firstPaint,
    largestPaint: last?.startTime ?? 0,
    largestElement: last?.element.slice(0, 24) ?? '',
    blocked: sum(long.map(({ duration }) => duration - MAX_SHORT_TASK)),
    longTasks: sum(tasks.map(durationOf)),
    longTasksBefore: sum(tasks.filter(({ startTime }) => startTime < firstPaint).map(durationOf)),
    longTasksAfter: sum(long.map(durationOf)),
    shift: sum(shifts.filter(({ hadRecentInput }) => !hadRecentInput).map(({ value }) => value)),
    slowestInteraction: Math.max(0, ...events.filter(({ interactionId }) => interactionId > 0).map(durationOf)),
    sizes: {
      script: size(KINDS.script),
      style: size(KINDS.style),
      font: size(KINDS.font),
      image: size(KINDS.image),
    },
  };
}

function durationOf({ duration }: { readonly duration: number }): number {
  return duration;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
