import * as v from 'valibot';
import type { Snapshot } from 'xstate';
import { moviesSchema } from '#contract/movie.ts';
import type { AppLocation } from '#machines/navigation.ts';
import type { LoadedPage } from './pageData.ts';

/** Older documents are not resumed. The limit is generous, because the clock may be a day off until the first response. */
const MAX_AGE_HOURS = 36;

const isActive = (input: unknown): input is Snapshot<unknown> => v.is(activeSchema, input);
const activeSchema = v.object({ status: v.literal('active'), context: v.record(v.string(), v.unknown()) });

const moviesChildSchema = v.object({ snapshot: v.object({ context: v.object({ movies: moviesSchema }) }) });
const pageChildSchema = v.object({ src: v.string(), snapshot: v.custom<Snapshot<unknown>>(isActive) });

const documentSchema = v.object({
  renderedAt: v.number(),
  app: v.custom<Snapshot<unknown>>(isActive),
});

const childrenSchema = v.object({
  children: v.object({ movies: moviesChildSchema, page: v.optional(pageChildSchema) }),
});

/** Reads the root's snapshot from a document; undefined when it is missing, invalid, too old or of another page. Times in epoch ms. */
export function readSnapshot(
  text: string | undefined,
  now: number,
  location: AppLocation,
  page: LoadedPage | undefined,
): { readonly snapshot: Snapshot<unknown>; readonly renderedAt: number } | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), documentSchema), text);
  if (!read.success || Math.abs(now - read.output.renderedAt) > MAX_AGE_HOURS * 3_600_000) return undefined;
  const { app: snapshot, renderedAt } = read.output;
  const children = v.safeParse(childrenSchema, snapshot);
  if (!children.success) return undefined;
  const child = children.output.children.page;
  if (child === undefined) return { snapshot, renderedAt };
  const isAccepted = child.src === page?.machine && page.data.accepts?.(child.snapshot, location) === true;
  return isAccepted ? { snapshot, renderedAt } : undefined;
}
