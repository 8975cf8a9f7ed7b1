import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { SEATS_CHANNEL } from './migrations/0003-announcements.ts';
import type { HearChange, SeatChanges } from './seatChanges.ts';

const PAUSE_MILLISECONDS = 500;
const PULSE_MILLISECONDS = 10_000;
const LONGEST_ANSWER_MILLISECONDS = 5000;

/**
 * Hears what `announce_seats` tells through PostgreSQL, on one connection of its own that is opened again when it is lost;
 * each time it is open, any hall may have changed unheard. Takes a `postgres://` URL.
 */
export function listenOnPostgres(url: string): SeatChanges {
  return {
    listen(hear) {
      const stopping = new AbortController();
      const listening = keepListening(url, hear, stopping.signal);
      return async () => {
        stopping.abort();
        await listening;
      };
    },
  };
}

async function keepListening(url: string, hear: HearChange, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await listenOnce(url, hear, stopping).catch(() => undefined);
    await wait(PAUSE_MILLISECONDS, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** Listens until the connection is lost or nobody wants to hear any more. */
async function listenOnce(url: string, hear: HearChange, stopping: AbortSignal): Promise<void> {
  const client = new Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: LONGEST_ANSWER_MILLISECONDS,
    query_timeout: LONGEST_ANSWER_MILLISECONDS,
  });
  const over = Promise.withResolvers<void>();
  const end = () => over.resolve();
  client.on('error', end);
  client.on('end', end);
  stopping.addEventListener('abort', end);
  let pulse: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
    const ours = `${rows[0]?.schema ?? ''} `;
    client.on('notification', ({ payload = '' }) => {
      if (payload.startsWith(ours)) hear(payload.slice(ours.length));
    });
    await client.query(`listen ${SEATS_CHANNEL}`);
    hear();
    pulse = setInterval(() => void client.query('select 1').catch(end), PULSE_MILLISECONDS);
    await over.promise;
  } finally {
    clearInterval(pulse);
    stopping.removeEventListener('abort', end);
    await client.end().catch(() => undefined);
  }
}
