import { assign, emit, fromCallback, fromPromise, sendTo, setup, type EventObject, type SnapshotFrom } from 'xstate';
import type { Movie } from '#contract/movie.ts';
import { offerAt } from '#domain/calendar.ts';
import { failed, failureOf, type Failure } from '#domain/failure.ts';
import { readBeside } from '#domain/invitation.ts';
import { moviePath, PATHS } from '#domain/paths.ts';
import {
  differsFrom,
  isShowtimeOpen,
  isTimeOpen,
  startIn,
  withDate,
  type CinemaClock,
  type ScheduleChoice,
} from '#domain/schedule.ts';
import { readTogether } from '#domain/sharedSeats.ts';
import type { Screening } from '#domain/showtimes.ts';
import { actorOf } from './actors.ts';
import { toToasts } from './targets.ts';
import { findCommand, followCommand, isRunning } from './commandProgress.ts';
import { environmentOf, isDocumentSaved, watchClock, type LeftHall } from './environment.ts';
import type { System } from './targets.ts';
import { hallMachine, type HallEvent, type HallReport } from './hallMachine.ts';
import { seatsBoughtHere, type HallInput, type Invitation, type Purchase, type Viewer } from './hallModel.ts';
import { followLocation, navigate, type NavigateEvent } from './navigation.ts';
import { seatViewMachine } from './seatViewMachine.ts';
import { onStaleData } from './staleData.ts';
import { notify } from './toastsMachine.ts';

type BookingInput = CinemaClock & {
  readonly title: string;
  /** The film, if the list of films is loaded. */
  readonly movie: Movie | undefined;
  /** The user's last purchase, of any screening; at first only one that is running when the page opens. */
  readonly purchase: Purchase | undefined;
  /** The hall of a page that Back or Forward reopens. Undefined if its seats cannot show at once, such as after the sale has closed. */
  readonly left: LeftHall | undefined;
};

/** The showtime in the URL, the seats of friends, and the code of seats that are shared with friends. */
export interface ShowtimeAddress extends Invitation {
  readonly showtime: ScheduleChoice;
}

export type BookingContext = BookingInput &
  ShowtimeAddress & {
    /** The showtime for which the URL named the seats of friends or a code; undefined without an invitation. */
    readonly invitedShowtime: ScheduleChoice | undefined;
    /** The signed-in user; `awaited` while the session is being restored. */
    readonly viewer: Viewer | 'awaited' | undefined;
    readonly failure: Failure | undefined;
  };

type WithViewer = { readonly viewer: BookingContext['viewer'] };

export type BookingEvent =
  | { type: 'clock.ticked'; now: number }
  | { type: 'viewer.changed'; viewer: BookingContext['viewer'] }
  | { type: 'command.changed'; command: Purchase }
  | { type: 'movie.changed'; movie: Movie }
  | { type: 'movie.missing' | 'movie.retry' }
  | ({ type: 'showtime.changed' } & ShowtimeAddress)
  | { type: 'date.choose'; date: string }
  | { type: 'time.choose'; time: string }
  /** Before a showtime is chosen, as in the hall and its dialog afterwards. */
  | { type: 'purchase.review' | 'dialog.back' }
  | HallReport;

