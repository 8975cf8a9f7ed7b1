import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../store/networkOf.ts';

/** How many connections are taken at a time (reliability 49). */
export interface ConnectionLimits {
  readonly inAll: number;
  /** Of one address that is no proxy: a school or an office shares one, and a browser opens several. */
  readonly ofOneAddress: number;
}

const LIMITS: ConnectionLimits = { inAll: 8000, ofOneAddress: 3000 };

/** The share of all connections that is kept free for newcomers, as long as others are idle. */
const KEPT_FREE = 0.05;

/** The connections of one address: how many, and those on which nothing is asked, the longest idle first. */
interface Place {
  open: number;
  readonly idle: Set<Socket>;
}

interface Connection {
  readonly place: Place;
  /** Requests that are not answered yet. */
  asked: number;
}

/**
 * Limits the connections of each address and of all. Who is at the limit makes room for a new one with an idle one of their own;
 * when it gets tight for all, the idle ones of whoever holds most are closed. Proxies, who speak for many, have neither limit.
 */
export function limitConnections(
  server: Server,
  isProxy: ((address: string, hop: number) => boolean) | undefined,
  limits: Partial<ConnectionLimits> = {},
): void {
  const { inAll, ofOneAddress } = { ...LIMITS, ...limits };
  const tight = inAll * (1 - KEPT_FREE);
  const places = new Map<string, Place>();
  const connections = new Map<Socket, Connection>();
  let open = 0;
  server.maxConnections = inAll;

  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
    const address = socket.remoteAddress ?? '';
    if (isProxy?.(address, 0) !== true) take(socket, networkOf(address));
  });

  server.on('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connection.asked += 1;
    connection.place.idle.delete(socket);
    response.once('close', () => {
      connection.asked -= 1;
      if (connection.asked === 0 && connections.has(socket)) connection.place.idle.add(socket);
    });
  });

  function take(socket: Socket, network: string): void {
    const place = places.get(network) ?? { open: 0, idle: new Set() };
    if (place.open >= ofOneAddress && !closeIdle(place)) {
      socket.destroy();
      return;
    }
    if (open > tight) closeIdle(largest());
    places.set(network, place);
    place.open += 1;
    place.idle.add(socket);
    connections.set(socket, { place, asked: 0 });
    socket.once('close', () => {
      leave(socket);
      if (place.open === 0 && places.get(network) === place) places.delete(network);
    });
  }

  function closeIdle(place: Place | undefined): boolean {
    const [longestIdle] = place?.idle ?? [];
    if (longestIdle === undefined) return false;
    leave(longestIdle);
    longestIdle.destroy();
    return true;
  }

  function leave(socket: Socket): void {
    const place = connections.get(socket)?.place;
    if (place === undefined) return;
    connections.delete(socket);
    place.idle.delete(socket);
    place.open -= 1;
  }

  function largest(): Place | undefined {
    let found: Place | undefined;
    for (const place of places.values()) {
      if (place.idle.size > 0 && place.open > (found?.open ?? 0)) found = place;
    }
    return found;
  }
}
