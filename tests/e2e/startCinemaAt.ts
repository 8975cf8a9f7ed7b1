import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, type AppOptions } from '../../src/server/app.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabase } from '../../src/server/db/openDatabase.ts';
import { readCatalogue } from '../../src/server/store/readCatalogue.ts';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import { projectRoot } from '../../src/tooling/projectRoot.ts';

interface CinemaOptions {
  /** The built pages; those of this project unless told otherwise. */
  readonly pagesDirectory?: string;
  /** Any that is free unless told otherwise. */
  readonly port?: number;
  /** The built views unless told otherwise. */
  readonly render?: AppOptions['render'];
}

/** The product in this process with a clock that stands at an instant, in epoch milliseconds. */
export async function startCinemaAt(
  instant: number,
  { pagesDirectory = `${projectRoot}/dist`, port = 0, render }: CinemaOptions = {},
) {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'nobar-now-cinema-'));
  const database = openDatabase({ dataDirectory });
  await migrate(database, instant);
  await seedCatalogue(database, await readCatalogue(), instant);
  const app = await createApp({
    db: database.db,
    now: () => instant,
    zone: 'Asia/Jakarta',
    pagesDirectory,
    render,
  });
  return {
    url: await app.listen({ host: '127.0.0.1', port }),
    stop: async () => {
      app.server.closeAllConnections();
      await app.close();
      await database.db.destroy();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
