import { postgres as installed } from './programs/databases.ts';
import { startPostgres } from './server/startPostgres.ts';
import { simulate } from './simulation/simulate.ts';
import { summaryOf } from './simulation/summary.ts';
const pg = await startPostgres(installed.find()!, { durable: false });
try {
  const r = await simulate({ seed: '5', visitors: 8, steps: 400, databaseUrl: pg.url });
  console.log(summaryOf(r, 1));
} finally {
  await pg.stop();
}
