import { assign, fromPromise, setup } from 'xstate';
import type { Ticket } from '#contract/ticket.ts';
import { environmentOf } from './environment.ts';

/** The ticket of the second call. With a `movieId` the call records its seats as sold; otherwise it releases them. */
export interface RecordSeatsInput {
  readonly ticket: Ticket;
  readonly movieId: number | undefined;
}

type Context = RecordSeatsInput & { attempts: number; outcome: 'confirmed' | 'givenUp' };

const MAX_ATTEMPTS = 3;

export const recordSeatsMachine = setup({
  types: {} as { context: Context; input: RecordSeatsInput; output: Context['outcome'] },
  actors: {
    sendSeats: fromPromise<unknown, RecordSeatsInput>(({ input: { ticket, movieId }, system }) => {
      const { api } = environmentOf(system);
      const { showtimeDate, showtimeTime, seatNumbers, movieTitle } = ticket;
      const seats = { showtimeDate, showtimeTime, seatNumbers, movieTitle };
      if (movieId === undefined) return api('releaseSeats', { input: seats });
      return api('recordSeats', { input: { ...seats, movieId } });
    }),
  },
  guards: {
    canTryAgain: ({ context }) => context.attempts < MAX_ATTEMPTS,
  },
  actions: {
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    giveUp: assign({ outcome: 'givenUp' as const }),
  },
  delays: {
    retryDelay: ({ context }) => 500 * 2 ** context.attempts,
    timeout: 10_000,
  },
}).createMachine({
  id: 'recordSeats',
  context: ({ input }) => ({ ...input, attempts: 0, outcome: 'confirmed' }),
  output: ({ context }) => context.outcome,
  initial: 'calling',
  states: {
    calling: {
      description:
        'Waiting for the booked-seats call, which follows the ticket call (section 4). Money and seats have already changed.',
      entry: 'countAttempt',
      after: { timeout: 'givenUp' },
      invoke: {
        id: 'sendSeats',
        src: 'sendSeats',
        input: ({ context }) => ({ ticket: context.ticket, movieId: context.movieId }),
        onDone: 'done',
        onError: [{ guard: 'canTryAgain', target: 'waiting' }, { target: 'givenUp' }],
      },
    },
    waiting: {
      description:
        'The call failed. Waits before the next of three attempts. A repeated call buys and refunds nothing.',
      after: { retryDelay: 'calling' },
    },
    done: { description: 'The server confirmed the call.', type: 'final' },
    givenUp: {
      description: 'The call keeps failing or gets no response. Money and ticket stay as they are.',
      type: 'final',
      entry: 'giveUp',
    },
  },
});
