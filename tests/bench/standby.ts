import { openDatabase } from '../../src/server/db/openDatabase.ts';
import { postgres as installed } from '../programs/databases.ts';
import { pathOf } from '../programs/program.ts';
import { startPostgres, type PostgresServer } from '../server/startPostgres.ts';
import { startServerProcess, type ServerProcess } from '../server/startServerProcess.ts';
import { bookingOf, HALL, openHall } from './hall.ts';
import { measureRequests } from './httpClient.ts';
import { report, type Throughput } from './measure.ts';
import { countProcessor, postgresWorker, serverWorker } from './processor.ts';

/** Measures purchases on PostgreSQL alone and with a synchronous standby, by turns: in one hall, and each in another hall. */
const TURNS = Number(process.env['BENCH_TURNS']) || 5;
const PURCHASES = 512;
const CLIENTS = [1, 32] as const;
const HALLS = ['one hall', 'many halls'] as const;
const PEOPLE = 2000;

/** A server on a PostgreSQL, and the number of the next seat to sell. */
interface Side {
  readonly name: string;
  readonly server: ServerProcess;
  readonly primary: PostgresServer;
  readonly standby: PostgresServer | undefined;
  readonly tokens: readonly string[];
  seat: number;
}

async function open(name: string, hasStandby: boolean): Promise<Side> {
  const binaries = pathOf(installed);
  const configuration = hasStandby ? "synchronous_standby_names = 'walreceiver'\n" : '';
  const primary = await startPostgres(binaries, { durable: true, configuration });
  const standby = hasStandby ? await startPostgres(binaries, { durable: true, standbyOf: primary }) : undefined;
  const { cinema, people } = await openHall(openDatabase({ dataDirectory: '', databaseUrl: primary.url }), PEOPLE);
  await cinema.app.close();
  await cinema.db.destroy();
  const server = startServerProcess({ DATABASE_URL: primary.url, LOG_LEVEL: 'silent', METRICS_PORT: '0' });
  await server.url;
  return { name, server, primary, standby, tokens: people.map(({ token }) => token), seat: 0 };
}

/** Sells seats: those of a few halls one after the other, or with each purchase in another hall than the one before. */
async function sell(side: Side, halls: (typeof HALLS)[number], clients: number): Promise<Throughput> {
  const first = side.seat;
  side.seat += PURCHASES;
  const stride = PURCHASES / HALL;
  return measureRequests(await side.server.url, clients, PURCHASES, async (turn, client) => {
    const seat = halls === 'one hall' ? turn : (turn % stride) * HALL + Math.floor(turn / stride);
    const token = side.tokens[(first + turn) % side.tokens.length] ?? '';
    const key = `bench-${first + turn}`;
    const status = await client.send('POST', 'user/tickets', { token, key, body: bookingOf(first + seat) });
    if (status !== 201) throw new Error(`A purchase got the status ${status}`);
  });
}

const sides = [await open('alone', false), await open('synchronous standby', true)];
for (let turn = 0; turn <= TURNS; turn += 1) {
  for (const halls of HALLS) {
    for (const clients of CLIENTS) {
      for (const side of turn % 2 === 0 ? sides : sides.toReversed()) {
        const workers = [
          serverWorker(side.server),
          postgresWorker(side.primary.pid),
          ...(side.standby === undefined ? [] : [{ ...postgresWorker(side.standby.pid), name: 'standby' }]),
        ];
        const { result, spent } = await countProcessor(workers, PURCHASES, () => sell(side, halls, clients));
        // The first turn warms up.
        if (turn > 0) report(`${turn}. ${side.name}, ${halls}, ${clients} clients`, result, spent);
      }
    }
  }
}
for (const { server, primary, standby } of sides) {
  await server.stop();
  await standby?.stop();
  await primary.stop();
}
