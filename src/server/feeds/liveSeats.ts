import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { soldSeatsSchema } from '#contract/bookedSeats.ts';
import type { Schema } from '../db/schema.ts';
import { hallKey, type Hall, type SeatChanges } from '../db/seatChanges.ts';
import { networkOf } from '../store/networkOf.ts';
import { refuseAttempts, refuseForNow } from '../errors/refusal.ts';
import { listSoldSeats } from '../store/bookedSeats.ts';

const REFUSED_FOR_SECONDS = 5;
const RECONNECT_MILLISECONDS = 1000;
const READ_AGAIN_MILLISECONDS = 1000;
const SHORTEST_PAUSE_MILLISECONDS = 100;
const HEARTBEAT = Buffer.from(':\n\n');

/** How many feeds may be open at once, and what becomes of a silent or a slow one (reliability 37). */
export interface LiveSeatsLimits {
  readonly inAll: number;
  /** Of one address: a school or an office shares one. */
  readonly ofOneAddress: number;
  /** How often a feed gives a sign of life. */
  readonly heartbeatMilliseconds: number;
  /** Bytes that a reader may leave waiting before it is dropped. */
  readonly longestBacklog: number;
}

const LIMITS: LiveSeatsLimits = {
  inAll: 5000,
  ofOneAddress: 1200,
  heartbeatMilliseconds: 15_000,
  longestBacklog: 16 * 1024,
};

/** The feeds that tell whose seats are sold while a hall is open on screens. */
export interface LiveSeats {
  /**
   * A feed of server-sent events: all seats sold of a hall, at once and after each change.
   * Throws `too_many_attempts` or `unavailable` beyond the limits.
   */
  open(hall: Hall, address: string): Readable;
  /** How many feeds are open. */
  count(): number;
  /** Ends every feed, so that its reader connects to another process. */
  close(): Promise<void>;
}

interface OpenHall {
  readonly hall: Hall;
  /** What each feed was told last. */
  readonly feeds: Map<Readable, Buffer | undefined>;
  reading: boolean;
  changed: boolean;
}

/** Live seats on a database: a hall's seats are read once for a change, however many watch it. */
export function createLiveSeats({
  db,
  seatChanges,
  log,
  limits = {},
}: {
  readonly db: Kysely<Schema>;
  readonly seatChanges: SeatChanges;
  readonly log: FastifyBaseLogger;
  readonly limits?: Partial<LiveSeatsLimits> | undefined;
}): LiveSeats {
  const { inAll, ofOneAddress, heartbeatMilliseconds, longestBacklog } = { ...LIMITS, ...limits };
  const halls = new Map<string, OpenHall>();
  const perNetwork = new Map<string, number>();
  let count = 0;
  let closed = false;
  let stopListening: (() => Promise<void>) | undefined;
  const heartbeat = setInterval(() => {
    for (const { feeds } of halls.values()) for (const feed of feeds.keys()) send(feed, HEARTBEAT);
  }, heartbeatMilliseconds).unref();

  function hear(key?: string): void {
    const changed = key === undefined ? halls.values() : [halls.get(key)];
    for (const open of changed) if (open !== undefined) void refresh(open);
  }

  /** Reads a hall and tells its feeds; whatever changes meanwhile is read together, a moment later. */
  async function refresh(open: OpenHall): Promise<void> {
    open.changed = true;
    if (open.reading) return;
    open.reading = true;
    while (open.changed && open.feeds.size > 0) {
      open.changed = false;
      try {
        tell(open, eventOf(await listSoldSeats(db, open.hall)));
        await wait(SHORTEST_PAUSE_MILLISECONDS, undefined, { ref: false });
      } catch (error) {
        log.warn({ err: error }, 'the seats of a hall could not be read');
        open.changed = true;
        await wait(READ_AGAIN_MILLISECONDS, undefined, { ref: false });
      }
    }
    open.reading = false;
  }

  function tell({ feeds }: OpenHall, event: Buffer): void {
    for (const [feed, before] of feeds) {
      if (before?.equals(event) === true) continue;
      feeds.set(feed, event);
      send(feed, event);
    }
  }

  /** A reader that does not take what it is sent is dropped; it may connect again and learns all at once. */
  function send(feed: Readable, bytes: Buffer): void {
    if (feed.readableEnded || feed.destroyed) return;
    feed.push(bytes);
    if (feed.readableLength > longestBacklog) feed.destroy();
  }

  function leave(open: OpenHall, feed: Readable, network: string): void {
    if (!open.feeds.delete(feed)) return;
    count -= 1;
    const others = (perNetwork.get(network) ?? 0) - 1;
    if (others > 0) perNetwork.set(network, others);
    else perNetwork.delete(network);
    if (open.feeds.size === 0) halls.delete(hallKey(open.hall));
  }

  return {
    open(hall, address) {
      const network = networkOf(address);
      const others = perNetwork.get(network) ?? 0;
      if (closed || count >= inAll) throw refuseForNow(REFUSED_FOR_SECONDS);
      if (others >= ofOneAddress) throw refuseAttempts(REFUSED_FOR_SECONDS);
      stopListening ??= seatChanges.listen(hear);
      const key = hallKey(hall);
      const open = halls.get(key) ?? { hall, feeds: new Map(), reading: false, changed: false };
      halls.set(key, open);
      const feed = new Readable({ read: () => undefined });
      open.feeds.set(feed, undefined);
      perNetwork.set(network, others + 1);
      count += 1;
      feed.once('close', () => leave(open, feed, network));
      send(
        feed,
        Buffer.from(`retry: ${RECONNECT_MILLISECONDS + Math.round(Math.random() * RECONNECT_MILLISECONDS)}\n`),
      );
      void refresh(open);
      return feed;
    },

    count: () => count,

    async close() {
      closed = true;
      clearInterval(heartbeat);
      for (const { feeds } of halls.values()) for (const feed of feeds.keys()) feed.push(null);
      await stopListening?.();
    },
  };
}

function eventOf(seatNumbers: number[]): Buffer {
  return Buffer.from(`data: ${JSON.stringify(v.parse(soldSeatsSchema, { seatNumbers }))}\n\n`);
}
