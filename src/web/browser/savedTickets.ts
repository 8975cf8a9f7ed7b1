import * as v from 'valibot';
import { ticketsSchema, type Ticket } from '#contract/ticket.ts';
import { addTicket, MAX_SAVED_TICKETS, removeTicket } from '#domain/tickets.ts';
import type { SavedTickets, StoredText } from '#machines/environment.ts';

const savedSchema = v.pipe(v.string(), v.parseJson(), v.object({ userId: v.string(), tickets: ticketsSchema }));

type Saved = v.InferOutput<typeof savedSchema>;

/** The saved tickets of one user, stored as one JSON text and parsed with the API's schema. An invalid text counts as empty. */
export function createSavedTickets(stored: StoredText): SavedTickets {
  const listeners = new Set<() => void>();

  const read = (): Saved | undefined => {
    const saved = v.safeParse(savedSchema, stored.read());
    return saved.success ? saved.output : undefined;
  };
  const replace = (saved: Saved | undefined) => {
    const text = saved === undefined || saved.tickets.length === 0 ? undefined : JSON.stringify(saved);
    if (text === stored.read()) return;
    if (text === undefined) stored.remove();
    else stored.write(text);
    for (const listener of listeners) listener();
  };
  const change = (update: (tickets: Ticket[]) => Ticket[]) => {
    const saved = read();
    replace(saved && { ...saved, tickets: update(saved.tickets) });
  };

  return {
    list: () => read()?.tickets ?? [],
    find: (ticketId) => read()?.tickets.find(({ id }) => id === ticketId),
    save: (userId, ticket) => {
      const saved = read();
      const others = saved?.userId === userId ? saved.tickets : [];
      replace({ userId, tickets: addTicket(others, ticket).slice(0, MAX_SAVED_TICKETS) });
    },
    disown: (userId) => {
      const saved = read();
      replace(saved?.userId === userId ? saved : undefined);
    },
    sync: (tickets) => change((saved) => saved.flatMap(({ id }) => tickets.find((ticket) => ticket.id === id) ?? [])),
    drop: (ticketId) => change((saved) => removeTicket(saved, ticketId)),
    forget: () => replace(undefined),
    subscribe: (listener) => {
      listeners.add(listener);
      const unsubscribe = stored.subscribe(listener);
      return () => {
        listeners.delete(listener);
        unsubscribe();
      };
    },
  };
}
