import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { splitHosts } from './postgresHosts.ts';
import { SEATS_CHANNEL, type SeatChanges, type SeatsListener } from './seatChanges.ts';

const PAUSE_MILLISECONDS = 500;
const PULSE_MILLISECONDS = 10_000;
const LONGEST_ANSWER_MILLISECONDS = 5000;

/**
 * Listens to the notifications of `announce_seats` on one connection of its own, which is opened again when it is lost.
 * Takes a `postgres://` URL.
 */
export function listenOnPostgres(url: string): SeatChanges {
  return {
    subscribe(listener) {
      const stopping = new AbortController();
      const listening = keepListening(url, listener, stopping.signal);
      return async () => {
        stopping.abort();
        await listening;
      };
    },
  };
}

/** Of several hosts only the one that can write can be listened to, so each is tried in turn. */
async function keepListening(url: string, listener: SeatsListener, stopping: AbortSignal): Promise<void> {
  const hosts = splitHosts(url);
  for (let turn = 0; !stopping.aborted; turn += 1) {
    await listenOnce(hosts[turn % hosts.length] ?? url, listener, stopping).catch(() => undefined);
    await wait(PAUSE_MILLISECONDS, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** Listens until the connection is lost or `stopping` is aborted. */
async function listenOnce(url: string, listener: SeatsListener, stopping: AbortSignal): Promise<void> {
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
      if (payload.startsWith(ours)) listener(payload.slice(ours.length));
    });
    await client.query(`listen ${SEATS_CHANNEL}`);
    listener();
    pulse = setInterval(() => void client.query('select 1').catch(end), PULSE_MILLISECONDS);
    await over.promise;
  } finally {
    clearInterval(pulse);
    stopping.removeEventListener('abort', end);
    await client.end().catch(() => undefined);
  }
}
