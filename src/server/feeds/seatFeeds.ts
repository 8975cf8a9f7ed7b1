import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { MarkedScreening } from '#domain/marks.ts';
import { FEED_HEARTBEAT } from '#domain/timings.ts';
import { refuseAttempts, refuseForNow } from '../errors.ts';
import { listTakenSeatsOfAll, parseTakenSeats, screeningKey, type ScreeningId } from '../store/takenSeats.ts';
import { networkOf } from '../addresses/clientAddress.ts';
import { seatEventOf } from './seatEvent.ts';
import type { SeatChanges } from '../seatChanges.ts';

const REFUSED_FOR_SECONDS = 5;
const RECONNECT_MILLISECONDS = 1000;
const READ_AGAIN_MILLISECONDS = 1000;
const SHORTEST_PAUSE_MILLISECONDS = 100;
/** A named event, because browsers hide comments from scripts: a page that hears none knows that something holds the feed back. */
const HEARTBEAT = Buffer.from('event: heartbeat\ndata: {}\n\n');

/** Limits and intervals of the seat feeds (reliability 37). */
export interface SeatFeedLimits {
  readonly inAll: number;
  /** For one address, which a whole school or office may share. */
  readonly ofOneAddress: number;
  /** How often each feed sends a heartbeat, so that neither end considers the connection dead. */
  readonly heartbeatMilliseconds: number;
  /** Bytes that may wait for a slow client. Beyond that its feed is closed. */
  readonly maxBacklog: number;
  /** How often one query reads the seats of all open screenings, to find sales by other processes (reliability 53). */
  readonly pollMilliseconds: number;
}

const LIMITS: SeatFeedLimits = {
  inAll: 5000,
  ofOneAddress: 1200,
  heartbeatMilliseconds: FEED_HEARTBEAT,
  maxBacklog: 16 * 1024,
  pollMilliseconds: 1000,
};

/** Server-sent events that keep an open seat map up to date. */
export interface SeatFeeds {
  /**
   * Opens a feed that sends all taken seats of a screening, first at once and then after each change. Throws `too_many_attempts`
   * beyond the limit of the address, and `unavailable` beyond the limit of all feeds.
   */
  open(screening: TitledScreening, address: string): Readable;
  /** The number of open feeds. */
  count(): number;
  /** Ends every feed, so that its client connects to another process, and stops listening to seat changes of this process. */
  close(): Promise<void>;
}

/** A screening, with the title of its film. */
type TitledScreening = ScreeningId & MarkedScreening;

interface OpenScreening {
  readonly screening: TitledScreening;
  /** The last event sent to each feed. */
  readonly feeds: Map<Readable, Buffer | undefined>;
  /** The taken seats as last read, a text of `listTakenSeatsOfAll`; undefined before the first read. */
  seats: string | undefined;
  /** The event with these seats. */
  event: Buffer;
}

/**
 * Creates the seat feeds of this process. One query reads the seats of all open screenings, for any number of clients; while no
 * feed is open, the database is not read.
 */
export function createSeatFeeds({
  db,
  seatChanges,
  log,
  now,
  limits = {},
}: {
  readonly db: Kysely<Schema>;
  readonly seatChanges: SeatChanges;
  readonly log: FastifyBaseLogger;
  /** The current time in epoch milliseconds. */
  readonly now: () => number;
  readonly limits?: Partial<SeatFeedLimits> | undefined;
}): SeatFeeds {
  const { inAll, ofOneAddress, heartbeatMilliseconds, maxBacklog, pollMilliseconds } = {
    ...LIMITS,
    ...limits,
  };
  const screenings = new Map<string, OpenScreening>();
  const perNetwork = new Map<string, number>();
  let count = 0;
  const closing = new AbortController();
  let reading = false;
  let changed = false;
  const heartbeat = setInterval(() => {
    for (const { feeds } of screenings.values()) for (const feed of feeds.keys()) send(feed, HEARTBEAT);
  }, heartbeatMilliseconds).unref();
  const polling = setInterval(() => void refresh(), pollMilliseconds).unref();
  const unsubscribe = seatChanges.subscribe(() => void refresh());

  /**
   * Reads the seats of all open screenings and sends changes to their feeds. Calls during a read lead to one further read, 100 ms
   * later.
   */
  async function refresh(): Promise<void> {
    changed = true;
    if (reading) return;
    reading = true;
    while (changed && screenings.size > 0 && !closing.signal.aborted) {
      changed = false;
      try {
        const open = [...screenings.values()];
        const taken = await listTakenSeatsOfAll(
          db,
          open.map(({ screening }) => screening),
          now(),
        );
        for (const each of open) broadcast(each, taken.get(screeningKey(each.screening)) ?? '');
        await pause(SHORTEST_PAUSE_MILLISECONDS);
      } catch (error) {
        log.warn({ err: error }, 'could not read the seats of the open screenings');
        changed = true;
        await pause(READ_AGAIN_MILLISECONDS);
      }
    }
    reading = false;
  }

  /** Waits, but not after the feeds are closed. */
  async function pause(milliseconds: number): Promise<void> {
    await wait(milliseconds, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
  }

  function broadcast(open: OpenScreening, seats: string): void {
    if (open.seats !== seats) open.event = eventOf(open.screening, seats);
    open.seats = seats;
    const { event } = open;
    for (const [feed, before] of open.feeds) {
      if (before?.equals(event) === true) continue;
      open.feeds.set(feed, event);
      send(feed, event);
    }
  }

  /** Sends bytes. Closes the feed of a client that reads too slowly; when it reconnects, it gets all sold seats again. */
  function send(feed: Readable, bytes: Buffer): void {
    if (feed.readableEnded || feed.destroyed) return;
    feed.push(bytes);
    if (feed.readableLength > maxBacklog) feed.destroy();
  }

  function leave(open: OpenScreening, feed: Readable, network: string): void {
    open.feeds.delete(feed);
    count -= 1;
    const others = (perNetwork.get(network) ?? 0) - 1;
    if (others > 0) perNetwork.set(network, others);
    else perNetwork.delete(network);
    if (open.feeds.size === 0) screenings.delete(screeningKey(open.screening));
  }

  return {
    open(screening, address) {
      const network = networkOf(address);
      const others = perNetwork.get(network) ?? 0;
      if (closing.signal.aborted || count >= inAll) throw refuseForNow(REFUSED_FOR_SECONDS);
      if (others >= ofOneAddress) throw refuseAttempts(REFUSED_FOR_SECONDS);
      const key = screeningKey(screening);
      const open = screenings.get(key) ?? { screening, feeds: new Map(), seats: undefined, event: HEARTBEAT };
      screenings.set(key, open);
      const feed = new Readable({ read: () => undefined });
      open.feeds.set(feed, undefined);
      perNetwork.set(network, others + 1);
      count += 1;
      feed.once('close', () => leave(open, feed, network));
      send(
        feed,
        Buffer.from(`retry: ${RECONNECT_MILLISECONDS + Math.round(Math.random() * RECONNECT_MILLISECONDS)}\n`),
      );
      void refresh();
      return feed;
    },

    count: () => count,

    async close() {
      closing.abort();
      clearInterval(heartbeat);
      clearInterval(polling);
      for (const { feeds } of screenings.values()) for (const feed of feeds.keys()) feed.push(null);
      await unsubscribe();
    },
  };
}

function eventOf(screening: TitledScreening, seats: string): Buffer {
  return Buffer.from(`data: ${JSON.stringify(seatEventOf(screening, parseTakenSeats(seats)))}\n\n`);
}
