import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { parseAddress, networkOf } from '../addresses/clientAddress.ts';
import { limitWriteTime } from './limitWriteTime.ts';

/** Limits on open connections (reliability 49). */
export interface ConnectionLimits {
  readonly inAll: number;
  /** For one address that is not a proxy. A whole school or office may share an address, and a browser opens several connections. */
  readonly ofOneAddress: number;
  /** How long a connection may read nothing while the server has data to send. */
  readonly writeMilliseconds: number;
}

const LIMITS: ConnectionLimits = { inAll: 8000, ofOneAddress: 3000, writeMilliseconds: 20_000 };

/**
 * The maximum number of requests on one connection without a response. Browsers send one after another; a client that sends
 * hundreds at once and reads nothing would make the server keep hundreds of responses in memory.
 */
const MAX_PIPELINED = 10;

/** The share of all connections that is kept free for new clients, as long as other connections can be closed. */
const RESERVED_SHARE = 0.05;

/** An address with more than this share of all connections can lose a busy one when the server runs out of connections. */
const CROWD = 0.01;

/** The connections of one address: their number, those without an open request, and the others. Each set has the longest first. */
interface Group {
  open: number;
  readonly idle: Set<Socket>;
  readonly busy: Set<Socket>;
}

interface Connection {
  readonly group: Group;
  /** The number of requests without a complete response. */
  requests: number;
}

/**
 * Limits the connections of each address and of all. When an address at its limit opens another connection, the server closes
 * the one of that address that was idle longest, or else busy longest. When few connections are left in total, the server closes
 * one of the address that holds most. So a request that never ends, for example because its body never comes, does not lock
 * other clients out. Proxies have no limit of their own and lose no connections, because they act for many clients.
 */
export function limitConnections(
  app: FastifyInstance,
  isProxy: ((address: string, hop: number) => boolean) | undefined,
  limits: Partial<ConnectionLimits> = {},
): void {
  const { server } = app;
  const { inAll, ofOneAddress, writeMilliseconds } = { ...LIMITS, ...limits };
  const tight = inAll * (1 - RESERVED_SHARE);
  const groups = new Map<string, Group>();
  const connections = new Map<Socket, Connection>();
  let open = 0;
  server.maxConnections = inAll;
  limitWriteTime(server, writeMilliseconds);

  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
    const address = parseAddress(socket.remoteAddress) ?? '';
    if (isProxy?.(address, 0) !== true) take(socket, networkOf(address));
  });

  // Runs before Fastify's own listener, so that a request beyond the limit is not processed.
  server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    const { idle, busy } = connection.group;
    connection.requests += 1;
    if (connection.requests > MAX_PIPELINED) socket.destroy();
    idle.delete(socket);
    busy.add(socket);
    response.once('close', () => {
      connection.requests -= 1;
      if (connection.requests > 0 || !connections.has(socket)) return;
      busy.delete(socket);
      idle.add(socket);
    });
  });

  // Node still emits pipelined requests that it has already received after the connection is destroyed. `hijack` drops them.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.destroyed) reply.hijack();
    done();
  });

  function take(socket: Socket, network: string): void {
    const group = groups.get(network) ?? { open: 0, idle: new Set(), busy: new Set() };
    if (group.open >= ofOneAddress) makeRoom(group);
    if (open > tight) makeRoom(largest());
    groups.set(network, group);
    group.open += 1;
    group.idle.add(socket);
    connections.set(socket, { group, requests: 0 });
    socket.once('close', () => {
      leave(socket);
      if (group.open === 0 && groups.get(network) === group) groups.delete(network);
    });
  }

  function makeRoom(group: Group | undefined): void {
    const [first] = group?.idle.size === 0 ? group.busy : (group?.idle ?? []);
    if (first === undefined) return;
    leave(first);
    first.destroy();
  }

  function leave(socket: Socket): void {
    const group = connections.get(socket)?.group;
    if (group === undefined) return;
    connections.delete(socket);
    group.idle.delete(socket);
    group.busy.delete(socket);
    group.open -= 1;
  }

  /** The largest group among those with an idle connection or with more than the share `CROWD`. */
  function largest(): Group | undefined {
    let found: Group | undefined;
    for (const group of groups.values()) {
      const givesWay = group.idle.size > 0 || group.open > inAll * CROWD;
      if (givesWay && group.open > (found?.open ?? 0)) found = group;
    }
    return found;
  }
}
