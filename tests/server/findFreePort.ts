import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a port of this machine on which no process listens. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port');
  return address.port;
}
