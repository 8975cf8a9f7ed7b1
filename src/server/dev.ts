import { runCommand } from './commands/runCommand.ts';
import { openDatabase } from './db/openDatabase.ts';
import { demoAccount, seedDemoAccount } from './demoAccount.ts';

await import('./main.ts');
if (process.exitCode === undefined) {
  await runCommand(async ({ dataDirectory, databaseUrl, zone }) => {
    if (databaseUrl !== undefined)
      return 'No demo account was created, because others may use the database in DATABASE_URL';
    const { db } = openDatabase({ dataDirectory });
    try {
      await seedDemoAccount(db, { now: Date.now(), zone });
    } finally {
      await db.destroy();
    }
    return `Sign in as ${demoAccount.username} with the password ${demoAccount.password}`;
  });
}
