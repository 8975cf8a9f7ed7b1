import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../errors.ts';
import { findDoor, type OpenDoor } from '../store/doors.ts';
import { bearerToken } from './bearerToken.ts';

/** Finds the door that sends a request. Its token has 256 random bits, so unknown tokens are not counted. */
export interface DoorAuthentication {
  /** A hook that runs before the body is read. Throws `door_closed` when the request has no token of an open door. */
  readonly requireDoor: (request: FastifyRequest) => Promise<void>;
  /** Returns the door that `requireDoor` found; undefined for a request of a user. */
  readonly findDoorOf: (request: FastifyRequest) => OpenDoor | undefined;
  /** Returns the door that `requireDoor` found. */
  readonly doorOf: (request: FastifyRequest) => OpenDoor;
  /** Throws `door_closed` when the door has ended or was closed since `requireDoor` ran. */
  readonly requireStillOpen: (transaction: Transaction<Schema>, request: FastifyRequest) => Promise<void>;
}

/** Authentication by the bearer token of a door. */
export function createDoorAuthentication(db: Kysely<Schema>, now: () => number): DoorAuthentication {
  const doors = new WeakMap<FastifyRequest, OpenDoor>();

  async function find(from: Kysely<Schema>, request: FastifyRequest): Promise<OpenDoor> {
    const token = bearerToken(request.headers.authorization);
    const door = token === undefined ? undefined : await findDoor(from, { token, now: now() });
    if (door === undefined) throw new ApiError('door_closed', { headers: { 'www-authenticate': 'Bearer' } });
    return door;
  }

  return {
    async requireDoor(request) {
      doors.set(request, await find(db, request));
    },
    findDoorOf: (request) => doors.get(request),
    doorOf(request) {
      const door = doors.get(request);
      if (door === undefined) throw new Error('This route calls doorOf without the hook requireDoor');
      return door;
    },
    async requireStillOpen(transaction, request) {
      await find(transaction, request);
    },
  };
}
