import { inTransaction } from '../db/inTransaction.ts';
import { createHold, findHold, findSharedHold, releaseHold } from '../store/holds.ts';
import type { Handlers } from './addRoute.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** Handlers to hold seats, to find and release the user's hold, and to find a shared one (section 7). */
export function holdHandlers({ db, now, offeredStart, seatChanges }: RouteDependencies) {
  return {
    createHold({ caller: { user }, input: request, transaction, now: requestedAt, afterCommit }) {
      afterCommit(seatChanges.notify);
      return createHold(transaction, { userId: user.id, age: user.age, request, now: requestedAt, offeredStart });
    },
    findHold: ({ caller }) => findHold(db, { userId: caller.user.id, now: now() }),
    findSharedHold: ({ params: { code } }) => findSharedHold(db, { code, now: now() }),
    releaseHold: async ({ caller, input }) => {
      const release = { userId: caller.user.id, now: now(), isShared: input?.shared === true };
      await inTransaction(db, (transaction) => releaseHold(transaction, release));
      seatChanges.notify();
    },
  } satisfies Partial<Handlers>;
}
