import {
  assign,
  emit,
  enqueueActions,
  fromCallback,
  fromPromise,
  raise,
  sendTo,
  setup,
  type EventObject,
  type SnapshotFrom,
} from 'xstate';
import { offerAt } from '#domain/calendar.ts';
import { failureOf } from '#domain/failure.ts';
import { moviePath, PATHS } from '#domain/paths.ts';
import { canBuy, isSameBooking } from '#domain/booking.ts';
import { readBeside } from '#domain/invitation.ts';
import { readTogether } from '#domain/sharedSeats.ts';
import { isShowtimeOpen, isTimeOpen, differsFrom, type ScheduleChoice } from '#domain/schedule.ts';
import {
  canToggleSeat,
  heldLossOf,
  isSeatLoss,
  lossOf,
  lostSeats,
  mergeSeats,
  toggleSeat,
  withBooked,
  withSavedSeats,
  withoutSeats,
} from '#domain/selection.ts';
import { NO_LONGER_HELD } from '#domain/heldSeats.ts';
import { NO_LONGER_SHARED, SHARE_ENDED } from '#domain/sharedSeats.ts';
import { messages } from '#domain/messages.ts';
import type { Screening } from '#domain/showtimes.ts';
import { REDIRECT_DELAY } from '#domain/timings.ts';
import type { ErrorCode } from '#contract/problem.ts';
import type { Booking } from '#contract/booking.ts';
import type { Movie } from '#contract/movie.ts';
import { actorOf, toApp, toInvite, toToasts } from './actors.ts';
import {
  bookingNow,
  purchaseNow,
  addressAtDate,
  addressAtTime,
  screeningAt,
  selectWant,
  canSuggest,
  suggestion,
  type ShowtimeAddress,
  type BookingContext,
  type BookingInput,
  type LoadedSeats,
  type Viewer,
  awaitedShare,
  canPay,
  canShare,
  choiceOf,
  hasSharedSeats,
  heldByOthers,
  isAllPaid,
  isHoldOf,
  linkToShare,
  seatsToHold,
  unavailableSeats,
  type SeatChoice,
  type Purchase,
} from './bookingModel.ts';
import type { StartCommand } from './commandMachine.ts';
import { isRunning, followCommand } from './commandProgress.ts';
import { holdMachine, type HoldEvent, type HoldReport, type RunningHold } from './holdMachine.ts';
import { followLocation, navigate, type NavigateEvent } from './navigation.ts';
import {
  sharedHoldMachine,
  type RunningShare,
  type SharedHoldEvent,
  type SharedHoldReport,
} from './sharedHoldMachine.ts';
import { seatFeedMachine, type SeatFeedReport, loadSeatReport } from './seatFeedMachine.ts';
import { seatViewMachine } from './seatViewMachine.ts';
import { notify, type ToastsEvent } from './toastsMachine.ts';
import { environmentOf, isDocumentSaved, watchClock, type SeatReport } from './environment.ts';

type PurchaseChange = { readonly command: Purchase };
type SeatNumbers = { readonly seatNumbers: readonly number[] };

export type BookingEvent =
  | { type: 'clock.ticked'; now: number }
  | { type: 'viewer.changed'; viewer: Viewer | undefined }
  | { type: 'viewer.awaited' }
  | { type: 'movie.changed'; movie: Movie }
  | { type: 'movie.missing' }
  | ({ type: 'command.changed' } & PurchaseChange)
  | ({ type: 'showtime.changed' } & ShowtimeAddress)
  | { type: 'date.choose'; date: string }
  | { type: 'time.choose'; time: string }
  | { type: 'seat.toggle'; seatNumber: number }
  | { type: 'seats.suggest'; count: number }
  | { type: 'purchase.confirm'; reviewed: Booking }
  | { type: 'seats.restored'; saved: readonly number[] }
  | { type: 'purchase.review' | 'purchase.back' | 'topUp.visit' | 'movie.retry' | 'seats.retry' }
  | { type: 'seats.share' | 'share.stop' | 'share.send' }
  | SeatFeedReport
  | HoldReport
  | SharedHoldReport;

type FoundSeats = { readonly hold: RunningHold | undefined; readonly seats: SeatReport };
type SharedCode = { readonly code: string | undefined };

const noHall = {
  screening: undefined,
  booked: [],
  held: [],
  hold: undefined,
  share: undefined,
  ownCode: undefined,
  selected: [],
  suggested: [],
  failure: undefined,
};

