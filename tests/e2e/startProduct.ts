import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readEnvironment } from '../../src/server/environment.ts';
import { startServer } from '../../src/server/startServer.ts';
import { projectRoot } from '../../src/tooling/projectRoot.ts';
import { freshFolder } from '../server/freshFolder.ts';
import { startServerProcess } from '../server/startServerProcess.ts';

/** A running product with its own data folder. */
export interface Product {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The compile cache of Node, shared by all starts of the product. */
const COMPILED = join(projectRoot, 'node_modules', '.cache', 'product');

/** Matches a log line of level warn or above. */
const COMPLAINT = /"level":[456]0/;

/** Starts the server as `main.ts` does, with a new data folder, in this process, which saves the start of Node. */
export async function startProduct(): Promise<Product> {
  const variables = await freshVariables();
  const server = await startServer(readEnvironment({ ...variables, PORT: '0' }), {
    stream: { write: writeComplaint },
    // The tests share the event loop, so its delay is not the delay of the server alone.
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

/** Starts the server of a Git working copy in its own process, with a new data folder. */
export async function startProductProcess(workingCopy = projectRoot): Promise<Product> {
  const variables = await freshVariables();
  const server = startServerProcess(
    { ...variables, NODE_COMPILE_CACHE: COMPILED, PORT: '0' },
    'main.ts',
    join(workingCopy, 'src', 'server'),
  );
  return {
    url: await server.url,
    stop: async () => {
      server.signal('SIGTERM');
      await server.ended;
      await forget(variables);
    },
  };
}

/** Prints warnings and errors only: the server also logs sign-ins and sign-outs. */
function writeComplaint(line: string): void {
  if (COMPLAINT.test(line)) process.stderr.write(line);
}

async function freshVariables() {
  return { LOG_LEVEL: 'warn', DATA_DIR: await freshFolder('nobar-now-product-') };
}

function forget({ DATA_DIR }: { readonly DATA_DIR: string }): Promise<void> {
  return rm(DATA_DIR, { recursive: true, force: true });
}
