import { assign, fromPromise, setup } from 'xstate';
import type { Ticket } from '#contract/ticket.ts';
import { environmentOf } from './environment.ts';

/** The ticket of which the second call tells: with its film that its seats are sold, without that they are free again. */
export interface Confirmation {
  readonly ticket: Ticket;
  readonly movieId: number | undefined;
}

type Context = Confirmation & { attempts: number; outcome: 'confirmed' | 'givenUp' };

const MAX_ATTEMPTS = 3;

export const confirmationMachine = setup({
  types: {} as { context: Context; input: Confirmation; output: Context['outcome'] },
  actors: {
    confirm: fromPromise<unknown, Confirmation>(({ input: { ticket, movieId }, system }) => {
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
  id: 'confirmation',
  context: ({ input }) => ({ ...input, attempts: 0, outcome: 'confirmed' }),
  output: ({ context }) => context.outcome,
  initial: 'calling',
  states: {
    calling: {
      description:
        'The booked-seats call that follows the ticket call (section 4); money and seats are settled already.',
      entry: 'countAttempt',
      after: { timeout: 'givenUp' },
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: ({ context }) => ({ ticket: context.ticket, movieId: context.movieId }),
        onDone: 'done',
        onError: [{ guard: 'canTryAgain', target: 'waiting' }, { target: 'givenUp' }],
      },
    },
    waiting: {
      description: 'It failed: it is repeated, three times in all, and nothing is ever bought or refunded again.',
      after: { retryDelay: 'calling' },
    },
    done: { description: 'The cinema has confirmed.', type: 'final' },
    givenUp: {
      description: 'It keeps failing or never answers, which changes nothing.',
      type: 'final',
      entry: 'giveUp',
    },
  },
});
