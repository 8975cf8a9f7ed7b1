import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { limitWriteTime } from './limitWriteTime.ts';
import { networkOf } from '../store/networkOf.ts';

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
interface Place {
  open: number;
  readonly idle: Set<Socket>;
  readonly busy: Set<Socket>;
}

interface Connection {
  readonly place: Place;
  /** Requests that are not answered yet. */
  asked: number;
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
  const places = new Map<string, Place>();
  const connections = new Map<Socket, Connection>();
  let open = 0;
  server.maxConnections = inAll;
  limitWriteTime(server, writeMilliseconds);

  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
    const address = socket.remoteAddress ?? '';
    if (isProxy?.(address, 0) !== true) take(socket, networkOf(address));
  });

  // Before the application takes the request, which is then not worked on.
  server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    const { idle, busy } = connection.place;
    connection.asked += 1;
    if (connection.asked > MAX_PIPELINED) socket.destroy();
    idle.delete(socket);
    busy.add(socket);
    response.once('close', () => {
      connection.asked -= 1;
      if (connection.asked > 0 || !connections.has(socket)) return;
      busy.delete(socket);
      idle.add(socket);
    });
  });

  // What came in one piece is read to its end, also when the connection is closed meanwhile.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.destroyed) reply.hijack();
    done();
  });

  function take(socket: Socket, network: string): void {
    const place = places.get(network) ?? { open: 0, idle: new Set(), busy: new Set() };
    if (place.open >= ofOneAddress) makeRoom(place);
    if (open > tight) makeRoom(largest());
    places.set(network, place);
    place.open += 1;
    place.idle.add(socket);
    connections.set(socket, { place, asked: 0 });
    socket.once('close', () => {
      leave(socket);
      if (place.open === 0 && places.get(network) === place) places.delete(network);
    });
  }

  function makeRoom(place: Place | undefined): void {
    const [first] = place?.idle.size === 0 ? place.busy : (place?.idle ?? []);
    if (first === undefined) return;
    leave(first);
    first.destroy();
  }

  function leave(socket: Socket): void {
    const place = connections.get(socket)?.place;
    if (place === undefined) return;
    connections.delete(socket);
    place.idle.delete(socket);
    place.busy.delete(socket);
    place.open -= 1;
  }

  /** Of those who can give way: who has an idle connection, or is a crowd. */
  function largest(): Place | undefined {
    let found: Place | undefined;
    for (const place of places.values()) {
      const givesWay = place.idle.size > 0 || place.open > inAll * CROWD;
      if (givesWay && place.open > (found?.open ?? 0)) found = place;
    }
    return found;
  }
}
