import { isMigrated } from '../db/migrate.ts';
import { refuseForNow } from '../errors/apiError.ts';
import { writePulse } from '../store/pulse.ts';
import type { Handlers } from './addRoute.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** Whether the process lives, and whether it can serve: the database is migrated and takes what is written. */
export function healthHandlers({ db, now }: RouteDependencies) {
  let proving: Promise<void> | undefined;

  /** Those who ask meanwhile share one proof: to ask often costs no more. */
  const prove = () =>
    (proving ??= proveReadiness().finally(() => {
      proving = undefined;
    }));

  async function proveReadiness(): Promise<void> {
    if (!(await isMigrated(db))) throw refuseForNow();
    await writePulse(db, { now: now() });
  }

  return {
    checkLife: () => ({ status: 'live' }),
    checkReadiness: async () => {
      await prove().catch(() => {
        throw refuseForNow();
      });
      return { status: 'ready' };
    },
  } satisfies Partial<Handlers>;
}