export const bookingMachine = setup({
  types: {} as {
    context: BookingContext;
    events: BookingEvent;
    emitted: NavigateEvent;
    input: BookingInput;
    children: { hall: 'hall'; seatView: 'seatView' };
  },
  actors: {
    watchClock,
    followCommand,
    watchViewer: fromCallback<EventObject, undefined>(({ sendBack, system }) => {
      const session = actorOf(system, 'session');
      const report = () => {
        const snapshot = session.getSnapshot();
        const { user } = snapshot.context;
        const viewer = user && { id: user.id, age: user.age, balance: user.balance };
        sendBack({ type: 'viewer.changed', viewer: snapshot.matches('restoring') ? 'awaited' : viewer });
      };
      report();
      const subscription = session.subscribe(report);
      return () => subscription.unsubscribe();
    }),
    watchMovie: fromCallback<EventObject, { title: string; isKnown: boolean }>(({ input, sendBack, system }) => {
      const { api, clock, device } = environmentOf(system);
      const update = () =>
        void api('findMovie', { params: { title: input.title } })
          .then(
            (movie) => sendBack({ type: 'movie.changed', movie }),
            (error: unknown) => {
              // After another failure the page keeps its film; a call that needs a newer one reports its own error.
              if (failureOf(error).code === 'movie_not_found') sendBack({ type: 'movie.missing' });
            },
          )
          // A saved document may be hours old, so the page needs the time: after the response, because that corrects the clock.
          .then(() => sendBack({ type: 'clock.ticked', now: clock.now() }));
      const ends = [
        onStaleData(system, update, input.isKnown || isDocumentSaved(system)),
        // A device that wakes up is often not connected when its page becomes visible.
        device.onOnline(update),
      ];
      return () => ends.forEach((end) => end());
    }),
    watchShowtime: fromCallback<EventObject, { title: string }>(({ input, sendBack, system }) =>
      followLocation(system, (location) => {
        if (location.params['movieTitle'] !== input.title) return;
        const query = new URLSearchParams(location.search);
        const showtime = { date: query.get('date') ?? undefined, time: query.get('time') ?? undefined };
        sendBack({
          type: 'showtime.changed',
          showtime,
          beside: readBeside(query.get('beside')),
          shareCode: readTogether(query.get('together')),
        });
      }),
    ),
    loadMovie: fromPromise<Movie, { title: string }>(({ input, system }) =>
      environmentOf(system).api('findMovie', { params: input, loading: true }),
    ),
    hall: hallMachine,
    seatView: seatViewMachine,
  },
  guards: {
    hasLeftHall: ({ context }) => context.left !== undefined,
    isUnknownMovie: ({ context }) => context.movie === undefined,
    isMissing: (_, params: { error: unknown }) => failureOf(params.error).code === 'movie_not_found',
    isOtherShowtime: ({ context }, params: { showtime: ScheduleChoice }) =>
      differsFrom(params.showtime, context.showtime),
    isSameShowtime: ({ context }, params: { showtime: ScheduleChoice }) =>
      !differsFrom(params.showtime, context.showtime),
    isShowtimeOnSale: ({ context }) => isShowtimeOpen(context.showtime, context),
    closesSale: ({ context }, params: { now: number }) => !isShowtimeOpen(context.showtime, { ...context, ...params }),
    isTimeOpen: ({ context }, params: { time: string }) => isTimeOpen(context.showtime.date, params.time, context),
    isTimeShown: ({ context }, params: { time: string }) => context.showtime.time === params.time,
    mayBeSignedIn: ({ context }) => context.viewer !== undefined,
    isSignedOut: (_, params: WithViewer) => params.viewer === undefined,
    isRefusedForMovie: (_, { failure }: { failure: Failure }) => failure.code === 'movie_changed',
    isAwaited: (_, params: WithViewer) => params.viewer === 'awaited',
  },
  actions: {
    setClock: assign(({ context: { offer } }, { now }: { now: number }) => ({
      now,
      offer: offerAt(now, offer.zone, offer),
    })),
    storeViewer: assign((_, { viewer }: WithViewer) => ({ viewer })),
    storeMovie: assign((_, { movie }: { movie: Movie }) => ({ movie })),
    storePurchase: assign((_, { command }: { command: Purchase }) => ({ purchase: command })),
    storeFailure: assign((_, params: { error: unknown }) => ({ failure: failureOf(params.error) })),
    clearFailure: assign({ failure: undefined }),
    notifyFailure: sendTo(toToasts, ({ context }) =>
      notify('error', context.failure ?? failed('unexpected'), 'bottom-left'),
    ),
    notifyClosing: sendTo(toToasts, notify('warning', { code: 'showtime_closing' }, 'bottom-left')),
    storeAddress: assign(({ context }, { showtime, beside, shareCode }: ShowtimeAddress) => {
      const isInvited = beside.length > 0 || shareCode !== undefined;
      return {
        showtime,
        beside,
        shareCode,
        invitedShowtime: isInvited && showtime.time !== undefined ? showtime : context.invitedShowtime,
      };
    }),
    storeShareCode: assign((_, { shareCode }: Pick<Invitation, 'shareCode'>) => ({ shareCode })),
    forgetLeftHall: assign({ left: undefined }),
    revealSeats: ({ system }) => environmentOf(system).device.reveal('seats'),
    changeAddress: emit(({ context }) => navigate(addressOf(context), { replace: true })),
    visitTopUp: emit(({ context }, { shortfall }: { shortfall: number }) =>
      navigate(PATHS.topUp, { state: { returnPath: addressOf(context), shortfall } }),
    ),
    goHome: emit(navigate(PATHS.home)),
    tellHall: sendTo('hall', (_, event: HallEvent) => event),
  },
}).createMachine({
  id: 'booking',
  context: ({ input }) => ({
    ...input,
    showtime: { date: input.left?.screening.date, time: input.left?.screening.time },
    beside: [],
    shareCode: undefined,
    invitedShowtime: undefined,
    viewer: undefined,
    failure: undefined,
  }),
  invoke: [
    { id: 'watchClock', src: 'watchClock' },
    { id: 'followCommand', src: 'followCommand', input: { kind: 'purchase' } },
    { id: 'watchViewer', src: 'watchViewer' },
    {
      id: 'watchMovie',
      src: 'watchMovie',
      input: ({ context: { movie, title } }) => ({ title, isKnown: movie !== undefined }),
    },
    { id: 'watchShowtime', src: 'watchShowtime', input: ({ context }) => ({ title: context.title }) },
    { id: 'seatView', src: 'seatView' },
  ],
  on: {
    'clock.ticked': { actions: { type: 'setClock', params: ({ event }) => event } },
    'viewer.changed': { actions: { type: 'storeViewer', params: ({ event }) => event } },
    'command.changed': { actions: { type: 'storePurchase', params: ({ event }) => event } },
    'movie.changed': { actions: { type: 'storeMovie', params: ({ event }) => event } },
    'showtime.changed': { actions: { type: 'storeAddress', params: ({ event }) => event } },
  },
  initial: 'starting',
  states: {
    starting: {
      description: 'Shows the seats at once if the visitor returns to them by Back or Forward.',
      always: [{ guard: 'hasLeftHall', target: 'choosing.hall' }, { target: 'openingMovie' }],
    },
    openingMovie: {
      description: 'Shows the film from the list at once; the page also fetches it in the background.',
      always: [{ guard: 'isUnknownMovie', target: 'loadingMovie' }, { target: 'choosing' }],
    },
    loadingMovie: {
      description: 'Fetching the film by its title.',
      invoke: {
        id: 'loadMovie',
        src: 'loadMovie',
        input: ({ context }) => ({ title: context.title }),
        onDone: {
          target: 'choosing',
          actions: { type: 'storeMovie', params: ({ event }) => ({ movie: event.output }) },
        },
        onError: [
          { guard: { type: 'isMissing', params: ({ event }) => event }, target: 'movieNotFound' },
          { target: 'movieFailed', actions: { type: 'storeFailure', params: ({ event }) => event } },
        ],
      },
    },
    movieNotFound: { description: 'No film has this title. The page says so and links to the films.' },
    movieFailed: {
      description: 'The film could not be fetched. The page shows the reason with Retry, and a toast.',
      entry: 'notifyFailure',
      on: { 'movie.retry': { target: 'loadingMovie', actions: 'clearFailure' } },
    },
    choosing: {
      description:
        'The user chooses date and time. A choice opens the hall of its showtime and changes the URL; another URL opens another hall.',
      initial: 'openingShowtime',
      on: {
        'movie.missing': {
          description: 'The film has left the programme since it was loaded.',
          target: 'movieNotFound',
        },
        'showtime.changed': {
          guard: { type: 'isOtherShowtime', params: ({ event }) => event },
          target: '.openingShowtime',
          actions: { type: 'storeAddress', params: ({ event }) => event },
        },
        'date.choose': {
          guard: { type: 'isOtherShowtime', params: ({ context, event }) => addressAtDate(context, event) },
          target: '.openingShowtime',
          actions: [
            { type: 'storeAddress', params: ({ context, event }) => addressAtDate(context, event) },
            'changeAddress',
          ],
        },
        'time.choose': {
          guard: { type: 'isTimeOpen', params: ({ event }) => event },
          target: '.openingShowtime',
          actions: [
            { type: 'storeAddress', params: ({ context, event }) => addressAtTime(context, event) },
            'changeAddress',
            'revealSeats',
          ],
        },
      },
      states: {
        openingShowtime: {
          description: 'Opens the hall only if the showtime is on sale.',
          always: [{ guard: 'isShowtimeOnSale', target: 'hall' }, { target: 'choosingShowtime' }],
        },
        choosingShowtime: {
          description: 'Waits until date and time are chosen. No seats show before.',
          initial: 'closed',
          states: {
            closed: {
              description: 'The buy dialog is closed.',
              on: { 'purchase.review': { guard: 'mayBeSignedIn', target: 'reviewing' } },
            },
            reviewing: {
              description: 'The buy dialog asks the user to select a seat.',
              on: {
                'dialog.back': 'closed',
                'viewer.changed': {
                  guard: { type: 'isSignedOut', params: ({ event }) => event },
                  target: 'closed',
                  actions: { type: 'storeViewer', params: ({ event }) => event },
                },
              },
            },
          },
        },
        hall: {
          description: 'The hall of the chosen showtime is open. It has the seats, the selection and the hold.',
          invoke: { id: 'hall', src: 'hall', input: ({ context }) => hallInput(context) },
          exit: 'forgetLeftHall',
          on: {
            'viewer.changed': [
              {
                guard: { type: 'isAwaited', params: ({ event }) => event },
                actions: { type: 'storeViewer', params: ({ event }) => event },
              },
              {
                actions: [
                  { type: 'storeViewer', params: ({ event }) => event },
                  { type: 'tellHall', params: ({ event }) => forHall(event) },
                ],
              },
            ],
            'clock.ticked': [
              {
                guard: { type: 'closesSale', params: ({ event }) => event },
                description: 'The hall answers with sale.closed, unless its dialog is open.',
                actions: [
                  { type: 'setClock', params: ({ event }) => event },
                  { type: 'tellHall', params: { type: 'sale.close' } },
                ],
              },
              { actions: { type: 'setClock', params: ({ event }) => event } },
            ],
            'sale.closed': { target: 'choosingShowtime', actions: 'notifyClosing' },
            'purchase.refused': [
              {
                guard: { type: 'isRefusedForMovie', params: ({ event }) => event },
                target: '#booking.loadingMovie',
                description: 'Fetches the film again. The tab has saved the seats.',
              },
              { target: 'choosingShowtime', description: 'The sale has closed.' },
            ],
            'purchase.finished': {
              description: 'The tickets are bought. The seats stay on the screen until / opens.',
              actions: 'goHome',
            },
            'movie.changed': {
              actions: [
                { type: 'storeMovie', params: ({ event }) => event },
                { type: 'tellHall', params: ({ event }) => event },
              ],
            },
            'showtime.changed': {
              guard: { type: 'isSameShowtime', params: ({ event }) => event },
              description: 'A link opens the same hall with other friends or another code.',
              actions: [
                { type: 'storeAddress', params: ({ event }) => event },
                { type: 'tellHall', params: ({ event }) => ({ ...event, type: 'invitation.changed' }) },
              ],
            },
            'time.choose': { guard: { type: 'isTimeShown', params: ({ event }) => event }, actions: 'revealSeats' },
            'shareCode.changed': {
              actions: [{ type: 'storeShareCode', params: ({ event }) => event }, 'changeAddress'],
            },
            'topUp.visit': { actions: { type: 'visitTopUp', params: ({ event }) => event } },
          },
        },
      },
    },
  },
});

