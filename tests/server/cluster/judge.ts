import type { Database } from '../../../src/server/db/database.ts';
import { auditBooks } from '../../../src/server/store/audit.ts';
import { idOf, isSale, isUnknown, type Answer, type Command, type Settled } from './flashSale.ts';

const REFUSED = 400;

/** The differences between the database and the history of a sale, a sentence for each. */
export interface Verdict {
  /** Acknowledged, but not in the database. */
  readonly lost: readonly string[];
  /** In the database, but refused or never acknowledged. */
  readonly unexpected: readonly string[];
  /** Breaches of the books: a seat sold twice, a sum that is not equal. */
  readonly breaches: readonly string[];
}

export const SOUND: Verdict = { lost: [], unexpected: [], breaches: [] };

/**
 * Compares the history of all settled commands with the database: each acknowledged command is in it once, and nothing else. Balances are
 * computed from the history alone; `balance` is that of each person at the beginning.
 */
export async function judge(
  { db }: Pick<Database, 'db'>,
  history: readonly Settled[],
  balance: number,
): Promise<Verdict> {
  const tickets = await db
    .selectFrom('tickets')
    .select(['id', 'user_id', 'ticket_price', 'seat_numbers', 'cancelled_at'])
    .execute();
  const stored = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const sold = new Map(history.filter(isSale).map((settled) => [idOf(settled.answer) ?? '', settled]));
  const cancelled = new Set(history.filter(isDone).flatMap(({ command }) => cancelledBy(command) ?? []));
  const lost = [
    ...[...sold.keys()].filter((id) => !stored.has(id)).map((id) => `the purchase of ticket ${id}`),
    ...[...cancelled]
      .filter((id) => (stored.get(id)?.cancelled_at ?? null) === null)
      .map((id) => `the cancellation of ticket ${id}`),
  ];
  const unexpected = tickets.flatMap(({ id, cancelled_at: at }) => {
    if (!sold.has(id)) return [`ticket ${id}`];
    return at === null || cancelled.has(id) ? [] : [`the cancellation of ticket ${id}`];
  });

  const prices = new Map(
    tickets.map(({ id, ticket_price: price, seat_numbers: seats }) => [id, price * seatsIn(seats)]),
  );
  const expected = new Map<string, number>();
  const add = ({ id }: Command['person'], amount: number) => expected.set(id, (expected.get(id) ?? balance) + amount);
  for (const { command, answer } of history.filter(isDone)) {
    const { person, body, path } = command;
    const id = cancelledBy(command);
    if (path === 'user/balance') add(person, Number(body['amount']));
    else if (id !== undefined) add(person, prices.get(id) ?? 0);
    else if (path === 'user/tickets') add(person, -(prices.get(idOf(answer) ?? '') ?? 0));
  }
  const users = await db.selectFrom('users').select(['id', 'balance']).execute();
  for (const user of users) {
    const difference = user.balance - (expected.get(user.id) ?? balance);
    if (difference < 0) lost.push(`${-difference} of the balance of ${user.id}`);
    if (difference > 0) unexpected.push(`${difference} in the balance of ${user.id}`);
  }
  return { lost, unexpected, breaches: (await auditBooks(db)).breaches };
}

/**
 * Sends each command once more whose outcome was unknown at first, and returns those that get another answer than the one that settled
 * them. Answers to holds are compared by their status, because a hold that has ended in the meantime is not stored.
 */
export async function askAgain(
  history: readonly Settled[],
  send: (command: Command) => Promise<Answer>,
): Promise<string[]> {
  const changed: string[] = [];
  for (const { command, unknown, answer } of history) {
    if (unknown === 0 || command.path === 'holds') continue;
    const again = await send(command);
    const isSame = again.status === answer.status && JSON.stringify(again.body) === JSON.stringify(answer.body);
    if (!isSame)
      changed.push(`${command.method} ${command.path}: ${answer.status ?? '-'}, then ${again.status ?? '-'}`);
  }
  return changed;
}

/** How many commands had an unknown outcome at first, and how many requests ended so. */
export function countUnknown(history: readonly Settled[]) {
  const commands = history.filter(({ unknown }) => unknown > 0);
  return { commands: commands.length, requests: commands.reduce((sum, { unknown }) => sum + unknown, 0) };
}

function isDone({ answer }: Settled): boolean {
  return !isUnknown(answer) && (answer.status ?? REFUSED) < REFUSED;
}

/** The id of the ticket that a command cancels; undefined for any other command. */
function cancelledBy({ method, path, body }: Command): string | undefined {
  return method === 'DELETE' && path === 'user/tickets' ? String(body['ticketId']) : undefined;
}

function seatsIn(text: string): number {
  const seats: unknown = JSON.parse(text);
  return Array.isArray(seats) ? seats.length : 0;
}
