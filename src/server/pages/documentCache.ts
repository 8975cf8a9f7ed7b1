import { LRUCache } from 'lru-cache';
import type { FastifyRequest } from 'fastify';
import type { SeatChanges } from '../seatChanges.ts';
import type { PackedDocument } from './packDocument.ts';

const MAX_DOCUMENTS = 150;
const TTL_MILLISECONDS = 1000;

/** Renders the document at a URL. Undefined when the limits do not allow it now; that is not cached. */
export type RenderUrl = (url: URL, request: FastifyRequest) => Promise<PackedDocument | undefined>;

/** A cache of rendered documents. Concurrent requests for the same document share one rendering. */
export interface DocumentCache {
  /**
   * The document at a URL. Throws what rendering throws.
   * @param url Without parameters that rendering does not use, because the whole URL is the key.
   */
  readonly fetch: (url: URL, request: FastifyRequest) => Promise<PackedDocument | undefined>;
  readonly close: () => Promise<void>;
}

/** Caches each document for one second. Documents with a seat map are dropped as soon as a seat is sold or freed. */
export function createDocumentCache(render: RenderUrl, seatChanges: SeatChanges): DocumentCache {
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
  // Replaces the cache instead of clearing it: a rendering in progress still serves the requests that wait for it, but no new ones.
  const close = seatChanges.subscribe(() => (halls = open()));

  return {
    fetch: (url, request) => (url.searchParams.has('time') ? halls : pages).fetch(url.href, { context: request }),
    close,
  };
}
