import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readEnvironment } from '../../src/server/environment.ts';
import { startServer } from '../../src/server/startServer.ts';
import { projectRoot } from '../../src/tooling/projectRoot.ts';
import { freshFolder } from '../server/freshFolder.ts';
import { startServerProcess } from '../server/startServerProcess.ts';

/** The product, with a data folder of its own. */
export interface Product {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The product as an operator starts it. */
export interface ProductProcess extends Product {
  /** Ends the process at once, as a power cut would. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same data folder and at the same address. */
  readonly restart: () => Promise<void>;
}

/** The cache of what every start of the product compiles alike. */
const COMPILED = join(projectRoot, 'node_modules', '.cache', 'product');

/** A line of the log at the level of a warning or above. */
const COMPLAINT = /"level":[456]0/;

/** Starts what `main.ts` starts, on a fresh data folder and in this process, which saves it a start of Node. */
export async function startProduct(): Promise<Product> {
  const variables = await freshVariables();
  const server = await startServer(readEnvironment({ ...variables, PORT: '0' }), {
    stream: { write: writeComplaint },
    // The event loop is that of the tests, too: what they keep it from says nothing about the server.
    maxDelay: Infinity,
  });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await forget(variables);
    },
  };
}

/** Starts the product on a fresh data folder as a process, which can be killed; that of another checkout, where one is named. */
export async function startProductProcess(checkout = projectRoot): Promise<ProductProcess> {
  const variables = await freshVariables();
  const start = (port: string) =>
    startServerProcess(
      { ...variables, NODE_COMPILE_CACHE: COMPILED, PORT: port },
      'main.ts',
      join(checkout, 'src', 'server'),
    );
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
      await forget(variables);
    },
  };
}

/** Shows what the server complains of; who signs in and out it tells, too. */
function writeComplaint(line: string): void {
  if (COMPLAINT.test(line)) process.stderr.write(line);
}

async function freshVariables() {
  return { LOG_LEVEL: 'warn', DATA_DIR: await freshFolder('nobar-now-product-') };
}

function forget({ DATA_DIR }: { readonly DATA_DIR: string }): Promise<void> {
  return rm(DATA_DIR, { recursive: true, force: true });
}