export type BookingSnapshot = SnapshotFrom<typeof bookingMachine>;

function hallInput({
  movie,
  title,
  showtime,
  offer,
  beside,
  shareCode,
  viewer,
  left,
  purchase,
}: BookingContext): HallInput {
  if (movie === undefined) throw new Error('There is no film');
  const screening: Screening = { title, date: showtime.date ?? '', time: showtime.time ?? '' };
  const startsAt = startIn(offer, { showtimeDate: screening.date, showtimeTime: screening.time }) ?? 0;
  return {
    screening,
    startsAt,
    zone: offer.zone,
    movie,
    beside,
    shareCode,
    viewer: knownViewer(viewer),
    purchase: isRunning(purchase) && seatsBoughtHere(screening, purchase).length > 0 ? purchase : undefined,
    left: left?.sold,
  };
}

function knownViewer(viewer: BookingContext['viewer']): Viewer | undefined {
  return viewer === 'awaited' ? undefined : viewer;
}

function forHall({ type, viewer }: { readonly type: 'viewer.changed' } & WithViewer) {
  return { type, viewer: knownViewer(viewer) };
}

function addressOf({ title, showtime, beside, shareCode }: BookingContext): string {
  return moviePath(title, { ...showtime, beside, together: shareCode });
}

/** The URL's choice after another date is chosen. The time stays if it is on sale on that date. */
function addressAtDate(context: BookingContext, { date }: { readonly date: string }): ShowtimeAddress {
  return addressAt(context, withDate(context.showtime, date, context));
}

