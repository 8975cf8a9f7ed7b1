import type { FastifyInstance } from 'fastify';
import { bookingSchema, cancellationSchema } from '#contract/booking.ts';
import { requirePassword } from '../auth/requirePassword.ts';
import { idempotencyKey } from '../http/idempotencyKey.ts';
import { parseInput } from '../http/parseInput.ts';
import { sendAnswer } from '../http/sendAnswer.ts';
import { answerOnce } from '../store/idempotency.ts';
import { cancelTicket, listTickets, purchaseTicket } from '../store/tickets.ts';
import type { RouteDependencies } from './routeDependencies.ts';

const PATH = '/user/tickets';

/** The user's tickets: list, buy, cancel (section 7). */
export function ticketRoutes(app: FastifyInstance, dependencies: RouteDependencies): void {
  const { db, authentication, now, offeredStart } = dependencies;
  const { requireCaller, callerOf } = authentication;

  app.get(PATH, { onRequest: requireCaller }, (request) => listTickets(db, { userId: callerOf(request).user.id }));

  app.post(PATH, { onRequest: requireCaller }, async (request, reply) => {
    const { id: userId, age } = callerOf(request).user;
    const booking = parseInput(bookingSchema, request.body);
    const intent = { userId, route: `POST ${PATH}`, key: idempotencyKey(request), request: booking, now: now() };
    const answer = await answerOnce(db, intent, 201, (transaction) =>
      purchaseTicket(transaction, { userId, age, booking, now: intent.now, offeredStart }),
    );
    return sendAnswer(reply, answer);
  });

  app.delete(PATH, { onRequest: requireCaller }, async (request, reply) => {
    const { id: userId } = callerOf(request).user;
    const { password, ticketId } = parseInput(cancellationSchema, request.body);
    const key = idempotencyKey(request);
    await requirePassword(dependencies, request, password);
    const intent = { userId, route: `DELETE ${PATH}`, key, request: { ticketId }, now: now() };
    const answer = await answerOnce(db, intent, 200, (transaction) =>
      cancelTicket(transaction, { userId, ticketId, now: intent.now }),
    );
    return sendAnswer(reply, answer);
  });
}
