import { messages } from '#domain/messages.ts';
import type { Ticket } from '#contract/ticket.ts';
import type { SessionSnapshot } from './sessionMachine.ts';

/** The session's status, and its copy of one ticket. */
export interface TicketSession {
  readonly status: 'unsettled' | 'loaded' | 'failed' | 'signedOut';
  readonly userId: string | undefined;
  readonly ticket: Ticket | undefined;
  readonly failure: string;
}

/** Selects a ticket and the status from the session. */
export function selectTicketSession(snapshot: SessionSnapshot, ticketId: string): TicketSession {
  const { user, tickets, failure } = snapshot.context;
  return {
    status: statusOf(snapshot),
    userId: user?.id,
    ticket: tickets.find(({ id }) => id === ticketId),
    failure: snapshot.matches('unreachable') ? messages.unreachable : failure,
  };
}

/** Whether nothing has changed for the ticket. */
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
