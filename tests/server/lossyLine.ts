import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { findFreePort } from './findFreePort.ts';

/** A proxy to PostgreSQL that can drop connections at the worst moment. */
export interface LossyLine {
  /** The URL of the database through this proxy. */
  readonly url: string;
  /** Forwards the next COMMIT and cuts its connection before the response arrives. */
  loseNextCommit(): void;
  /** Open connections drop all data from now on; new connections work. */
  fallSilent(): void;
  /** Forwards new connections to another database, and cuts the open ones. */
  leadTo(databaseUrl: string): void;
  /** Drops all data of open and new connections until `accept`, and cuts those that have lost some then. */
  blackOut(): void;
  /** Cuts the open connections, and each new one at once. */
  refuse(): void;
  /** Forwards new connections again, or all after a blackout. Returns how many it has refused. */
  accept(): number;
}

/** Opens a proxy to a `postgres://` URL until the test ends. */
export async function openLossyLine(databaseUrl: string): Promise<LossyLine> {
  const port = await findFreePort();
  let target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let silent = new WeakSet<Socket>();
  let loses = false;
  let refuses = false;
  let refused = 0;
  let isDark = false;
  const starved = new Set<Socket>();
  const server = createServer((near) => {
    if (refuses) {
      refused += 1;
      near.destroy();
      return;
    }
    const far = connect({ host: target.hostname, port: Number(target.port) });
    let cutsAtAnswer = false;
    const cut = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) sockets.add(socket.on('error', cut).on('close', cut));
    near.on('data', (bytes) => {
      if (loses && bytes.includes('commit\0')) {
        loses = false;
        cutsAtAnswer = true;
      }
      if (isDark) starved.add(near);
      else if (!silent.has(near)) far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (cutsAtAnswer) cut();
      else if (isDark) starved.add(near);
      else if (!silent.has(far)) near.write(bytes);
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  onTestFinished(() => {
    server.close();
    hangUp();
  });
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    loseNextCommit() {
      loses = true;
    },
    fallSilent() {
      silent = new WeakSet(sockets);
    },
    leadTo(otherUrl) {
      target = new URL(otherUrl);
      hangUp();
    },
    blackOut() {
      isDark = true;
    },
    refuse() {
      refuses = true;
      hangUp();
    },
    accept() {
      refuses = false;
      isDark = false;
      for (const socket of starved) socket.destroy();
      starved.clear();
      return refused;
    },
  };
}
