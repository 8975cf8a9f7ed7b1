import { isMigrated } from '../db/migrate.ts';
import { refuseForNow } from '../errors.ts';
import { writePulse } from '../store/pulse.ts';
import type { Handlers } from './addRoute.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** Health checks: liveness, and readiness, which means that the database is migrated and accepts writes. */
export function healthHandlers({ db, now }: RouteDependencies) {
  let proving: Promise<void> | undefined;

  /** Concurrent readiness checks share one proof, so that frequent checks cost no more. */
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
