import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { parseAddress } from '../addresses/clientAddress.ts';
import { limitWriteTime } from './limitWriteTime.ts';
import { networkOf } from '../addresses/networkOf.ts';

/** How many connections are taken at a time (reliability 49). */
export interface ConnectionLimits {
  readonly inAll: number;
  /** Of one address that is no proxy: a school or an office shares one, and a browser opens several. */
  readonly ofOneAddress: number;
  /** How long one may take nothing of what it is sent. */
  readonly writeMilliseconds: number;
}

const LIMITS: ConnectionLimits = { inAll: 8000, ofOneAddress: 3000, writeMilliseconds: 20_000 };

/**
 * Requests that one connection may have unanswered. Browsers send one after another; whoever sends hundreds at once and reads nothing
 * makes the server hold hundreds of answers.
 */
const MAX_PIPELINED = 10;

/** The share of all connections that is kept free for newcomers, as long as others are idle. */
const RESERVED_SHARE = 0.05;

/** The share of all connections from which on an address is a crowd, whose open requests give way when it is tight for all. */
const CROWD = 0.01;

/** The connections of one address: how many, those on which nothing is asked, and the others, each the longest so first. */
interface Group {
  open: number;
  readonly idle: Set<Socket>;
  readonly busy: Set<Socket>;
}

interface Connection {
  readonly group: Group;
  /** Requests that are not answered yet. */
  requests: number;
}

/**
 * Limits the connections of each address and of all. Who is at the limit makes room for a new one with one of their own, the longest
 * idle or else the longest asked on; when it gets tight for all, so does whoever holds most. A request that never ends, such as one
 * whose body does not come, thus shuts nobody else out. Proxies, who speak for many, have neither limit.
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

  // Before the application takes the request, which is then not worked on.
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

  // Requests that came in one piece are read to their end, also when the connection is closed meanwhile.
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

  /** Of those who can give way: who has an idle connection, or is a crowd. */
  function largest(): Group | undefined {
    let found: Group | undefined;
    for (const group of groups.values()) {
      const givesWay = group.idle.size > 0 || group.open > inAll * CROWD;
      if (givesWay && group.open > (found?.open ?? 0)) found = group;
    }
    return found;
  }
}
