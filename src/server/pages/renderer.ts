import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { basePath, type Language } from '#domain/languages.ts';

const renderedSchema = v.object({
  status: v.picklist([200, 404, 503]),
  expiresAt: v.optional(v.number()),
  module: v.string(),
  head: v.string(),
  page: v.string(),
  snapshot: v.string(),
});

/**
 * A rendered page. `module` is its file as the build's manifest names it; `snapshot` is JSON that is safe inside a script element.
 * Browsers may show the document again until `expiresAt`, in epoch milliseconds; undefined: never.
 */
export type RenderedDocument = v.InferOutput<typeof renderedSchema>;

/** The request that a document is rendered for; `now` in epoch milliseconds. */
export interface DocumentRequest {
  readonly url: URL;
  readonly fetch: typeof fetch;
  readonly now: number;
  readonly zone: string;
}

/** Renders a document. Throws when a view fails, or when its data does not arrive within `timeout` milliseconds. */
export type RenderDocument = (request: DocumentRequest, timeout: number) => Promise<RenderedDocument>;

const rendererSchema = v.object({ renderDocument: v.function() });

/** Loads the views of a language that the build made for the server; undefined if it made none. */
export async function loadRenderer(directory: string, language: Language): Promise<RenderDocument | undefined> {
  const file = join(directory, '.server', basePath(language), 'renderDocument.js');
  if (!existsSync(file)) return undefined;
  const { renderDocument } = v.parse(rendererSchema, { ...(await import(pathToFileURL(file).href)) });
  return async (request, timeout) => v.parse(renderedSchema, await renderDocument(request, timeout));
}
