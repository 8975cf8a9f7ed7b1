import * as v from 'valibot';
import { ticketsSchema, type Ticket } from '#contract/ticket.ts';
import { addTicket, MOST_KEPT_TICKETS, removeTicket } from '#domain/tickets.ts';
import type { StoredText } from './browserStorage.ts';

const keptSchema = v.pipe(v.string(), v.parseJson(), v.object({ userId: v.string(), tickets: ticketsSchema }));

type Kept = v.InferOutput<typeof keptSchema>;

/** The tickets that a user opened on this device, to be shown when the cinema is out of reach. */
export interface KeptTickets {
  readonly list: () => readonly Ticket[];
  readonly find: (ticketId: string) => Ticket | undefined;
  /** Keeps a ticket that was opened; those of another user go. */
  readonly keep: (userId: string, ticket: Ticket) => void;
  /** Removes what another user left. */
  readonly disown: (userId: string) => void;
  /** Takes over what the cinema says of the tickets kept; those it does not list go. */
  readonly sync: (tickets: readonly Ticket[]) => void;
  readonly drop: (ticketId: string) => void;
  readonly forget: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Tickets kept as one text, parsed by the schema of the wire whenever it is read; what cannot be read counts as nothing. */
export function createKeptTickets(stored: StoredText): KeptTickets {
  const listeners = new Set<() => void>();

  const read = (): Kept | undefined => {
    const kept = v.safeParse(keptSchema, stored.read());
    return kept.success ? kept.output : undefined;
  };
  const replace = (kept: Kept | undefined) => {
    const text = kept === undefined || kept.tickets.length === 0 ? undefined : JSON.stringify(kept);
    if (text === stored.read()) return;
    if (text === undefined) stored.remove();
    else stored.write(text);
    for (const listener of listeners) listener();
  };
  const change = (update: (tickets: Ticket[]) => Ticket[]) => {
    const kept = read();
    replace(kept && { ...kept, tickets: update(kept.tickets) });
  };

  return {
    list: () => read()?.tickets ?? [],
    find: (ticketId) => read()?.tickets.find(({ id }) => id === ticketId),
    keep: (userId, ticket) => {
      const kept = read();
      const others = kept?.userId === userId ? kept.tickets : [];
      if (JSON.stringify(others.find(({ id }) => id === ticket.id)) === JSON.stringify(ticket)) return;
      replace({ userId, tickets: addTicket(others, ticket).slice(0, MOST_KEPT_TICKETS) });
    },
    disown: (userId) => {
      const kept = read();
      replace(kept?.userId === userId ? kept : undefined);
    },
    sync: (tickets) => change((kept) => kept.flatMap(({ id }) => tickets.find((ticket) => ticket.id === id) ?? [])),
    drop: (ticketId) => change((kept) => removeTicket(kept, ticketId)),
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
