import { isMigrated } from '../db/migrate.ts';
import { refuseForNow } from '../errors/refusal.ts';
import type { Handlers } from './addRoute.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** Whether the process lives, and whether it can serve: the database answers and is migrated. */
export function healthHandlers({ db }: RouteDependencies) {
  return {
    checkLife: () => ({ status: 'live' }),
    checkReadiness: async () => {
      if (!(await isMigrated(db).catch(() => false))) throw refuseForNow();
      return { status: 'ready' };
    },
  } satisfies Partial<Handlers>;
}
