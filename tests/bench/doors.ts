import type { Database } from '../../src/server/db/database.ts';
import { inTransaction } from '../../src/server/db/inTransaction.ts';
import { openDoor } from '../../src/server/store/doors.ts';
import { startServerProcess } from '../server/startServerProcess.ts';
import { measureRequests } from './httpClient.ts';
import { report } from './measure.ts';
import { countProcessor, serverWorker, type Worker } from './processor.ts';

const HOUR = 3_600_000;
/** Fewer than the limit on admissions of one door in a minute. */
const TICKETS_PER_DOOR = 100;

/**
 * Admits `count` tickets of the database through a new server, at as many doors as the limit on each needs. Lets their screenings begin
 * now, so the books are no longer sound afterwards.
 */
export async function admissions(
  { db }: Database,
  variables: Readonly<Record<string, string>>,
  count: number,
  databaseWorkers: readonly Worker[],
): Promise<void> {
  const now = Date.now();
  const tickets = await db
    .selectFrom('tickets')
    .select(['id', 'admission_code', 'movie_title', 'showtime_date', 'showtime_time'])
    .where('cancelled_at', 'is', null)
    .where('admission_code', 'is not', null)
    .limit(count)
    .execute();
  await db.updateTable('tickets').set({ starts_at: now }).execute();
  const doors: string[] = [];
  for (let door = 0; door * TICKETS_PER_DOOR < tickets.length; door += 1) {
    const opened = { name: `Door ${door}`, now, endsAt: now + HOUR };
    doors.push((await inTransaction(db, (transaction) => openDoor(transaction, opened))).token);
  }
  const server = startServerProcess({ ...variables, LOG_LEVEL: 'silent', METRICS_PORT: '0' });
  const url = await server.url;
  const workers = [serverWorker(server), ...databaseWorkers];
  let next = 0;
  for (const clients of [1, 64] as const) {
    const turns = Math.floor(tickets.length / 2);
    const { result: throughput, spent } = await countProcessor(workers, turns, () =>
      measureRequests(url, clients, turns, async (_turn, client) => {
        const token = doors[next % doors.length] ?? '';
        const ticket = tickets[next];
        next += 1;
        if (ticket === undefined) throw new Error('There is no ticket left');
        const { id: key, admission_code: code, movie_title: movieTitle } = ticket;
        const { showtime_date: showtimeDate, showtime_time: showtimeTime } = ticket;
        const body = { code, movieTitle, showtimeDate, showtimeTime };
        const status = await client.send('POST', 'door/admissions', { token, key, body });
        if (status !== 200) throw new Error(`An admission got the status ${status}`);
      }),
    );
    report(`admissions, HTTP, ${clients} clients`, throughput, spent);
  }
  server.signal('SIGTERM');
  await server.ended;
  const inside = await db.selectFrom('admissions').select('ticket_id').execute();
  if (inside.length !== next) throw new Error(`${inside.length} of ${next} tickets are inside`);
}
