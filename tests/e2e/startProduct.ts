import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/tooling/projectRoot.ts';
import { startServerProcess } from '../server/startServerProcess.ts';

/** The product as an operator starts it, with a data folder of its own. */
export interface Product {
  readonly url: string;
  /** Ends the process at once, as a power cut would. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same data folder and at the same address. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** What every start of the product compiles alike. */
const COMPILED = join(projectRoot, 'node_modules', '.cache', 'product');

/** Starts the product on a fresh data folder. */
export async function startProduct(): Promise<Product> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'nobar-now-product-'));
  const variables = { LOG_LEVEL: 'warn', NODE_COMPILE_CACHE: COMPILED, DATA_DIR: dataDirectory };
  const start = (port: string) => startServerProcess({ ...variables, PORT: port });
  let server = start('0');
  const url = await server.url;
  return {
    url,
    kill: async () => {
      server.signal('SIGKILL');
      await server.ended;
    },
    restart: async () => {
      server = start(new URL(url).port);
      await server.url;
    },
    stop: async () => {
      server.signal('SIGTERM');
      await server.ended;
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
