import { fromCallback } from 'xstate';
import { sentences } from '#domain/sentences.ts';
import { ticketCalendar } from '#domain/ticketCalendar.ts';
import type { SessionSnapshot } from '#machines/sessionMachine.ts';
import { ticketMachine, type TicketSession } from '#machines/ticketMachine.ts';
import { dependenciesOf } from './dependenciesOf.ts';
import { sessionOf } from './pageDependenciesOf.ts';
import { saveFile } from './saveFile.ts';
import { watchClock } from './watchClock.ts';

/** A ticket's page bound to the session, to what this device keeps, to the clock, the printer and the downloads. */
export const boundTicket = ticketMachine.provide({
  actors: {
    watchClock,
    watchSession: fromCallback<{ type: string }, { ticketId: string }>(({ input, sendBack, system }) => {
      const session = sessionOf(system);
      let last: TicketSession | undefined;
      const report = () => {
        const seen = ticketSessionOf(session.getSnapshot(), input.ticketId);
        if (last !== undefined && isSame(last, seen)) return;
        last = seen;
        sendBack({ type: 'session.changed', session: seen });
      };
      report();
      const subscription = session.subscribe(report);
      return () => subscription.unsubscribe();
    }),
    watchKept: fromCallback<{ type: string }, { ticketId: string }>(({ input, sendBack, system }) => {
      const { keptTickets } = dependenciesOf(system);
      const report = () => sendBack({ type: 'kept.changed', ticket: keptTickets.find(input.ticketId) });
      report();
      return keptTickets.subscribe(report);
    }),
  },
  actions: {
    keepTicket: ({ system }, { userId, ticket }) => {
      if (userId !== undefined && ticket !== undefined) dependenciesOf(system).keptTickets.keep(userId, ticket);
    },
    dropTicket: ({ system }, { ticketId }) => dependenciesOf(system).keptTickets.drop(ticketId),
    retryTickets: ({ system }) => {
      const session = sessionOf(system);
      session.send({ type: 'tickets.retry' });
      session.send({ type: 'session.retry' });
    },
    print: ({ system }) => dependenciesOf(system).device.print(),
    saveCalendar: ({ system }, { ticket, now }) => {
      if (ticket === undefined) return;
      const { zone } = dependenciesOf(system);
      saveFile(window.document, {
        name: `${ticket.id}.ics`,
        type: 'text/calendar',
        text: ticketCalendar(ticket, zone, now),
      });
    },
  },
});

function ticketSessionOf(snapshot: SessionSnapshot, ticketId: string): TicketSession {
  const { user, tickets, failure } = snapshot.context;
  return {
    standing: standingOf(snapshot),
    userId: user?.id,
    ticket: tickets.find(({ id }) => id === ticketId),
    failure: snapshot.matches('unreachable') ? sentences.unreachable : failure,
  };
}

function standingOf(snapshot: SessionSnapshot): TicketSession['standing'] {
  if (snapshot.matches('signedOut')) return 'signedOut';
  if (snapshot.matches({ signedIn: 'ready' })) return 'loaded';
  return snapshot.matches({ signedIn: 'failed' }) || snapshot.matches('unreachable') ? 'failed' : 'unsettled';
}

function isSame(one: TicketSession, other: TicketSession): boolean {
  return (
    one.standing === other.standing &&
    one.userId === other.userId &&
    one.ticket === other.ticket &&
    one.failure === other.failure
  );
}
