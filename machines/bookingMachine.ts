import { assign, raise, setup, type SnapshotFrom } from 'xstate';
import { isOldEnough } from '#domain/age.ts';
import { CallFailed, failureOf, isOutcomeUnknown, type Failure } from '#domain/failure.ts';
import { moviePath, PATHS } from '#domain/paths.ts';
import { balanceVerdict } from '#domain/balanceVerdict.ts';
import { purchaseTotal } from '#domain/purchase.ts';
import { isShowtimeOpen, isTimeOpen, withDate, type CinemaClock, type ScheduleChoice } from '#domain/schedule.ts';
import { canSelectSeat, MAXIMUM_SEATS, sortSeats, takenSentence } from '#domain/seats.ts';
import { sentences } from '#domain/sentences.ts';
import { REDIRECT_DELAY } from '#domain/timings.ts';
import type { Movie } from '#contract/movie.ts';
import type { Booking } from '#contract/booking.ts';
import type { Ticket } from '#contract/ticket.ts';
import { notify, type Notification } from './toastsMachine.ts';
import { unprovidedAction, unprovidedCallback, unprovidedPromise } from './unprovided.ts';

/** What the purchase needs to know of the person signed in: years and rupiah. */
export type Viewer = { readonly age: number; readonly balance: number };

/** The seats sold of a showtime, and those the visitor had chosen before going to top up. */
export type Hall = { readonly booked: readonly number[]; readonly kept: readonly number[] };

export type ShowtimeOfMovie = { readonly title: string; readonly date: string; readonly time: string };

type Input = CinemaClock & { readonly title: string };

type Context = Input & {
  movie: Movie | undefined;
  place: ScheduleChoice;
  showtime: ShowtimeOfMovie | undefined;
  booked: readonly number[];
  selected: readonly number[];
  viewer: Viewer | undefined;
  idempotencyKey: string;
  ticket: Ticket | undefined;
  recordAttempts: number;
  failure: Failure | undefined;
};

export type BookingEvent =
  | { type: 'clock.ticked'; now: number }
  | { type: 'viewer.changed'; viewer: Viewer | undefined }
  | { type: 'showtime.changed'; place: ScheduleChoice }
  | { type: 'date.choose'; date: string }
  | { type: 'time.choose'; time: string }
  | { type: 'seat.toggle'; seatNumber: number }
  | { type: 'seats.changed'; seatNumbers: readonly number[] }
  | { type: 'seats.connected' | 'seats.disconnected' }
  | { type: 'purchase.review' | 'purchase.confirm' | 'purchase.back' | 'topUp.visit' | 'movie.retry' | 'seats.retry' };

export type BookingFact =
  | { type: 'tickets.booked'; ticket: Ticket }
  | { type: 'balance.changed'; balance: number }
  | { type: 'notify'; notification: Notification };

const RECORD_ATTEMPTS = 3;

