import { messages } from '#domain/messages.ts';
import type { Ticket } from '#contract/ticket.ts';
import type { SessionSnapshot } from './sessionMachine.ts';

/** How the session stands, and what it says of one ticket. */
export interface TicketSession {
  readonly status: 'unsettled' | 'loaded' | 'failed' | 'signedOut';
  readonly userId: string | undefined;
  readonly ticket: Ticket | undefined;
  readonly failure: string;
}

/** A ticket as the session knows it. */
export function selectTicketSession(snapshot: SessionSnapshot, ticketId: string): TicketSession {
  const { user, tickets, failure } = snapshot.context;
  return {
    status: statusOf(snapshot),
    userId: user?.id,
    ticket: tickets.find(({ id }) => id === ticketId),
    failure: snapshot.matches('unreachable') ? messages.unreachable : failure,
  };
}

/** Whether the session says the same of a ticket as before. */
export function isSameSession(one: TicketSession, other: TicketSession): boolean {
  return (
    one.status === other.status &&
    one.userId === other.userId &&
    one.ticket === other.ticket &&
    one.failure === other.failure
  );
}

function statusOf(snapshot: SessionSnapshot): TicketSession['status'] {
  if (snapshot.matches('signedOut')) return 'signedOut';
  if (snapshot.matches({ signedIn: 'ready' })) return 'loaded';
  return snapshot.matches({ signedIn: 'failed' }) || snapshot.matches('unreachable') ? 'failed' : 'unsettled';
}
