import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { splitHosts } from './postgresHosts.ts';
import { createSeatChanges, type ToldSeatChanges } from './seatChanges.ts';

/** The channel of a database on which its processes tell each other: a schema, a space, the key of a screening. */
const CHANNEL = 'booked_seats';
const TELL_SQL = `select pg_notify('${CHANNEL}', current_schema() || ' ' || screening) from unnest($1::text[]) as screening`;

/** How patient the connection is that tells and listens, in milliseconds. */
interface Patience {
  /** Until it is opened anew. */
  readonly pause: number;
  /** Until it is tried whether it still works. */
  readonly pulse: number;
  /** Until an answer must have come. */
  readonly answer: number;
  /** Between two tellings: what changes meanwhile is told together. */
  readonly rest: number;
}

const PATIENCE: Patience = { pause: 500, pulse: 10_000, answer: 5000, rest: 50 };

/** Seat changes that other processes hear of, and those they tell. */
export interface PostgresSeatChanges extends ToldSeatChanges {
  /** Resolves when nothing is heard or told any more. */
  close(): Promise<void>;
}

/**
 * Tells of changed seats, after their COMMIT and never in a transaction that sells: NOTIFY lets one commit at a time
 * (reliability 53). One connection tells and listens; it is opened when it is first needed, and again when it is lost.
 * Takes a `postgres://` URL.
 */
export function openPostgresSeatChanges(url: string, changes: Partial<Patience> = {}): PostgresSeatChanges {
  const patience = { ...PATIENCE, ...changes };
  const here = createSeatChanges();
  const untold = new Set<string>();
  const stopping = new AbortController();
  const pause = (milliseconds: number) =>
    wait(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
  let running: Promise<void> | undefined;
  let connected: Client | undefined;
  let telling = false;

  const open = () => {
    if (!stopping.signal.aborted) running ??= keepOpen();
  };

  /** Of several hosts only the one that can write can be listened to, so each is tried in turn. */
  async function keepOpen(): Promise<void> {
    const hosts = splitHosts(url);
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      await openOnce(hosts[turn % hosts.length] ?? url).catch(() => undefined);
      await pause(patience.pause);
    }
  }

  /** Listens and tells until the connection is lost or the database is closed. */
  async function openOnce(host: string): Promise<void> {
    const client = new Client({
      connectionString: host,
      keepAlive: true,
      connectionTimeoutMillis: patience.answer,
      query_timeout: patience.answer,
    });
    const over = Promise.withResolvers<void>();
    const end = () => over.resolve();
    client.on('error', end).on('end', end);
    stopping.signal.addEventListener('abort', end);
    let pulse: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      await listen(client);
      connected = client;
      here.tellAll();
      void tellUntold();
      pulse = setInterval(() => void client.query('select 1').catch(end), patience.pulse);
      await over.promise;
    } finally {
      connected = undefined;
      clearInterval(pulse);
      stopping.signal.removeEventListener('abort', end);
      client.connection.stream.destroy();
    }
  }

  async function listen(client: Client): Promise<void> {
    const { rows } = await client.query<{ schema: string; pid: number }>(
      'select current_schema() as schema, pg_backend_pid() as pid',
    );
    const ours = `${rows[0]?.schema ?? ''} `;
    client.on('notification', ({ payload = '', processId }) => {
      if (payload.startsWith(ours) && processId !== rows[0]?.pid) here.tellAll(payload.slice(ours.length));
    });
    await client.query(`listen ${CHANNEL}`);
  }

  async function tellUntold(): Promise<void> {
    if (telling) return;
    telling = true;
    while (await tellOnce()) await pause(patience.rest);
    telling = false;
  }

  /** Tells of all that is untold; gives whether there was something and somebody to tell it to. */
  async function tellOnce(): Promise<boolean> {
    if (connected === undefined || untold.size === 0) return false;
    const screenings = [...untold];
    untold.clear();
    await connected.query(TELL_SQL, [screenings]).catch(() => {
      for (const screening of screenings) untold.add(screening);
    });
    return true;
  }

  return {
    subscribe(listener) {
      open();
      return here.subscribe(listener);
    },
    tell(screenings) {
      const changed = [...screenings];
      here.tell(changed);
      for (const screening of changed) untold.add(screening);
      open();
      void tellUntold();
    },
    async close() {
      await tellOnce();
      stopping.abort();
      await running;
    },
  };
}
