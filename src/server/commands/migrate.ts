import { grantRights } from '../db/grantRights.ts';
import { openDatabase } from '../db/openDatabase.ts';
import { prepareDatabase } from '../store/prepareDatabase.ts';
import { readCatalogue } from '../store/readCatalogue.ts';
import { runCommand } from './runCommand.ts';

await runCommand(async (environment, role) => {
  const movies = await readCatalogue(environment.cataloguePath);
  const areChosen = environment.cataloguePath !== undefined;
  // A migration of a large table takes minutes.
  const database = openDatabase({ ...environment, postgresLimits: { answer: 0 } });
  try {
    await prepareDatabase(database, { movies, areChosen, now: Date.now() });
    if (role === undefined) return 'The database is ready.';
    await grantRights(database, role);
    return `The database is ready, and the role ${role} has the privileges of a server.`;
  } finally {
    await database.db.destroy();
  }
});
