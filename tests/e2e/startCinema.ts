import { rm } from 'node:fs/promises';
import { openDatabase } from '../../src/server/db/openDatabase.ts';
import { readCatalogue } from '../../src/server/store/readCatalogue.ts';
import { projectRoot } from '../../src/tooling/projectRoot.ts';
import { freshFolder } from '../server/freshFolder.ts';
import { openCinema, type CinemaOptions } from '../server/openCinema.ts';

interface Options extends Pick<CinemaOptions, 'now' | 'pagesDirectory' | 'render' | 'seatFeedLimits'> {
  /** Any free port by default. */
  readonly port?: number;
}

/** Starts the server in this process, at another time, with other built pages, another renderer or other limits of the seat feeds if a test needs them. */
export async function startCinema({ port = 0, ...options }: Options) {
  const dataDirectory = await freshFolder('nobar-now-cinema-');
  const cinema = await openCinema(openDatabase({ dataDirectory }), {
    movies: await readCatalogue(),
    now: Date.now(),
    pagesDirectory: `${projectRoot}/dist`,
    ...options,
  });
  const { app, db } = cinema;
  return {
    cinema,
    url: await app.listen({ host: '127.0.0.1', port }),
    stop: async () => {
      app.server.closeAllConnections();
      await app.close();
      await db.destroy();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
