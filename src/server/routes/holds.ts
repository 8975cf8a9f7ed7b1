import { networkOf } from '../addresses/clientAddress.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { createHold, releaseHold } from '../store/holds.ts';
import type { Handlers } from './addRoute.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** Handlers to hold seats, and to release the user's hold (section 7). */
export function holdHandlers(dependencies: RouteDependencies) {
  const { authentication, db, holdLimits, now, offeredStart, seatChanges } = dependencies;
  return {
    async createHold({ caller, input: request, transaction, afterCommit, changesNothing }) {
      const { id: userId, age } = caller.user;
      const network = networkOf(caller.address);
      const wish = { userId, age, network, request, clock: now, offeredStart, limits: holdLimits };
      const { hold, isNew } = await createHold(transaction, wish);
      if (isNew) afterCommit(seatChanges.notify);
      else changesNothing();
      return hold;
    },
    releaseHold: async ({ caller, input }) => {
      const release = { userId: caller.user.id, clock: now, isShared: input?.shared === true, id: input?.id };
      await inTransaction(db, async (transaction) => {
        await authentication.requireStillSignedIn(transaction, caller);
        await releaseHold(transaction, release);
      });
      seatChanges.notify();
    },
  } satisfies Partial<Handlers>;
}
