import { createGuessLimit } from '../http/limitGuesses.ts';
import { DOOR_GUESSES } from '../http/rateLimits.ts';
import { admitTicket, listDoorScreenings, listDoorTickets, undoAdmission } from '../store/admissions.ts';
import type { Handlers } from './addRoute.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** Handlers of a door: its screenings and their tickets, admissions, and how to undo one. */
export function doorHandlers({
  db,
  now: clock,
  zone,
  doorOpensMinutes,
  countAdmission,
  rateLimits,
}: RouteDependencies) {
  const countGuess = createGuessLimit(clock, rateLimits?.guesses ?? DOOR_GUESSES);
  return {
    readDoor: async ({ door }) => ({
      name: door.name,
      endsAt: new Date(door.endsAt).toISOString(),
      opensMinutesBefore: doorOpensMinutes,
      screenings: await listDoorScreenings(db, { now: clock(), zone }),
    }),
    listDoorTickets: async ({ input: screening }) => ({
      tickets: await listDoorTickets(db, { screening, now: clock(), zone }),
    }),
    async admitTicket({ door, input: request, transaction, now, afterCommit }) {
      const answer = await countGuess(door.id, () =>
        admitTicket(transaction, { door, request, now, zone, opensMinutes: doorOpensMinutes }),
      );
      afterCommit(() => countAdmission(answer.answer));
      return answer;
    },
    undoAdmission: async ({ door, input: { code }, transaction }) => ({
      undone: await undoAdmission(transaction, { doorId: door.id, code }),
    }),
  } satisfies Partial<Handlers>;
}