export const bookingMachine = setup({
  types: {} as {
    context: BookingContext;
    events: BookingEvent;
    emitted: NavigateEvent;
    input: BookingInput;
    tags: 'seats' | 'reviewing' | 'buying' | 'resumable';
    children: { seatView: 'seatView'; hold: 'hold'; sharedHold: 'sharedHold' };
  },
  actors: {
    watchClock,
    watchViewer: fromCallback<EventObject, undefined>(({ sendBack, system }) => {
      const session = actorOf(system, 'session');
      const report = () => {
        const snapshot = session.getSnapshot();
        const { user } = snapshot.context;
        if (snapshot.matches('restoring')) sendBack({ type: 'viewer.awaited' });
        else sendBack({ type: 'viewer.changed', viewer: user && { age: user.age, balance: user.balance } });
      };
      report();
      const subscription = session.subscribe(report);
      return () => subscription.unsubscribe();
    }),
    watchMovie: fromCallback<EventObject, { title: string; isKnown: boolean }>(({ input, sendBack, system }) => {
      if (!input.isKnown && !isDocumentSaved(system)) return;
      const { api, clock } = environmentOf(system);
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
          together: readTogether(query.get('together')),
        });
      }),
    ),
    followCommand,
    seatFeed: seatFeedMachine,
    seatView: seatViewMachine,
    hold: holdMachine,
    sharedHold: sharedHoldMachine,
    readSavedSeats: fromCallback<EventObject, Screening>(({ input, sendBack, system }) =>
      sendBack({ type: 'seats.restored', saved: environmentOf(system).storage.seats.find(input) }),
    ),
    loadMovie: fromPromise<Movie, { title: string }>(({ input, system }) =>
      environmentOf(system).api('findMovie', { params: input, loading: true }),
    ),
    loadHall: fromPromise<LoadedSeats, Screening>(async ({ input, system }) => {
      const { api, storage } = environmentOf(system);
      return { ...(await loadSeatReport(api, input)), saved: storage.seats.find(input) };
    }),
  },
  guards: {
    hasLeftHall: ({ context }) => context.screening !== undefined,
    isUnknownMovie: ({ context }) => context.movie === undefined,
    isMissing: (_, params: { error: unknown }) => failureOf(params.error).code === 'movie_not_found',
    isRefusedWith: ({ context }, params: { code: ErrorCode }) => context.failure?.code === params.code,
    isRefusedForSeats: ({ context: { failure } }) => failure !== undefined && isSeatLoss(failure),
    isOtherShowtime: ({ context }, params: { showtime: ScheduleChoice }) =>
      differsFrom(params.showtime, context.showtime),
    isOtherCode: ({ context }, { showtime, together }: ShowtimeAddress) =>
      !differsFrom(showtime, context.showtime) && together !== context.together,
    isNothingShared: ({ context }) => context.share === undefined,
    isOwnCode: ({ context: { together, ownCode } }) => ownCode !== undefined && ownCode === together,
    isAllPaid: (_, { share }: Pick<BookingContext, 'share'>) => isAllPaid(share),
    canShare: ({ context }) => canShare(context),
    isAwaited: ({ context }) => context.share === 'awaited',
    becomesBacked: ({ context }, { viewer }: { viewer: Viewer | undefined }) =>
      context.failure?.code === 'balance_required' && canPay(context, viewer),
    lacksBalance: ({ context }) => context.failure?.code === 'balance_required',
    losesShare: ({ context }) => hasSharedSeats(context),
    hasMoved: ({ context }) => differsFrom(context.showtime, context.screening),
    isShowtimeOnSale: ({ context }) => isShowtimeOpen(context.showtime, context),
    closesSale: ({ context }, params: { now: number }) => !isShowtimeOpen(context.showtime, { ...context, ...params }),
    isTimeShown: ({ context }, params: { time: string }) => context.screening?.time === params.time,
    isTimeOpen: ({ context }, params: { time: string }) => isTimeOpen(context.showtime.date, params.time, context),
    canToggle: ({ context }, params: { seatNumber: number }) =>
      canToggleSeat(params.seatNumber, context.selected, unavailableSeats(context)),
    canSuggest: ({ context }, params: { count: number }) => canSuggest(context, params.count),
    losesSeats: ({ context }, params: SeatNumbers) => lostSeats(context.selected, params.seatNumbers).length > 0,
    isOtherVisitor: ({ context }, params: { viewer: Viewer | undefined }) =>
      (context.viewer === undefined) !== (params.viewer === undefined) ||
      (context.isViewerAwaited && params.viewer === undefined),
    losesHeldSeats: ({ context }, found: FoundSeats) => lostToOthers(context, found).length > 0,
    losesHold: ({ context }, params: { hold: RunningHold | undefined }) =>
      isHoldOf(seatsToHold(context), context.hold) && !isHoldOf(seatsToHold(context), params.hold),
    findsSaved: (_, params: Pick<LoadedSeats, 'saved'>) => params.saved.length > 0,
    findsMoreSaved: ({ context }, params: Pick<LoadedSeats, 'saved'>) =>
      params.saved.some((seat) => !context.selected.includes(seat)),
    mayBeSignedIn: ({ context }) => context.viewer !== undefined || context.isViewerAwaited,
    isSignedOut: ({ context }) => context.viewer === undefined && !context.isViewerAwaited,
    mayBuy: ({ context }, params: { reviewed: Booking }) =>
      canBuy(context) && !isRunning(context.purchase) && isSameBooking(params.reviewed, bookingNow(context)),
    isBuyingHere: ({ context: { purchase, title } }) => isRunning(purchase) && purchase?.booking.movieTitle === title,
    hasStatus: (_, { command, status }: PurchaseChange & Pick<Purchase, 'status'>) => command.status === status,
    isStillRunning: (_, params: PurchaseChange) => isRunning(params.command),
    isUnsettled: ({ context }) => context.purchase?.status === 'unsettled',
  },
  actions: {
    revealSeats: ({ system }) => environmentOf(system).device.reveal('seats'),
    saveSeats: ({ system }, { screening, selected }: SeatChoice) => {
      if (screening !== undefined) environmentOf(system).storage.seats.save(screening, selected);
    },
    startPurchase: sendTo(toApp, ({ context }): StartCommand => ({
      type: 'command.start',
      confirmed: { command: purchaseNow(context), password: '' },
    })),
    notify: sendTo(toToasts, (_, params: ToastsEvent) => params),
    goHome: emit(navigate(PATHS.home)),
    visitTopUp: emit(({ context: { title, showtime, beside, together } }, { shortfall }: { shortfall: number }) =>
      navigate(PATHS.topUp, { state: { returnPath: moviePath(title, { ...showtime, beside, together }), shortfall } }),
    ),
    changeAddress: emit(({ context: { title, showtime, beside, together } }) =>
      navigate(moviePath(title, { ...showtime, beside, together }), { replace: true }),
    ),
    notifyFailure: sendTo(toToasts, ({ context }, params: { type: 'error' | 'warning' }) =>
      notify(params.type, context.failure?.message ?? messages.unexpected, 'bottom-left'),
    ),
    raiseSeats: raise((_, { seatNumbers, heldSeatNumbers }: SeatReport) => ({
      type: 'seats.changed' as const,
      seatNumbers,
      heldSeatNumbers,
    })),
    storeViewer: assign((_, { viewer }: { viewer: Viewer | undefined }) => ({ viewer, isViewerAwaited: false })),
    awaitViewer: assign({ viewer: undefined, isViewerAwaited: true }),
    storeMovie: assign((_, { movie }: { movie: Movie }) => ({ movie })),
    storePurchase: assign((_, { command }: PurchaseChange) => ({ purchase: command })),
    storeRefusedPurchase: assign((_, { command }: PurchaseChange) => ({ purchase: command, failure: command.failure })),
    forgetPurchase: assign({ purchase: undefined }),
    setClock: assign(({ context: { offer } }, { now }: { now: number }) => ({
      now,
      offer: offerAt(now, offer.zone, offer),
    })),
    storeFailure: assign((_, params: { error: unknown }) => ({ failure: failureOf(params.error) })),
    clearFailure: assign({ failure: undefined }),
    storeAddress: assign(({ context }, { showtime, beside, together }: ShowtimeAddress) => {
      const isInvited = beside.length > 0 || together !== undefined;
      return {
        showtime,
        beside,
        together,
        share: together === context.together ? context.share : awaitedShare(together),
        invitedShowtime: isInvited && showtime.time !== undefined ? showtime : context.invitedShowtime,
      };
    }),
    enterScreening: assign(({ context }) => ({
      ...noHall,
      screening: screeningAt(context),
      share: awaitedShare(context.together),
    })),
    leaveScreening: assign(noHall),
    restoreSeats: assign(({ context }, params: Pick<LoadedSeats, 'saved'>) => ({
      selected: withSavedSeats(context.selected, params.saved),
    })),
    toggleSeat: assign(({ context }, params: { seatNumber: number }) => ({
      selected: toggleSeat(params.seatNumber, context.selected),
      suggested: [],
    })),
    suggestSeats: assign(({ context }, params: { count: number }) => {
      const seatNumbers = suggestion(context, params.count) ?? [];
      return { selected: seatNumbers, suggested: seatNumbers };
    }),
    storeLoss: assign(({ context }, { seatNumbers }: SeatNumbers) => ({
      failure: lossOf(context.selected, seatNumbers),
    })),
    storeSeats: assign(({ context }, { seatNumbers, heldSeatNumbers = [] }: SeatReport) => ({
      ...withBooked(context.selected, seatNumbers),
      held: heldSeatNumbers,
    })),
    requestHold: enqueueActions(({ context, enqueue }) => {
      const request: HoldEvent = { type: 'hold.request', seatNumbers: seatsToHold(context) };
      if (canBuy(context) && context.share !== 'awaited' && request.seatNumbers.length > 0)
        enqueue.sendTo('hold', request);
    }),
    checkHold: enqueueActions(({ context, enqueue }) => {
      const check: HoldEvent = { type: 'hold.check', held: context.held, selected: seatsToHold(context) };
      if (context.viewer !== undefined && context.share !== 'awaited') enqueue.sendTo('hold', check);
    }),
    requestShare: sendTo('hold', ({ context }): HoldEvent => ({
      type: 'share.request',
      seatNumbers: context.selected,
    })),
    stopSharing: sendTo('hold', { type: 'share.stop' }),
    followShare: sendTo('sharedHold', ({ context }): SharedHoldEvent => ({
      type: 'share.follow',
      code: context.together,
    })),
    unfollowShare: sendTo('sharedHold', { type: 'share.follow', code: undefined }),
    checkShare: sendTo('sharedHold', ({ context: { held, booked } }): SharedHoldEvent => ({
      type: 'share.check',
      held,
      booked,
    })),
    sendLink: sendTo(toInvite, ({ context }) => linkToShare(context)),
    storeCode: assign((_, { code }: SharedCode) => ({ together: code, ownCode: code, share: awaitedShare(code) })),
    storeOwnCode: assign((_, { code }: SharedCode) => ({ ownCode: code })),
    forgetCode: assign({ together: undefined, ownCode: undefined, share: undefined }),
    storeShare: assign((_, { share }: { share: RunningShare | undefined }) => ({ share })),
    resumeShare: assign(({ context }) => ({ share: awaitedShare(context.together) })),
    storeShareEnd: assign({ failure: { code: SHARE_ENDED, message: NO_LONGER_SHARED, seatNumbers: [] } }),
    deselect: assign(({ context }, { seatNumbers }: SeatNumbers) => ({
      selected: withoutSeats(context.selected, seatNumbers),
    })),
    notifyHold: sendTo(
      'hold',
      (_, params: { type: 'hold.release' | 'hold.doubt' | 'hold.forget' | 'share.end' }): HoldEvent => params,
    ),
    storeHold: assign((_, { hold }: { hold: RunningHold | undefined }) => ({ hold })),
    storeFound: assign(({ context }, found: FoundSeats) => ({
      hold: found.hold,
      held: found.seats.heldSeatNumbers ?? [],
      selected: withoutSeats(context.selected, lostToOthers(context, found)),
    })),
    storeHeldLoss: assign(({ context }, found: FoundSeats) => ({
      failure: heldLossOf(context.selected, lostToOthers(context, found)),
    })),
    storeExpiry: assign({ failure: { code: 'hold_not_found', message: NO_LONGER_HELD, seatNumbers: [] } }),
    addLostSeats: assign(({ context: { booked, held, selected, failure } }) => {
      const seatNumbers = failure?.seatNumbers ?? [];
      const left = withoutSeats(selected, seatNumbers);
      return failure?.code === 'seat_held'
        ? { held: mergeSeats(held, seatNumbers), selected: left }
        : { booked: mergeSeats(booked, seatNumbers), selected: left };
    }),
    addBooked: assign(({ context }, params: SeatNumbers) =>
      withBooked(context.selected, mergeSeats(context.booked, params.seatNumbers)),
    ),
  },
  delays: { redirectDelay: REDIRECT_DELAY },
}).createMachine({
  id: 'booking',
  context: ({ input }) => ({
    ...input,
    ...noHall,
    ...input.left,
    showtime: { date: input.left?.screening.date, time: input.left?.screening.time },
    beside: [],
    together: undefined,
    invitedShowtime: undefined,
    viewer: undefined,
    isViewerAwaited: false,
  }),
  invoke: [
    { id: 'watchClock', src: 'watchClock' },
    { id: 'watchViewer', src: 'watchViewer' },
    {
      id: 'watchMovie',
      src: 'watchMovie',
      input: ({ context: { movie, title } }) => ({ title, isKnown: movie !== undefined }),
    },
    { id: 'followCommand', src: 'followCommand', input: { kind: 'purchase' } },
    { id: 'watchShowtime', src: 'watchShowtime', input: ({ context }) => ({ title: context.title }) },
    { id: 'seatView', src: 'seatView' },
  ],
  on: {
    'clock.ticked': { actions: { type: 'setClock', params: ({ event }) => event } },
    'viewer.changed': {
      actions: { type: 'storeViewer', params: ({ event }) => event },
    },
    'viewer.awaited': {
      description: 'The session is being restored. The buy dialog can already open, without content.',
      actions: 'awaitViewer',
    },
    'movie.changed': { actions: { type: 'storeMovie', params: ({ event }) => event } },
    'command.changed': { actions: { type: 'storePurchase', params: ({ event }) => event } },
    'showtime.changed': { actions: { type: 'storeAddress', params: ({ event }) => event } },
  },
  initial: 'starting',
  states: {
    starting: {
      description:
        'Shows the seats at once if the visitor returns to them by Back or Forward. The feed then sends the seats sold since.',
      always: [{ guard: 'hasLeftHall', target: 'choosing.hall' }, { target: 'openingMovie' }],
    },
    loadingMovie: {
      description: 'Fetching the film by its title.',
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
    movieNotFound: { description: 'No film has this title. The page says so and links to the films.' },
    movieFailed: {
      description: 'The film could not be fetched. The page shows the reason with Retry, and a toast (section 8).',
      entry: { type: 'notifyFailure', params: { type: 'error' } },
      on: { 'movie.retry': { target: 'loadingMovie', actions: 'clearFailure' } },
    },
    openingMovie: {
      description:
        'Shows the film from the list at once; the page also fetches it in the background. Shows a running purchase again.',
      always: [
        { guard: 'isUnknownMovie', target: 'loadingMovie' },
        { guard: 'isBuyingHere', target: 'purchasing' },
        { guard: 'hasMoved', target: 'choosing.openingShowtime' },
        { target: 'choosing.loadingSeats' },
      ],
    },
    choosing: {
      description:
        'The user chooses date, time and seats. A choice opens its showtime and changes the URL; another URL opens another showtime.',
      initial: 'choosingShowtime',
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
        'time.choose': [
          { guard: { type: 'isTimeShown', params: ({ event }) => event }, actions: 'revealSeats' },
          {
            guard: { type: 'isTimeOpen', params: ({ event }) => event },
            target: '.openingShowtime',
            actions: [
              { type: 'storeAddress', params: ({ context, event }) => addressAtTime(context, event) },
              'changeAddress',
              'revealSeats',
            ],
          },
        ],
      },
      states: {
        openingShowtime: {
          description:
            'Clears the seats and the alert of the previous showtime. Loads the seats only if the showtime is on sale.',
          entry: 'enterScreening',
          always: [
            { guard: 'isShowtimeOnSale', target: 'loadingSeats' },
            { target: 'choosingShowtime', actions: 'leaveScreening' },
          ],
        },
        choosingShowtime: {
          description: 'Waits until date and time are chosen. No seats show before (section 2).',
          on: { 'purchase.review': { guard: 'mayBeSignedIn', target: 'reviewingNothing' } },
        },
        reviewingNothing: {
          description:
            'The buy dialog is open before a showtime is chosen. It asks the user to select a seat, and nothing can be bought.',
          tags: 'reviewing',
          always: { guard: 'isSignedOut', target: 'choosingShowtime' },
          on: { 'purchase.back': { target: 'choosingShowtime' } },
        },
        loadingSeats: {
          description: 'Fetching the sold and held seats. The response also selects the seats that this tab saved.',
          invoke: {
            id: 'loadHall',
            src: 'loadHall',
            input: ({ context }) => screeningAt(context),
            onDone: [
              {
                guard: { type: 'findsSaved', params: ({ event }) => event.output },
                target: 'hall',
                actions: [
                  { type: 'restoreSeats', params: ({ event }) => event.output },
                  { type: 'raiseSeats', params: ({ event }) => event.output },
                  'revealSeats',
                ],
              },
              { target: 'hall', actions: { type: 'raiseSeats', params: ({ event }) => event.output } },
            ],
            onError: { target: 'seatsFailed', actions: { type: 'storeFailure', params: ({ event }) => event } },
          },
        },
        seatsFailed: {
          description: 'The seats could not be fetched. The page shows the reason with Retry, and a toast (section 8).',
          entry: { type: 'notifyFailure', params: { type: 'error' } },
          on: { 'seats.retry': { target: 'loadingSeats', actions: 'clearFailure' } },
        },
        hall: {
          description:
            'The seats are on the screen. If another user buys or holds a selected seat, it is deselected, a message names it, and the dialog closes.',
          tags: 'seats',
          invoke: [
            {
              id: 'seatFeed',
              src: 'seatFeed',
              input: ({ context }) => ({ screening: screeningAt(context), isLoaded: true }),
            },
            { id: 'readSavedSeats', src: 'readSavedSeats', input: ({ context }) => screeningAt(context) },
            { id: 'hold', src: 'hold', input: ({ context }) => screeningAt(context) },
            {
              id: 'sharedHold',
              src: 'sharedHold',
              input: ({ context }) => ({ screening: screeningAt(context), code: context.together }),
            },
          ],
          on: {
            'showtime.changed': {
              guard: { type: 'isOtherCode', params: ({ event }) => event },
              description: 'Back, Forward or a link opens the same hall with another code.',
              actions: [{ type: 'storeAddress', params: ({ event }) => event }, 'followShare'],
            },
            'share.changed': [
              {
                guard: 'isAwaited',
                actions: [{ type: 'storeShare', params: ({ event }) => event }, 'checkHold', 'checkShare'],
              },
              {
                guard: { type: 'isAllPaid', params: ({ event }) => event },
                description: 'Everybody has paid, so the user may hold and share other seats.',
                actions: [
                  { type: 'storeShare', params: ({ event }) => event },
                  { type: 'notifyHold', params: { type: 'share.end' } },
                ],
              },
              { actions: { type: 'storeShare', params: ({ event }) => event } },
            ],
            'share.absent': [
              {
                guard: 'isOwnCode',
                description: 'The seats were no longer shared before the page knew.',
                actions: [
                  'forgetCode',
                  'clearFailure',
                  'changeAddress',
                  { type: 'notifyHold', params: { type: 'share.end' } },
                ],
              },
              { actions: [{ type: 'storeShare', params: { share: undefined } }, 'checkHold'] },
            ],
            'share.over': [
              {
                guard: { type: 'isAllPaid', params: ({ context }) => context },
                actions: ['forgetCode', 'changeAddress', { type: 'notifyHold', params: { type: 'share.end' } }],
              },
              {
                guard: 'losesShare',
                target: '.choosingSeats',
                actions: [
                  'forgetCode',
                  'changeAddress',
                  { type: 'notifyHold', params: { type: 'share.end' } },
                  'storeShareEnd',
                  { type: 'notifyFailure', params: { type: 'warning' } },
                ],
              },
              {
                actions: [
                  'forgetCode',
                  'changeAddress',
                  { type: 'notifyHold', params: { type: 'share.end' } },
                  'storeShareEnd',
                  { type: 'notifyFailure', params: { type: 'warning' } },
                ],
              },
            ],
            'share.made': {
              target: '.choosingSeats',
              description: 'The seats are shared. Each friend, and the user too, now selects and buys their own.',
              actions: [
                { type: 'storeCode', params: ({ event }) => event },
                { type: 'deselect', params: ({ event }) => event },
                { type: 'saveSeats', params: ({ context }) => context },
                'clearFailure',
                'changeAddress',
                'followShare',
                'sendLink',
              ],
            },
            'share.found': [
              {
                guard: 'isNothingShared',
                description: 'The user came back to the hall without the link.',
                actions: [{ type: 'storeCode', params: ({ event }) => event }, 'changeAddress', 'followShare'],
              },
              { actions: { type: 'storeOwnCode', params: ({ event }) => event } },
            ],
            'share.failed': {
              actions: [
                { type: 'storeFailure', params: ({ event }) => event },
                'resumeShare',
                'followShare',
                { type: 'notifyFailure', params: { type: 'error' } },
              ],
            },
            'share.stop': {
              description: 'Stops following at once, so that the page does not say that the seats are lost.',
              actions: [{ type: 'storeShare', params: { share: undefined } }, 'unfollowShare', 'stopSharing'],
            },
            'share.stopped': { actions: ['forgetCode', 'changeAddress'] },
            'share.send': { actions: 'sendLink' },
            'viewer.changed': [
              {
                guard: { type: 'isOtherVisitor', params: ({ event }) => event },
                actions: [
                  { type: 'storeViewer', params: ({ event }) => event },
                  { type: 'storeOwnCode', params: { code: undefined } },
                  { type: 'notifyHold', params: { type: 'hold.forget' } },
                  'checkHold',
                ],
              },
              { actions: { type: 'storeViewer', params: ({ event }) => event } },
            ],
            'seats.connected': { actions: { type: 'notifyHold', params: { type: 'hold.doubt' } } },
            'hold.changed': { actions: { type: 'storeHold', params: ({ event }) => event } },
            'hold.found': [
              {
                guard: { type: 'losesHold', params: ({ event }) => event },
                description: 'The hold was released, replaced or used in another tab or on another device.',
                target: '.choosingSeats',
                actions: [
                  { type: 'storeFound', params: ({ event }) => event },
                  'storeExpiry',
                  { type: 'saveSeats', params: ({ context }) => context },
                  { type: 'notifyFailure', params: { type: 'warning' } },
                ],
              },
              {
                guard: { type: 'losesHeldSeats', params: ({ event }) => event },
                target: '.choosingSeats',
                actions: [
                  { type: 'storeHeldLoss', params: ({ event }) => event },
                  { type: 'storeFound', params: ({ event }) => event },
                  { type: 'saveSeats', params: ({ context }) => context },
                  { type: 'notifyFailure', params: { type: 'warning' } },
                ],
              },
              {
                actions: [
                  { type: 'storeFound', params: ({ event }) => event },
                  { type: 'saveSeats', params: ({ context }) => context },
                ],
              },
            ],
            'hold.unbacked': {
              description: 'No hold without the money. The dialog says so, and can still buy free seats.',
              actions: { type: 'storeFailure', params: ({ event }) => event },
            },
            'hold.refused': {
              target: '.choosingSeats',
              actions: [
                { type: 'storeFailure', params: ({ event }) => event },
                'addLostSeats',
                { type: 'saveSeats', params: ({ context }) => context },
                { type: 'notifyFailure', params: { type: 'warning' } },
              ],
            },
            'hold.expired': [
              {
                guard: { type: 'losesHold', params: { hold: undefined } },
                target: '.choosingSeats',
                actions: [
                  { type: 'storeHold', params: { hold: undefined } },
                  'storeExpiry',
                  { type: 'notifyFailure', params: { type: 'warning' } },
                ],
              },
              { actions: { type: 'storeHold', params: { hold: undefined } } },
            ],
            'seats.restored': {
              guard: { type: 'findsMoreSaved', params: ({ event }) => event },
              description: 'Selects the seats that this tab saved, which a server-rendered page does not have.',
              actions: [
                { type: 'restoreSeats', params: ({ event }) => event },
                {
                  type: 'raiseSeats',
                  params: ({ context }) => ({ seatNumbers: context.booked, heldSeatNumbers: context.held }),
                },
              ],
            },
            'seats.changed': [
              {
                guard: { type: 'losesSeats', params: ({ event }) => event },
                target: '.choosingSeats',
                actions: [
                  { type: 'storeLoss', params: ({ event }) => event },
                  { type: 'storeSeats', params: ({ event }) => event },
                  { type: 'saveSeats', params: ({ context }) => context },
                  { type: 'notifyHold', params: { type: 'hold.release' } },
                  'checkShare',
                  { type: 'notifyFailure', params: { type: 'warning' } },
                ],
              },
              { actions: [{ type: 'storeSeats', params: ({ event }) => event }, 'checkHold', 'checkShare'] },
            ],
          },
          initial: 'choosingSeats',
          states: {
            choosingSeats: {
              description:
                'The user selects free seats, six at most (section 4). The tab saves the selection. Back and Forward return to this state.',
              tags: 'resumable',
              on: {
                'clock.ticked': {
                  guard: { type: 'closesSale', params: ({ event }) => event },
                  target: '#booking.choosing.choosingShowtime',
                  actions: [
                    { type: 'setClock', params: ({ event }) => event },
                    'leaveScreening',
                    { type: 'notify', params: notify('warning', messages.showtimeClosed, 'bottom-left') },
                  ],
                },
                'seat.toggle': {
                  guard: { type: 'canToggle', params: ({ event }) => event },
                  actions: [
                    { type: 'toggleSeat', params: ({ event }) => event },
                    { type: 'saveSeats', params: ({ context }) => context },
                  ],
                },
                'seats.suggest': {
                  guard: { type: 'canSuggest', params: ({ event }) => event },
                  description: 'Replaces the selection with the best free seats.',
                  actions: [
                    { type: 'suggestSeats', params: ({ event }) => event },
                    { type: 'saveSeats', params: ({ context }) => context },
                  ],
                },
                'seats.share': { guard: 'canShare', actions: ['clearFailure', 'requestShare'] },
                'topUp.visit': {
                  guard: 'lacksBalance',
                  description: 'The user lacks the money to share seats.',
                  actions: { type: 'visitTopUp', params: selectWant },
                },
                'purchase.review': { guard: 'mayBeSignedIn', target: 'confirming', actions: 'clearFailure' },
              },
            },
            confirming: {
              description:
                'The buy dialog is open, and its seats are held if possible. Its line about the balance is advisory; the server decides (section 2). Buys exactly what it shows.',
              tags: 'reviewing',
              entry: 'requestHold',
              always: { guard: 'isSignedOut', target: 'choosingSeats', actions: 'clearFailure' },
              on: {
                'viewer.changed': [
                  {
                    guard: { type: 'isOtherVisitor', params: ({ event }) => event },
                    description: 'The session was restored while the dialog was open, or another user signed in.',
                    actions: [
                      { type: 'storeViewer', params: ({ event }) => event },
                      { type: 'storeOwnCode', params: { code: undefined } },
                      { type: 'notifyHold', params: { type: 'hold.forget' } },
                      'requestHold',
                    ],
                  },
                  {
                    guard: { type: 'becomesBacked', params: ({ event }) => event },
                    description: 'The user has topped up in another tab or on another device.',
                    actions: [{ type: 'storeViewer', params: ({ event }) => event }, 'clearFailure', 'requestHold'],
                  },
                ],
                'share.changed': {
                  guard: 'isAwaited',
                  description: 'Now it is known which seats of the selection only a hold can keep.',
                  actions: [{ type: 'storeShare', params: ({ event }) => event }, 'requestHold', 'checkShare'],
                },
                'share.absent': {
                  guard: 'isAwaited',
                  actions: [{ type: 'storeShare', params: { share: undefined } }, 'requestHold'],
                },
                'purchase.confirm': {
                  guard: { type: 'mayBuy', params: ({ event }) => event },
                  target: '#booking.purchasing',
                  actions: [
                    'clearFailure',
                    { type: 'saveSeats', params: ({ context }) => ({ ...context, selected: [] }) },
                    'forgetPurchase',
                    'startPurchase',
                  ],
                },
                'purchase.back': {
                  target: 'choosingSeats',
                  actions: ['clearFailure', { type: 'notifyHold', params: { type: 'hold.release' } }],
                },
                'topUp.visit': { actions: { type: 'visitTopUp', params: selectWant } },
              },
            },
          },
        },
      },
    },
    purchasing: {
      description:
        'The root runs the purchase, even if the user leaves this page. This state ignores a second confirm: the double-submit guard.',
      tags: ['seats', 'reviewing', 'buying'],
      on: {
        'command.changed': [
          {
            guard: { type: 'hasStatus', params: ({ event: { command } }) => ({ command, status: 'done' }) },
            target: 'purchased',
            actions: [
              { type: 'storePurchase', params: ({ event }) => event },
              { type: 'addBooked', params: ({ event: { command } }) => command.booking },
            ],
          },
          {
            guard: { type: 'hasStatus', params: ({ event: { command } }) => ({ command, status: 'refused' }) },
            target: 'refused',
            actions: [
              { type: 'storeRefusedPurchase', params: ({ event }) => event },
              { type: 'saveSeats', params: ({ event: { command } }) => choiceOf(command) },
            ],
          },
          {
            guard: { type: 'isStillRunning', params: ({ event }) => event },
            actions: { type: 'storePurchase', params: ({ event }) => event },
          },
          {
            target: 'choosing.openingShowtime',
            actions: { type: 'storePurchase', params: ({ event }) => event },
          },
        ],
        'purchase.back': { guard: 'isUnsettled', target: 'choosing.openingShowtime' },
      },
    },
    refused: {
      description: 'The server refused the purchase. Returns to the state in which the user can correct the cause.',
      always: [
        { guard: { type: 'isRefusedWith', params: { code: 'movie_changed' } }, target: 'loadingMovie' },
        { guard: 'hasMoved', target: 'choosing.openingShowtime' },
        {
          guard: 'isRefusedForSeats',
          target: 'choosing.hall',
          actions: ['addLostSeats', { type: 'saveSeats', params: ({ context }) => context }],
        },
        {
          guard: { type: 'isRefusedWith', params: { code: 'showtime_closed' } },
          target: 'choosing.choosingShowtime',
          actions: 'leaveScreening',
        },
        { target: 'choosing.hall.confirming' },
      ],
    },
    purchased: {
      description:
        'The purchase succeeded, and the dialog says so. Navigates to the home page after 1.5 s (section 4).',
      tags: ['seats', 'reviewing', 'buying'],
      after: { redirectDelay: 'leaving' },
    },
    leaving: {
      description: 'Navigating to the home page. The seats stay on the screen until it opens.',
      tags: 'seats',
      type: 'final',
      entry: 'goHome',
    },
  },
});

export type BookingSnapshot = SnapshotFrom<typeof bookingMachine>;

/** The selected seats that other users hold, after the search for the user's hold. None while it is unknown which seats are shared. */
function lostToOthers({ selected, share }: BookingContext, { hold, seats }: FoundSeats): readonly number[] {
  if (share === 'awaited') return [];
  return lostSeats(selected, heldByOthers({ hold, share, held: seats.heldSeatNumbers ?? [] }));
}