export const bookingMachine = setup({
  types: {} as { context: Context; events: BookingEvent; input: Input; tags: 'seats' | 'reviewing' | 'buying' },
  actors: {
    watchClock: unprovidedCallback<undefined>('watchClock'),
    watchViewer: unprovidedCallback<undefined>('watchViewer'),
    watchShowtime: unprovidedCallback<{ title: string }>('watchShowtime'),
    watchSeats: unprovidedCallback<ShowtimeOfMovie>('watchSeats'),
    loadMovie: unprovidedPromise<Movie, { title: string }>('loadMovie'),
    loadHall: unprovidedPromise<Hall, ShowtimeOfMovie>('loadHall'),
    bookTickets: unprovidedPromise<Ticket, { booking: Booking; idempotencyKey: string }>('bookTickets'),
    recordSeats: unprovidedPromise<Ticket, { ticket: Ticket; movieId: number }>('recordSeats'),
  },
  guards: {
    isMissing: (_, params: { error: unknown }) => failureOf(params.error).code === 'movie_not_found',
    isRefusedWith: ({ context }, params: { code: string }) => context.failure?.code === params.code,
    isOtherPlace: ({ context }, params: { place: ScheduleChoice }) => differs(params.place, context.place),
    hasMoved: ({ context }) => differs(context.place, context.showtime),
    hasShowtime: ({ context }) => context.showtime !== undefined,
    isPlaceOpen: ({ context }) => isShowtimeOpen(context.place, context),
    closesSale: ({ context }, params: { now: number }) =>
      !isShowtimeOpen(context.place, { now: params.now, zone: context.zone }),
    isTimeOpen: ({ context }, params: { time: string }) => isTimeOpen(context.place.date, params.time, context),
    isSelected: ({ context }, params: { seatNumber: number }) => context.selected.includes(params.seatNumber),
    canSelect: ({ context }, params: { seatNumber: number }) =>
      canSelectSeat(params.seatNumber, context.selected, context.booked),
    losesSeats: ({ context }, params: { seatNumbers: readonly number[] }) =>
      lostSeats(context.selected, params.seatNumbers).length > 0,
    losesKept: (_, params: Hall) => lostSeats(params.kept, params.booked).length > 0,
    isOutcomeUnknown: ({ context }) => context.failure !== undefined && isOutcomeUnknown(context.failure),
    isSignedIn: ({ context }) => context.viewer !== undefined,
    isSignedOut: ({ context }) => context.viewer === undefined,
    mayBuy: ({ context }) =>
      context.selected.length > 0 && !selectTooYoung({ context }) && context.viewer !== undefined,
    canRecordAgain: ({ context }) => context.recordAttempts < RECORD_ATTEMPTS,
  },
  actions: {
    announce: unprovidedAction<BookingFact>('announce'),
    goTo: unprovidedAction<{ path: string; returnPath?: string }>('goTo'),
    keepSelection: unprovidedAction<ShowtimeOfMovie & { seatNumbers: readonly number[] }>('keepSelection'),
    renewIdempotencyKey: unprovidedAction<undefined>('renewIdempotencyKey'),
    storeNow: assign((_, params: { now: number }) => ({ now: params.now })),
    storeViewer: assign((_, params: { viewer: Viewer | undefined }) => ({ viewer: params.viewer })),
    storePlace: assign((_, params: { place: ScheduleChoice }) => ({ place: params.place })),
    storeMovie: assign((_, params: { movie: Movie }) => ({ movie: params.movie })),
    storeFailure: assign((_, params: { error: unknown }) => ({ failure: failureOf(params.error) })),
    clearFailure: assign({ failure: undefined }),
    enterShowtime: assign(({ context }) => ({
      showtime: showtimeAt(context),
      booked: [],
      selected: [],
      failure: undefined,
    })),
    leaveShowtime: assign({ showtime: undefined, booked: [], selected: [] }),
    storeHall: assign(({ context }, params: Hall) => ({
      booked: params.booked,
      selected: sortSeats(
        [...new Set([...context.selected, ...params.kept])]
          .filter((seat) => !params.booked.includes(seat))
          .slice(0, MAXIMUM_SEATS),
      ),
    })),
    selectSeat: assign(({ context }, params: { seatNumber: number }) => ({
      selected: sortSeats([...context.selected, params.seatNumber]),
    })),
    deselectSeat: assign(({ context }, params: { seatNumber: number }) => ({
      selected: context.selected.filter((seat) => seat !== params.seatNumber),
    })),
    storeBooked: assign((_, params: { seatNumbers: readonly number[] }) => ({ booked: params.seatNumbers })),
    loseSeats: assign(({ context: { booked, selected, failure } }) => ({
      booked: sortSeats([...new Set([...booked, ...(failure?.seatNumbers ?? [])])]),
      selected: selected.filter((seat) => failure?.seatNumbers.includes(seat) !== true),
    })),
    storeTicket: assign(({ context }, params: { ticket: Ticket }) => ({
      ticket: params.ticket,
      booked: sortSeats([...context.booked, ...params.ticket.seatNumbers]),
      selected: [],
      recordAttempts: 0,
    })),
    tellSeats: raise((_, params: Hall) => ({ type: 'seats.changed' as const, seatNumbers: params.booked })),
    countRecordAttempt: assign({ recordAttempts: ({ context }) => context.recordAttempts + 1 }),
  },
  delays: {
    redirectDelay: REDIRECT_DELAY,
    refetchDelay: 5000,
    recordRetryDelay: ({ context }) => 500 * 2 ** context.recordAttempts,
    recordPatience: 10_000,
  },
}).createMachine({
  id: 'booking',
  context: ({ input }) => ({
    ...input,
    movie: undefined,
    place: { date: undefined, time: undefined },
    showtime: undefined,
    booked: [],
    selected: [],
    viewer: undefined,
    idempotencyKey: '',
    ticket: undefined,
    recordAttempts: 0,
    failure: undefined,
  }),
  invoke: [
    { id: 'watchClock', src: 'watchClock' },
    { id: 'watchViewer', src: 'watchViewer' },
    { id: 'watchShowtime', src: 'watchShowtime', input: ({ context }) => ({ title: context.title }) },
  ],
  on: {
    'clock.ticked': { actions: { type: 'storeNow', params: ({ event }) => event } },
    'viewer.changed': { actions: { type: 'storeViewer', params: ({ event }) => event } },
    'showtime.changed': { actions: { type: 'storePlace', params: ({ event }) => event } },
  },
  initial: 'loadingMovie',
  states: {
    loadingMovie: {
      description: 'The film is fetched by its title.',
      invoke: {
        id: 'loadMovie',
        src: 'loadMovie',
        input: ({ context }) => ({ title: context.title }),
        onDone: {
          target: 'openingMovie',
          actions: { type: 'storeMovie', params: ({ event }) => ({ movie: event.output }) },
        },
        onError: [
          { guard: { type: 'isMissing', params: ({ event }) => event }, target: 'movieNotFound' },
          { target: 'movieFailed', actions: { type: 'storeFailure', params: ({ event }) => event } },
        ],
      },
    },
    movieNotFound: { description: 'No film has this title: a page of its own, with a way on.' },
    movieFailed: {
      description: 'The film could not be fetched: a sentence and a Retry.',
      on: { 'movie.retry': { target: 'loadingMovie', actions: 'clearFailure' } },
    },
    openingMovie: {
      description: 'A film fetched again keeps the seats chosen; otherwise the URL says which showtime to open.',
      always: [
        { guard: 'hasMoved', target: 'choosing.openingShowtime' },
        { guard: 'hasShowtime', target: 'choosing.loadingSeats' },
        { target: 'choosing.choosingShowtime' },
      ],
    },
    choosing: {
      description: 'Date and time live in the URL: choosing one navigates, and the URL opens the showtime.',
      initial: 'choosingShowtime',
      on: {
        'showtime.changed': {
          guard: { type: 'isOtherPlace', params: ({ event }) => event },
          target: '.openingShowtime',
          actions: { type: 'storePlace', params: ({ event }) => event },
        },
        'date.choose': {
          actions: { type: 'goTo', params: ({ context, event }) => ({ path: pathWithDate(context, event.date) }) },
        },
        'time.choose': {
          guard: { type: 'isTimeOpen', params: ({ event }) => event },
          actions: { type: 'goTo', params: ({ context, event }) => ({ path: pathWithTime(context, event.time) }) },
        },
      },
      states: {
        openingShowtime: {
          description: 'Another showtime empties the selection; one that is not on sale opens no seats.',
          entry: 'enterShowtime',
          always: [
            { guard: 'isPlaceOpen', target: 'loadingSeats' },
            { target: 'choosingShowtime', actions: 'leaveShowtime' },
          ],
        },
        choosingShowtime: {
          description: 'Seats are shown only after a showtime is chosen (section 2).',
          on: { 'purchase.review': { guard: 'isSignedIn', target: 'reviewingNothing' } },
        },
        reviewingNothing: {
          description: 'The buy dialog before a showtime is chosen: it asks for a seat, and there is nothing to buy.',
          tags: 'reviewing',
          always: { guard: 'isSignedOut', target: 'choosingShowtime' },
          on: { 'purchase.back': { target: 'choosingShowtime' } },
        },
        loadingSeats: {
          description: 'The seats sold of the chosen showtime are fetched.',
          invoke: {
            id: 'loadHall',
            src: 'loadHall',
            input: ({ context }) => showtimeAt(context),
            onDone: [
              {
                guard: { type: 'losesKept', params: ({ event }) => event.output },
                target: 'hall',
                actions: [
                  { type: 'storeHall', params: ({ event }) => event.output },
                  {
                    type: 'storeFailure',
                    params: ({ event: { output } }) => ({ error: lossOf(output.kept, output.booked) }),
                  },
                  {
                    type: 'announce',
                    params: ({ event: { output } }) =>
                      notify('warning', lossOf(output.kept, output.booked).message, 'bottom-left'),
                  },
                ],
              },
              { target: 'hall', actions: { type: 'storeHall', params: ({ event }) => event.output } },
            ],
            onError: { target: 'seatsFailed', actions: { type: 'storeFailure', params: ({ event }) => event } },
          },
        },
        seatsFailed: {
          description: 'The seats could not be fetched: a sentence and a Retry.',
          on: { 'seats.retry': { target: 'loadingSeats', actions: 'clearFailure' } },
        },
        hall: {
          description: 'The seats are on screen: chosen and reviewed, while a feed tells which are sold elsewhere.',
          type: 'parallel',
          tags: 'seats',
          invoke: { id: 'watchSeats', src: 'watchSeats', input: ({ context }) => showtimeAt(context) },
          states: {
            selection: {
              description: 'A seat that is sold elsewhere leaves the selection and is named.',
              initial: 'choosingSeats',
              on: {
                'seats.changed': [
                  {
                    guard: { type: 'losesSeats', params: ({ event }) => event },
                    actions: [
                      {
                        type: 'storeFailure',
                        params: ({ context, event }) => ({ error: lossOf(context.selected, event.seatNumbers) }),
                      },
                      'loseSeats',
                      'renewIdempotencyKey',
                      { type: 'storeBooked', params: ({ event }) => event },
                      {
                        type: 'announce',
                        params: ({ context }) => notify('warning', context.failure?.message ?? '', 'bottom-left'),
                      },
                    ],
                  },
                  { actions: { type: 'storeBooked', params: ({ event }) => event } },
                ],
              },
              states: {
                choosingSeats: {
                  description:
                    'A seat is free, selected or booked; a booked one and a seventh cannot be chosen (section 4).',
                  on: {
                    'clock.ticked': [
                      {
                        guard: { type: 'closesSale', params: ({ event }) => event },
                        target: '#booking.choosing.choosingShowtime',
                        actions: [
                          { type: 'storeNow', params: ({ event }) => event },
                          'leaveShowtime',
                          { type: 'announce', params: notify('warning', sentences.showtimeClosed, 'bottom-left') },
                        ],
                      },
                      { actions: { type: 'storeNow', params: ({ event }) => event } },
                    ],
                    'seat.toggle': [
                      {
                        guard: { type: 'isSelected', params: ({ event }) => event },
                        actions: { type: 'deselectSeat', params: ({ event }) => event },
                      },
                      {
                        guard: { type: 'canSelect', params: ({ event }) => event },
                        actions: { type: 'selectSeat', params: ({ event }) => event },
                      },
                    ],
                    'purchase.review': {
                      guard: 'isSignedIn',
                      target: 'confirming',
                      actions: ['clearFailure', 'renewIdempotencyKey'],
                    },
                  },
                },
                confirming: {
                  description:
                    'The buy dialog. Its messages on age and balance are advisory; the server decides (section 2). Once the outcome of a purchase is unknown, seats sold may be the visitor’s own and are no news.',
                  tags: 'reviewing',
                  always: { guard: 'isSignedOut', target: 'closingDialog' },
                  on: {
                    'purchase.confirm': { guard: 'mayBuy', target: '#booking.booking', actions: 'clearFailure' },
                    'purchase.back': { target: 'closingDialog' },
                    'seats.changed': { guard: 'isOutcomeUnknown' },
                    'topUp.visit': {
                      actions: [
                        {
                          type: 'keepSelection',
                          params: ({ context }) => ({ ...showtimeAt(context), seatNumbers: context.selected }),
                        },
                        {
                          type: 'goTo',
                          params: ({ context }) => ({ path: PATHS.topUp, returnPath: pathHere(context) }),
                        },
                      ],
                    },
                  },
                },
                closingDialog: {
                  description: 'Back to the seats; after a purchase whose outcome is unknown they are fetched anew.',
                  always: [
                    { guard: 'isOutcomeUnknown', target: '#booking.choosing.loadingSeats', actions: 'clearFailure' },
                    { target: 'choosingSeats', actions: 'clearFailure' },
                  ],
                },
              },
            },
            feed: {
              description: 'Whether the feed is there. Until it is back, the seats are fetched again and again.',
              initial: 'following',
              on: { 'seats.connected': { target: '.following' } },
              states: {
                following: {
                  description: 'The feed tells all seats sold, at once and after each change.',
                  on: { 'seats.disconnected': { target: 'refetching' } },
                },
                refetching: {
                  description: 'The feed is lost, so the seats are fetched; a failure is not worth a word.',
                  invoke: {
                    id: 'refetchHall',
                    src: 'loadHall',
                    input: ({ context }) => showtimeAt(context),
                    onDone: {
                      target: 'waiting',
                      actions: { type: 'tellSeats', params: ({ event }) => event.output },
                    },
                    onError: { target: 'waiting' },
                  },
                },
                waiting: {
                  description: 'A moment between two attempts.',
                  after: { refetchDelay: 'refetching' },
                },
              },
            },
          },
        },
      },
    },
    booking: {
      description: 'The ticket call is on its way. There is no confirm here: the double-submit guard (section 4).',
      tags: ['seats', 'reviewing', 'buying'],
      invoke: {
        id: 'bookTickets',
        src: 'bookTickets',
        input: ({ context }) => ({ booking: bookingOf(context), idempotencyKey: context.idempotencyKey }),
        onDone: {
          target: 'recordingSeats',
          actions: [
            { type: 'storeTicket', params: ({ event }) => ({ ticket: event.output }) },
            { type: 'announce', params: ({ event }) => ({ type: 'tickets.booked', ticket: event.output }) },
          ],
        },
        onError: {
          target: 'refused',
          actions: [
            { type: 'storeFailure', params: ({ event }) => event },
            { type: 'announce', params: ({ event }) => notify('error', failureOf(event.error).message, 'bottom-left') },
          ],
        },
      },
    },
    refused: {
      description: 'Every refusal returns to the state in which it can be mended.',
      always: [
        { guard: 'hasMoved', target: 'choosing.openingShowtime' },
        {
          guard: { type: 'isRefusedWith', params: { code: 'seat_taken' } },
          target: 'choosing.hall.selection.choosingSeats',
          actions: 'loseSeats',
        },
        { guard: { type: 'isRefusedWith', params: { code: 'movie_changed' } }, target: 'loadingMovie' },
        {
          guard: { type: 'isRefusedWith', params: { code: 'showtime_closed' } },
          target: 'choosing.choosingShowtime',
          actions: 'leaveShowtime',
        },
        {
          guard: { type: 'isRefusedWith', params: { code: 'not_enough_balance' } },
          target: 'choosing.hall.selection.confirming',
          actions: {
            type: 'announce',
            params: ({ context }) => ({ type: 'balance.changed', balance: balanceOf(context) }),
          },
        },
        { target: 'choosing.hall.selection.confirming' },
      ],
    },
    recordingSeats: {
      description: 'The booked-seats call follows the ticket call (section 4); the tickets are already bought.',
      tags: ['seats', 'reviewing', 'buying'],
      after: { recordPatience: 'unconfirmed' },
      invoke: {
        id: 'recordSeats',
        src: 'recordSeats',
        input: ({ context }) => recordingOf(context),
        onDone: 'purchased',
        onError: [
          { guard: 'canRecordAgain', target: 'waitingToRecord', actions: 'countRecordAttempt' },
          { target: 'unconfirmed' },
        ],
      },
    },
    waitingToRecord: {
      description: 'The second call failed: it is repeated, and nothing is ever bought again.',
      tags: ['seats', 'reviewing', 'buying'],
      after: { recordRetryDelay: 'recordingSeats' },
    },
    unconfirmed: {
      description: 'The second call keeps failing: the visitor is told that tickets and seats are theirs all the same.',
      always: {
        target: 'purchased',
        actions: { type: 'announce', params: notify('warning', sentences.seatsUnconfirmed, 'bottom-left') },
      },
    },
    purchased: {
      description: 'A success message, then home after 1.5 s (section 4).',
      tags: 'seats',
      entry: { type: 'announce', params: notify('success', sentences.purchaseSuccess, 'bottom-left') },
      after: { redirectDelay: 'leaving' },
    },
    leaving: {
      description: 'On the way to /.',
      type: 'final',
      entry: { type: 'goTo', params: { path: PATHS.home } },
    },
  },
});

