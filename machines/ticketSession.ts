import { sentences } from '#domain/sentences.ts';
import type { Ticket } from '#contract/ticket.ts';
import type { SessionSnapshot } from './sessionMachine.ts';

/** How the session stands, and what it says of one ticket. */
export interface TicketSession {
  readonly standing: 'unsettled' | 'loaded' | 'failed' | 'signedOut';
  readonly userId: string | undefined;
  readonly ticket: Ticket | undefined;
  readonly failure: string;
}

/** What the session says of a ticket. */
export function selectTicketSession(snapshot: SessionSnapshot, ticketId: string): TicketSession {
  const { user, tickets, failure } = snapshot.context;
  return {
    standing: standingOf(snapshot),
    userId: user?.id,
    ticket: tickets.find(({ id }) => id === ticketId),
    failure: snapshot.matches('unreachable') ? sentences.unreachable : failure,
  };
}

/** Whether the session says the same of a ticket as before. */
export function isSameSession(one: TicketSession, other: TicketSession): boolean {
  return (
    one.standing === other.standing &&
    one.userId === other.userId &&
    one.ticket === other.ticket &&
    one.failure === other.failure
  );
}

function standingOf(snapshot: SessionSnapshot): TicketSession['standing'] {
  if (snapshot.matches('signedOut')) return 'signedOut';
  if (snapshot.matches({ signedIn: 'ready' })) return 'loaded';
  return snapshot.matches({ signedIn: 'failed' }) || snapshot.matches('unreachable') ? 'failed' : 'unsettled';
}