/** The URL's choice after another time is chosen. */
function addressAtTime(context: BookingContext, { time }: { readonly time: string }): ShowtimeAddress {
  return addressAt(context, { ...context.showtime, time });
}

/** The seats of friends and a code stay in the URL until both date and time of another showtime are chosen. */
function addressAt({ beside, shareCode, invitedShowtime }: BookingContext, showtime: ScheduleChoice): ShowtimeAddress {
  const stays = showtime.time === undefined || !differsFrom(showtime, invitedShowtime);
  return stays ? { showtime, beside, shareCode } : { showtime, beside: [], shareCode: undefined };
}

/** Input of a film's page. Reads the clock, the loaded films and the running purchase from the system. */
export function bookingInput(system: System, title: string, left?: LeftHall): BookingInput {
  const { clock } = environmentOf(system);
  const now = clock.now();
  const { movies } = actorOf(system, 'movies').getSnapshot().context;
  const movie = movies.find((each) => each.title === title);
  const offer = offerAt(now, clock.zone);
  const isOpen = left !== undefined && isShowtimeOpen(left.screening, { now, offer });
  return {
    title,
    movie,
    now,
    offer,
    purchase: findCommand(system, 'purchase'),
    left: isOpen && movie !== undefined ? left : undefined,
  };
}
