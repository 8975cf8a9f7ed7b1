import { once } from 'node:events';
import { duplexPair, type Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** A connection to the application as it comes from some address of the world. */
export interface Connection {
  /** The visitor's end, and the server's. */
  readonly socket: Duplex;
  readonly server: Duplex;
  /** Asks for a path and gives the answer, once it says this. */
  readUntil(path: string, until: string): Promise<string>;
  get(path: string): Promise<string>;
}

/** The connections that each server has taken. */
const taken = new WeakMap<FastifyInstance['server'], Duplex[]>();

/** Connects to the application without a network, so that an address can be anything; beyond `maxConnections` it is hung up on. */
export function connectFrom({ server }: FastifyInstance, remoteAddress: string): Connection {
  const [socket, other] = duplexPair();
  const open = (taken.get(server) ?? []).filter(({ destroyed }) => !destroyed);
  taken.set(server, open);
  if (open.length >= server.maxConnections) other.destroy();
  else {
    open.push(other);
    server.emit('connection', Object.assign(other, { remoteAddress }));
  }
  other.once('close', () => socket.destroy());
  socket.once('close', () => other.destroy());
  socket.setEncoding('utf8');

  async function readUntil(path: string, until: string): Promise<string> {
    socket.write(`GET ${path} HTTP/1.1\r\nhost: cinema\r\n\r\n`);
    for (let received = ''; ; received += String((await once(socket, 'data'))[0])) {
      if (received.includes(until)) return received;
    }
  }

  return { socket, server: other, readUntil, get: (path) => readUntil(path, '\r\n\r\n') };
}