export type BookingSnapshot = SnapshotFrom<typeof bookingMachine>;

type WithContext = { readonly context: Context };

/** The price of the seats chosen, in rupiah. */
export function selectTotal({ context }: WithContext): number {
  return purchaseTotal(context.movie?.ticket_price ?? 0, context.selected.length);
}

/** What the buy dialog says of the balance; undefined without a user (section 2). */
export function selectVerdict({ context }: WithContext) {
  return context.viewer && balanceVerdict(context.viewer.balance, selectTotal({ context }), context.selected.length);
}

/** Whether a user is there who is not older than the film's rating (section 2). */
export function selectTooYoung({ context: { movie, viewer } }: WithContext): boolean {
  return movie !== undefined && viewer !== undefined && !isOldEnough(viewer.age, movie.age_rating);
}

function differs(place: ScheduleChoice, other: ScheduleChoice | undefined): boolean {
  return place.date !== other?.date || place.time !== other?.time;
}

function lostSeats(chosen: readonly number[], sold: readonly number[]): number[] {
  return chosen.filter((seat) => sold.includes(seat));
}

function lossOf(chosen: readonly number[], sold: readonly number[]): CallFailed {
  const seatNumbers = lostSeats(chosen, sold);
  return new CallFailed({ code: 'seat_taken', message: takenSentence(seatNumbers), seatNumbers });
}

function showtimeAt({ title, place }: Context): ShowtimeOfMovie {
  return { title, date: place.date ?? '', time: place.time ?? '' };
}

function pathHere({ title, place }: Context): string {
  return moviePath(title, place);
}

function pathWithDate(context: Context, date: string): string {
  return moviePath(context.title, withDate(context.place, date, context));
}

function pathWithTime({ title, place }: Context, time: string): string {
  return moviePath(title, { date: place.date, time });
}

function bookingOf({ title, movie, place, selected }: Context): Booking {
  return {
    showtimeDate: place.date ?? '',
    showtimeTime: place.time ?? '',
    seatNumbers: [...selected],
    movieAgeRating: movie?.age_rating ?? 0,
    movieTicketPrice: movie?.ticket_price ?? 0,
    movieTitle: movie?.title ?? title,
    moviePoster: movie?.poster_url ?? '',
  };
}

function recordingOf({ ticket, movie }: Context): { ticket: Ticket; movieId: number } {
  if (ticket === undefined || movie === undefined) throw new Error('There is no ticket to record');
  return { ticket, movieId: movie.id };
}

function balanceOf({ failure, viewer }: Context): number {
  return failure?.balance ?? viewer?.balance ?? 0;
}
