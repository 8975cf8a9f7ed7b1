import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { isMigrated } from '../db/migrate.ts';
import type { Schema } from '../db/schema.ts';
import { refuseForNow } from '../errors/refusal.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** Whether the process lives, and whether it can serve: the database answers and is migrated. */
export function healthRoutes(app: FastifyInstance, { db }: RouteDependencies): void {
  app.get('/health/live', () => ({ status: 'live' }));

  app.get('/health/ready', () => answerReady(db));
}

async function answerReady(db: Kysely<Schema>): Promise<{ status: string }> {
  if (!(await isMigrated(db).catch(() => false))) throw refuseForNow();
  return { status: 'ready' };
}
