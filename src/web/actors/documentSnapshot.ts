import * as v from 'valibot';
import type { Snapshot } from 'xstate';
import { moviesSchema } from '#contract/movie.ts';
import { DOCUMENT_MAX_AGE } from '#domain/timings.ts';
import type { AppLocation } from '#machines/navigation.ts';
import type { LoadedPage } from './pageData.ts';

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

/** The root's snapshot in a document, which was rendered at `renderedAt`, in epoch milliseconds. */
export interface DocumentSnapshot {
  readonly snapshot: Snapshot<unknown>;
  readonly renderedAt: number;
}

/** Reads the root's snapshot from a document; undefined when it is missing, invalid, too old or of another page. */
export function readSnapshot(
  text: string | undefined,
  now: number,
  location: AppLocation,
  page: LoadedPage | undefined,
): DocumentSnapshot | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), documentSchema), text);
  if (!read.success || Math.abs(now - read.output.renderedAt) > DOCUMENT_MAX_AGE) return undefined;
  const { app: snapshot, renderedAt } = read.output;
  const children = v.safeParse(childrenSchema, snapshot);
  if (!children.success) return undefined;
  const child = children.output.children.page;
  if (child === undefined) return { snapshot, renderedAt };
  const isAccepted = child.src === page?.machine && page.data.accepts?.(child.snapshot, location) === true;
  return isAccepted ? { snapshot, renderedAt } : undefined;
}
