import { runCommand } from './commands/runCommand.ts';
import { openDatabase } from './db/openDatabase.ts';
import { demoAccount, seedDemoAccount } from './demoAccount.ts';

await import('./main.ts');
if (process.exitCode === undefined) {
  await runCommand(async ({ dataDirectory, databaseUrl, zone }) => {
    if (databaseUrl !== undefined) return 'There is no demo account: DATABASE_URL may name a database of others';
    const { db } = openDatabase({ dataDirectory });
    try {
      await seedDemoAccount(db, { now: Date.now(), zone });
    } finally {
      await db.destroy();
    }
    return `Sign in as ${demoAccount.username} with the password ${demoAccount.password}`;
  });
}
