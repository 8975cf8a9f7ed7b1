import * as v from 'valibot';
import type { Snapshot } from 'xstate';
import { moviesSchema } from '#contract/movie.ts';

/** After how many hours a document is too old to resume from. Until the first response the clock may be a day off. */
const MAX_HOURS = 36;

/** Where the machines of a document stood when the server drew it. */
export interface Snapshots {
  /** When the server rendered the document, in epoch milliseconds. */
  readonly renderedAt: number;
  readonly app: Snapshot<unknown>;
  /** Of the page's own machine, if it has one. */
  readonly page: Snapshot<unknown> | undefined;
}

const isSnapshot = (input: unknown): input is Snapshot<unknown> => v.is(activeSchema, input);
const activeSchema = v.object({ status: v.literal('active'), context: v.record(v.string(), v.unknown()) });

const snapshotsSchema = v.object({
  renderedAt: v.number(),
  app: v.pipe(
    v.custom<Snapshot<unknown>>(isSnapshot),
    v.check((app) => v.is(catalogueSchema, app)),
  ),
  page: v.optional(v.custom<Snapshot<unknown>>(isSnapshot)),
});

const catalogueSchema = v.object({
  children: v.object({
    movies: v.object({ snapshot: v.object({ context: v.object({ movies: moviesSchema }) }) }),
  }),
});

/** Reads the snapshots that a document carries; undefined if it carries none, or none to go on from. Takes epoch milliseconds. */
export function readSnapshots(text: string | undefined, now: number): Snapshots | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), snapshotsSchema), text);
  if (!read.success || Math.abs(now - read.output.renderedAt) > MAX_HOURS * 3_600_000) return undefined;
  const { renderedAt, app, page } = read.output;
  return { renderedAt, app, page };
}
