import { LRUCache } from 'lru-cache';
import type { FastifyRequest } from 'fastify';
import type { SeatChanges } from '../seatChanges.ts';
import type { PackedDocument } from './packDocument.ts';

const MAX_DOCUMENTS = 150;
const TTL_MILLISECONDS = 1000;

/** Renders the document at an address; undefined when it may not be rendered now, which is not cached. */
export type RenderDocument = (url: URL, request: FastifyRequest) => Promise<PackedDocument | undefined>;

/** Rendered documents, cached for a second: one rendering serves all who ask at once. */
export interface DocumentCache {
  /** The document at an address, which holds nothing but what it is rendered by. Throws what rendering throws. */
  readonly fetch: (url: URL, request: FastifyRequest) => Promise<PackedDocument | undefined>;
  readonly close: () => Promise<void>;
}

/** Caches what is rendered; documents with seats go as soon as a seat is sold or freed. */
export function createDocumentCache(render: RenderDocument, seatChanges: SeatChanges): DocumentCache {
  const open = () =>
    new LRUCache<string, PackedDocument, FastifyRequest>({
      max: MAX_DOCUMENTS,
      ttl: TTL_MILLISECONDS,
      ttlResolution: 0,
      perf: { now: () => performance.now() },
      fetchMethod: (address, _stale, { context }) => render(new URL(address), context),
    });
  const pages = open();
  let halls = open();
  // A new cache instead of a cleared one: what is still being rendered reaches those who asked before, and nobody else.
  const close = seatChanges.subscribe(() => (halls = open()));

  return {
    fetch: (url, request) => (url.searchParams.has('time') ? halls : pages).fetch(url.href, { context: request }),
    close,
  };
}
