import { assign, fromCallback, sendTo, setup, type EventObject, type SnapshotFrom } from 'xstate';
import { failed, type Failure } from '#domain/failure.ts';
import { SAVED_TIMEOUT, SHARED_HOLD_DURATION } from '#domain/timings.ts';
import type { Screening } from '#domain/showtimes.ts';
import type { Ticket } from '#contract/ticket.ts';
import { actorOf } from './actors.ts';
import { toApp, toSession } from './targets.ts';
import { sharedHold, sharedSeatsOf, type SeatReport, type SharedSeats } from '#domain/hall.ts';
import { computeMarks, type Marks } from './computeMarks.ts';
import { countdownMachine } from './countdownMachine.ts';
import { environmentOf, watchClock } from './environment.ts';
import { seatFeedMachine, type ReceivedReport, type SeatFeedReport } from './seatFeedMachine.ts';
import type { SessionSnapshot } from './sessionMachine.ts';

type Input = { readonly ticketId: string; readonly now: number };

type Context = Input & {
  session: TicketSession;
  savedTicket: Ticket | undefined;
  /** The last version of the ticket from the session; the ticket may have been cancelled since. */
  seenTicket: Ticket | undefined;
  /** The last report of the seats; undefined before the first one, and while no seats can be shared with those of the ticket. */
  report: SeatReport | undefined;
  /** The mark of the code with which the ticket was bought. */
  codeMark: string | undefined;
};

export type TicketEvent =
  | { type: 'clock.ticked'; now: number }
  | { type: 'session.changed'; session: TicketSession }
  | { type: 'savedTickets.changed'; ticket: Ticket | undefined }
  | { type: 'ticket.retry' | 'ticket.print' | 'savedTicket.remove' }
  | SeatFeedReport;

