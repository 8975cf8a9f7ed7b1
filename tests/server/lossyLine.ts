import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A line to PostgreSQL that can be cut at the worst moment. */
export interface LossyLine {
  /** The same database, reached over this line. */
  readonly url: string;
  /** Lets the next COMMIT through and cuts its connection when the answer is on the way. */
  loseNextCommit(): void;
  close(): void;
}

/** Opens a line. Takes a `postgres://` URL. */
export async function openLossyLine(databaseUrl: string): Promise<LossyLine> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let loses = false;
  const server = createServer((near) => {
    const far = connect({ host: target.hostname, port: Number(target.port) });
    let cutsAtAnswer = false;
    const cut = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) sockets.add(socket.on('error', cut).on('close', cut));
    near.on('data', (bytes) => {
      if (loses && bytes.includes('commit')) {
        loses = false;
        cutsAtAnswer = true;
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => (cutsAtAnswer ? cut() : near.write(bytes)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: url.href,
    loseNextCommit() {
      loses = true;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