export const ticketMachine = setup({
  types: {} as {
    context: Context;
    events: TicketEvent;
    input: Input;
    tags: 'shown';
    children: { countdown: 'countdown' };
  },
  actors: {
    watchClock,
    watchSession: fromCallback<EventObject, { ticketId: string }>(({ input, sendBack, system }) => {
      const session = actorOf(system, 'session');
      let last: TicketSession | undefined;
      const report = () => {
        const current = selectTicketSession(session.getSnapshot(), input.ticketId);
        if (last !== undefined && isSameSession(last, current)) return;
        last = current;
        sendBack({ type: 'session.changed', session: current });
      };
      report();
      const subscription = session.subscribe(report);
      return () => subscription.unsubscribe();
    }),
    seatFeed: seatFeedMachine,
    computeMarks,
    countdown: countdownMachine,
    watchSavedTickets: fromCallback<EventObject, { ticketId: string }>(({ input, sendBack, system }) => {
      const { tickets } = environmentOf(system).storage;
      const report = () => sendBack({ type: 'savedTickets.changed', ticket: tickets.find(input.ticketId) });
      report();
      return tickets.subscribe(report);
    }),
  },
  guards: {
    isHeld: ({ context }) => context.session.ticket !== undefined,
    isCancelled: ({ context }) => context.session.status === 'loaded' && context.seenTicket !== undefined,
    isLoaded: ({ context }) => context.session.status === 'loaded',
    isSaved: ({ context }) => context.savedTicket !== undefined,
    isUnsettled: ({ context }) => context.session.status === 'unsettled',
    isStillUnsettled: (_, params: { session: TicketSession }) =>
      params.session.status === 'unsettled' && params.session.ticket === undefined,
    isFailed: ({ context }) => context.session.status === 'failed',
    mayBeShared: ({ context: { session, now } }) =>
      session.ticket?.shareCode !== undefined && now < Date.parse(session.ticket.bookingTime) + SHARED_HOLD_DURATION,
    isShared: ({ context }) => shareOf(context) !== undefined,
    isOver: ({ context }) => context.report !== undefined && shareOf(context) === undefined,
  },
  actions: {
    requestSignIn: sendTo(toApp, { type: 'auth.required' }),
    saveTicket: ({ system }, { userId, ticket }: { userId: string | undefined; ticket: Ticket | undefined }) => {
      if (userId !== undefined && ticket !== undefined) environmentOf(system).storage.tickets.save(userId, ticket);
    },
    dropTicket: ({ system }, { ticketId }: { ticketId: string }) =>
      environmentOf(system).storage.tickets.drop(ticketId),
    retryTickets: sendTo(toSession, { type: 'tickets.retry' }),
    retrySession: sendTo(toSession, { type: 'session.retry' }),
    print: ({ system }) => environmentOf(system).device.print(),
    storeNow: assign((_, params: { now: number }) => ({ now: params.now })),
    storeSession: assign(({ context }, { session }: { session: TicketSession }) => ({
      session,
      seenTicket: session.ticket ?? (session.userId === context.session.userId ? context.seenTicket : undefined),
    })),
    storeReport: assign((_, { report }: ReceivedReport) => ({ report })),
    storeMark: assign((_, { output }: { output: Marks }) => ({ codeMark: output.codeMark })),
    forgetShare: assign({ report: undefined, codeMark: undefined }),
    storeSavedTickets: assign((_, params: { ticket: Ticket | undefined }) => ({ savedTicket: params.ticket })),
  },
  delays: { savedTimeout: SAVED_TIMEOUT, retryDelay: 5000 },
}).createMachine({
  id: 'ticket',
  context: ({ input }) => ({
    ...input,
    session: { status: 'unsettled', userId: undefined, ticket: undefined, failure: undefined },
    savedTicket: undefined,
    seenTicket: undefined,
    report: undefined,
    codeMark: undefined,
  }),
  invoke: [
    { id: 'watchClock', src: 'watchClock' },
    { id: 'watchSavedTickets', src: 'watchSavedTickets', input: ({ context }) => ({ ticketId: context.ticketId }) },
    { id: 'watchSession', src: 'watchSession', input: ({ context }) => ({ ticketId: context.ticketId }) },
  ],
  on: {
    'clock.ticked': { actions: { type: 'storeNow', params: ({ event }) => event } },
    'session.changed': { target: '.deciding', actions: { type: 'storeSession', params: ({ event }) => event } },
    'savedTickets.changed': {
      target: '.deciding',
      actions: { type: 'storeSavedTickets', params: ({ event }) => event },
    },
  },
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Chooses what to show: the ticket from the session, else the saved ticket, else the guard.',
      always: [
        { guard: 'isHeld', target: 'shown.current' },
        { guard: 'isCancelled', target: 'cancelled' },
        { guard: 'isLoaded', target: 'missing' },
        { guard: 'isUnsettled', target: 'waiting' },
        { guard: 'isSaved', target: 'shown.saved' },
        { guard: 'isFailed', target: 'failed' },
        { target: 'guarded' },
      ],
    },
    waiting: {
      description:
        'The session is being restored or the tickets are being fetched. A saved ticket shows after 2 s, so that it does not flash.',
      after: { savedTimeout: { guard: 'isSaved', target: 'shown.saved' } },
    },
    shown: {
      description: 'A ticket is on the screen. It can be printed.',
      tags: 'shown',
      on: {
        'ticket.print': { actions: 'print' },
      },
      initial: 'current',
      states: {
        current: {
          description: 'Shows the ticket from the server, and saves it on this device.',
          entry: {
            type: 'saveTicket',
            params: ({ context }) => ({ userId: context.session.userId, ticket: context.session.ticket }),
          },
          on: {
            'savedTickets.changed': {
              description: 'Does not save the ticket again after LOG OUT has removed it.',
              actions: { type: 'storeSavedTickets', params: ({ event }) => event },
            },
          },
          initial: 'starting',
          states: {
            starting: {
              description: 'Looks whether the ticket was bought with a code whose time cannot be over yet.',
              always: [{ guard: 'mayBeShared', target: 'shared' }, { target: 'alone' }],
            },
            alone: { description: 'No seats are shared with those of the ticket.' },
            shared: {
              description:
                'The ticket was bought from seats that are shared with friends. Shows how many of them are paid for, until their time is over.',
              invoke: {
                id: 'seatFeed',
                src: 'seatFeed',
                input: ({ context }) => ({ screening: screeningOf(context), isLoaded: true }),
              },
              exit: 'forgetShare',
              on: { 'seats.changed': { actions: { type: 'storeReport', params: ({ event }) => event } } },
              initial: 'computing',
              states: {
                computing: {
                  description: 'Computing the mark by which reports of the seats name the code.',
                  invoke: {
                    id: 'computeMarks',
                    src: 'computeMarks',
                    input: ({ context: { session } }) => ({
                      screening: {
                        title: session.ticket?.movieTitle ?? '',
                        startsAt: Date.parse(session.ticket?.startsAt ?? ''),
                      },
                      userId: undefined,
                      shareCode: session.ticket?.shareCode,
                    }),
                    onDone: { target: 'recognising', actions: { type: 'storeMark', params: ({ event }) => event } },
                    onError: 'waiting',
                  },
                },
                waiting: {
                  description: 'The code that computes marks could not be loaded. Tries again after some seconds.',
                  after: { retryDelay: 'computing' },
                },
                recognising: {
                  description: 'Looks for the mark in the last report, or waits for the first one.',
                  always: [
                    { guard: 'isShared', target: 'running' },
                    { guard: 'isOver', target: '#ticket.shown.current.alone' },
                  ],
                },
                running: {
                  description:
                    'The seats are kept for friends. A countdown shows how long, and a report when they are free.',
                  invoke: {
                    id: 'countdown',
                    src: 'countdown',
                    input: ({ context }) => ({ expiresAt: shareOf(context)?.expiresAt ?? 0 }),
                  },
                  always: { guard: 'isOver', target: '#ticket.shown.current.alone' },
                },
              },
            },
          },
        },
        saved: {
          description:
            'No ticket from the server is available. Shows the saved ticket, marked as saved, instead of the guard.',
          on: {
            'session.changed': {
              guard: { type: 'isStillUnsettled', params: ({ event }) => event },
              actions: { type: 'storeSession', params: ({ event }) => event },
            },
            'savedTicket.remove': {
              actions: { type: 'dropTicket', params: ({ context }) => ({ ticketId: context.ticketId }) },
            },
          },
        },
      },
    },
    cancelled: {
      description: 'The ticket was cancelled elsewhere while this page showed it. It stays, dimmed and struck out.',
    },
    missing: { description: 'The user has no such ticket. The page says so and links to My Tickets.' },
    failed: {
      description:
        'The tickets could not be fetched, and this device has not saved this one. The page shows the reason with Retry.',
      on: { 'ticket.retry': { actions: ['retryTickets', 'retrySession'] } },
    },
    guarded: {
      description:
        'The visitor is signed out and has no saved ticket. Shows the guard of the personal pages (section 2).',
      entry: 'requestSignIn',
    },
  },
});

export type TicketSnapshot = SnapshotFrom<typeof ticketMachine>;

/** The ticket that the page shows. */
export function selectTicket({ context }: TicketSnapshot): Ticket | undefined {
  return ticketOf(context);
}

/** The seats that are shared with those of the ticket. */
export function selectShare({ context }: TicketSnapshot): SharedSeats | undefined {
  return shareOf(context);
}

function shareOf({ codeMark, report }: Context): SharedSeats | undefined {
  const hold = sharedHold(report, codeMark);
  return hold && sharedSeatsOf(hold);
}

function ticketOf({ session, seenTicket, savedTicket }: Context): Ticket | undefined {
  return session.ticket ?? seenTicket ?? savedTicket;
}

function screeningOf({ session: { ticket } }: Context): Screening {
  return { title: ticket?.movieTitle ?? '', date: ticket?.showtimeDate ?? '', time: ticket?.showtimeTime ?? '' };
}

/** The session's status, and its copy of one ticket. */
export interface TicketSession {
  readonly status: 'unsettled' | 'loaded' | 'failed' | 'signedOut';
  readonly userId: string | undefined;
  readonly ticket: Ticket | undefined;
  readonly failure: Failure | undefined;
}

const UNREACHABLE = failed('unreachable');

/** Selects a ticket and the status from the session. */
export function selectTicketSession(snapshot: SessionSnapshot, ticketId: string): TicketSession {
  const { user, tickets, failure } = snapshot.context;
  return {
    status: statusOf(snapshot),
    userId: user?.id,
    ticket: tickets.find(({ id }) => id === ticketId),
    failure: snapshot.matches('unreachable') ? UNREACHABLE : failure,
  };
}

/** Whether status and ticket are the same. */
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
