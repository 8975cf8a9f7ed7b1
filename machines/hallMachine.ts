import {
  assign,
  enqueueActions,
  fromCallback,
  raise,
  sendParent,
  sendTo,
  setup,
  type EventObject,
  type SnapshotFrom,
} from 'xstate';
import type { Booking } from '#contract/booking.ts';
import type { Movie } from '#contract/movie.ts';
import { canBuy, isSameBooking } from '#domain/booking.ts';
import { failed, failureOf, isOutcomeUnknown, type Failure } from '#domain/failure.ts';
import {
  afterLoss,
  afterReport,
  canHold,
  canShare,
  holdForUser,
  isAllPaid,
  isShare,
  isShareKnown,
  isShareOver,
  lossBetween,
  ownHold,
  SHARE_OVER,
  sharedSeats,
  seatsToHold,
  unavailableSeats,
  unreportedAnswers,
  type Wish,
} from '#domain/hall.ts';
import { MINIMUM_SHARED_SEATS, seatsInBoth, seatsOfEither, seatsWithout } from '#domain/seats.ts';
import { canToggleSeat, isSeatLoss, toggleSeat, withSavedSeats } from '#domain/selection.ts';
import type { Screening } from '#domain/showtimes.ts';
import { toInvite, toToasts } from './targets.ts';
import { commandDialogMachine, type CommandDialogReport } from './commandDialogMachine.ts';
import { followCommand, isRunning } from './commandProgress.ts';
import { computeMarks, type Marks } from './computeMarks.ts';
import { countdownMachine } from './countdownMachine.ts';
import { environmentOf } from './environment.ts';
import {
  canSuggest,
  hallOf,
  linkToShare,
  purchaseNow,
  seatsBoughtHere,
  shortfallOf,
  suggestion,
  totalOf,
  type HallContext,
  type HallInput,
  type Invitation,
  type Purchase,
  type Viewer,
} from './hallModel.ts';
import { changeHold, type HoldChange, type HoldOutcome } from './holdCalls.ts';
import { seatFeedMachine, type ReceivedReport, type SeatFeedReport } from './seatFeedMachine.ts';
import { notify } from './toastsMachine.ts';

type Lost = { readonly failure: Failure; readonly isAnnounced?: boolean };
type Refusal = { readonly command: Pick<Purchase, 'status' | 'failure'> };
type WithPurchase = { readonly command: Purchase; readonly at: number };
type WithViewer = { readonly viewer: Viewer | undefined };
type WithOutcome = { readonly output: HoldOutcome };

export type HallEvent =
  | { type: 'seat.toggle'; seatNumber: number }
  | { type: 'seats.suggest'; count: number }
  | { type: 'purchase.review' | 'topUp.visit' | 'seats.retry' | 'seats.share' | 'share.stop' | 'share.send' }
  /** The sale has closed. An open dialog stays open, and the server decides. */
  | { type: 'sale.close' }
  | { type: 'purchase.confirm'; reviewed: Booking }
  | CommandDialogReport
  | ({ type: 'viewer.changed' } & WithViewer)
  | { type: 'movie.changed'; movie: Movie }
  | ({ type: 'invitation.changed' } & Invitation)
  | ({ type: 'command.changed' } & WithPurchase)
  | { type: 'seats.restored'; saved: readonly number[] }
  /** Raised: the user loses selected seats, or the hold of them. */
  | ({ type: 'seats.lost' } & Lost)
  /** Raised: seats are held for the user alone until another time than before, or no longer. */
  | { type: 'hold.changed' }
  /** Raised: seats are shared under the code until another time than before, or no longer. */
  | { type: 'share.changed' }
  /** Raised: the seats are no longer shared. `failure` says so, unless another message does or all were paid for. */
  | { type: 'share.ended'; failure: Failure | undefined }
  | SeatFeedReport;

/** Sent to the film's page. */
export type HallReport =
  | { type: 'purchase.finished' | 'sale.closed' }
  /** The film has changed, or the sale has closed. */
  | { type: 'purchase.refused'; failure: Failure }
  | { type: 'topUp.visit'; shortfall: number }
  | { type: 'shareCode.changed'; shareCode: string | undefined };

export const hallMachine = setup({
  types: {} as {
    context: HallContext;
    events: HallEvent;
    input: HallInput;
    tags: 'seats' | 'resumable' | 'buying';
    children: { dialog: 'dialog'; seatFeed: 'seatFeed'; countdown: 'countdown'; shareCountdown: 'countdown' };
  },
  actors: {
    followCommand,
    dialog: commandDialogMachine,
    seatFeed: seatFeedMachine,
    countdown: countdownMachine,
    changeHold,
    computeMarks,
    readSavedSeats: fromCallback<EventObject, Screening>(({ input, sendBack, system }) =>
      sendBack({ type: 'seats.restored', saved: environmentOf(system).storage.seats.find(input) }),
    ),
  },
  guards: {
    hasSeats: ({ context: { left, report } }) => left !== undefined || report !== undefined,
    canToggle: ({ context }, { seatNumber }: { seatNumber: number }) =>
      canToggleSeat(seatNumber, context.selected, unavailableSeats(hallOf(context))),
    canSuggest: ({ context }, { count }: { count: number }) => canSuggest(context, count),
    findsMoreSaved: ({ context }, { saved }: { saved: readonly number[] }) =>
      seatsWithout(saved, context.selected).length > 0,
    mayBuy: ({ context }, { reviewed }: { reviewed: Booking }) =>
      canBuy(context) && !isRunning(context.purchase) && isSameBooking(reviewed, purchaseNow(context).booking),
    isBought: ({ context }, { command }: WithPurchase) =>
      command.status === 'done' && seatsBoughtHere(context.screening, command).length > 0,
    isRefusedHere: ({ context }, { command }: WithPurchase) =>
      command.status === 'refused' && seatsBoughtHere(context.screening, command).length > 0,
    isHoldUsed: ({ context }, { command }: WithPurchase) => command.status === 'done' && usesHold(context, command),
    isPageOutdated: (_, { command: { failure } }: Refusal) => PAGE_REFUSALS.has(failure?.code ?? ''),
    isRefusedForSeats: (_, { command: { failure } }: Refusal) => failure !== undefined && isSeatLoss(failure),
    isAnnounced: (_, { isAnnounced = false }: Lost) => isAnnounced,
    /** False if an earlier message has named the seats. */
    isStillLost: ({ context }, { failure: { seatNumbers } }: Lost) =>
      seatNumbers.length === 0 || seatsInBoth(context.selected, seatNumbers).length > 0,
    isSessionEnded: (_, { command }: Partial<Refusal>) => command?.status === 'ended',
    isOtherUser: ({ context }, { viewer }: WithViewer) =>
      viewer !== undefined && context.userId !== undefined && viewer.id !== context.userId,
    isSignedOut: (_, { viewer }: WithViewer) => viewer === undefined,
    isOtherVisitor: ({ context }, { viewer }: WithViewer) => viewer?.id !== context.viewer?.id,
    becomesBacked: ({ context: { failure, movie, selected } }, { viewer }: WithViewer) =>
      failure?.code === 'balance_required' && viewer !== undefined && viewer.balance >= totalOf({ movie, selected }),
    isUnbacked: ({ context }) => context.failure?.code === 'balance_required',
    canShare: ({ context }) => canShare(hallOf(context)),
    isUnmarked: ({ context: { codeMark, shareCode, userMark, viewer } }) =>
      (viewer !== undefined && userMark === undefined) || (shareCode !== undefined && codeMark === undefined),
    holdsSeats: ({ context }) => holdForUser(hallOf(context)) !== undefined,
    sharesSeats: ({ context }) => sharedSeats(hallOf(context)) !== undefined,
    mustAsk: ({ context }) => mustAsk(context),
    mayRelease: ({ context }) => context.wish === 'release' && mayEnd(context),
    isWishFulfilled: ({ context }) => isWishFulfilled(context),
    isCodeUnknown: ({ context }) => {
      const hall = hallOf(context);
      const isUnknown = isShare(ownHold(hall)) && isShareKnown(hall) && sharedSeats(hall) === undefined;
      return isUnknown && hall.wish === undefined && recallOf(context).seatNumbers.length >= MINIMUM_SHARED_SEATS;
    },
    isAnswered: (_, { output: { failure } }: WithOutcome) => failure === undefined,
    /** An unknown outcome that the page still shows can only be that of sharing these seats. */
    wasSharing: ({ context }, { output }: WithOutcome) =>
      output.failure === undefined && context.failure !== undefined && isOutcomeUnknown(context.failure),
    isShared: (_, { output: { failure, wish } }: WithOutcome) => failure === undefined && wish === 'share',
    isStopped: ({ context }, { output: { failure, wish } }: WithOutcome) =>
      wish === 'stop' && (failure === undefined || !isShare(ownHold(hallOf(context)))),
    isHoldUnknown: (_, { output }: WithOutcome) => output.wish === 'hold' && isUnanswered(output),
    isSelectionLost: ({ context }, { output }: WithOutcome) => {
      const { failure } = output;
      if (failure === undefined || !isSeatLoss(failure) || isOvertaken(context, output)) return false;
      const wanted = seatsToHold(hallOf(context));
      return failure.seatNumbers.length === 0 || seatsInBoth(wanted, failure.seatNumbers).length > 0;
    },
    isRefusalShown: ({ context }, { output }: WithOutcome) =>
      output.wish === 'hold' &&
      output.failure !== undefined &&
      !QUIET_REFUSALS.has(output.failure.code) &&
      !isOvertaken(context, output),
    isRefusalAnnounced: (_, { output: { failure, wish } }: WithOutcome) =>
      (wish === 'share' || wish === 'stop') && failure !== undefined && !isSeatLoss(failure),
    isSaid: (_, { failure }: { failure: Failure | undefined }) => failure !== undefined,
  },
  actions: {
    learn: enqueueActions(({ context, enqueue }, learned: Partial<HallContext>) => {
      const before = hallOf(context);
      const learning = hallOf({ ...context, ...learned });
      const answers = unreportedAnswers(learning);
      const after = { ...learning, ...answers };
      const loss = lossBetween({ before, after });
      enqueue.assign({ ...learned, ...answers });
      if (loss !== undefined) enqueue.raise({ type: 'seats.lost', failure: loss });
      if (isShareOver({ before, after })) {
        const isSaid = loss !== undefined || isAllPaid(sharedSeats(before));
        enqueue.raise({ type: 'share.ended', failure: isSaid ? undefined : SHARE_OVER });
      }
      if (endOf(holdForUser(before)) !== endOf(holdForUser(after))) enqueue.raise({ type: 'hold.changed' });
      if (endOf(sharedSeats(before)) !== endOf(sharedSeats(after))) enqueue.raise({ type: 'share.changed' });
    }),
    wish: assign((_, { wish }: { wish: Wish }) => ({ wish })),
    forgetWish: assign({ wish: undefined }),
    wishRelease: assign(({ context }) => ({ wish: wishAfterDialog(context) })),
    /** A hold that has ended needs no release. If the user has another one now, it is that of another tab. */
    wishReleaseUnlessOver: assign(({ context }, { failure }: Lost) => ({
      wish: failure.code === 'hold_expired' ? context.wish : wishAfterDialog(context),
    })),
    storeLoss: assign(({ context }, { failure }: Lost) => ({ ...afterLoss(hallOf(context), failure), failure })),
    notifyLoss: sendTo(toToasts, (_, { failure }: Lost) => notify('warning', failure, 'bottom-left')),
    loseSeats: raise((_, { output: { failure = failed('unexpected') } }: WithOutcome) => ({
      type: 'seats.lost' as const,
      failure,
    })),
    losePurchase: raise((_, { command: { failure = failed('unexpected') } }: Refusal) => ({
      type: 'seats.lost' as const,
      failure,
      isAnnounced: true,
    })),
    saveSeats: ({ context: { screening, selected }, system }) =>
      environmentOf(system).storage.seats.save(screening, selected),
    clearSavedSeats: ({ context, system }) => environmentOf(system).storage.seats.save(context.screening, []),
    revealSavedSeats: ({ context, system }) => {
      const { device, storage } = environmentOf(system);
      if (storage.seats.find(context.screening).length > 0) device.reveal('seats');
    },
    toggleSeat: assign(({ context }, { seatNumber }: { seatNumber: number }) => ({
      selected: toggleSeat(seatNumber, context.selected),
      suggested: [],
    })),
    suggestSeats: assign(({ context }, { count }: { count: number }) => {
      const seatNumbers = suggestion(context, count) ?? [];
      return { selected: seatNumbers, suggested: seatNumbers };
    }),
    deselectPurchase: assign(({ context: { purchase, selected } }) => ({
      selected: seatsWithout(selected, purchase?.booking.seatNumbers ?? []),
    })),
    forgetSelection: assign({ selected: [], suggested: [], failure: undefined }),
    storeViewer: assign(({ context }, { viewer }: WithViewer) => ({ viewer, userId: viewer?.id ?? context.userId })),
    storeMovie: assign((_, { movie }: { movie: Movie }) => ({ movie })),
    storePurchase: assign((_, { command }: WithPurchase) => ({ purchase: command })),
    storeFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    storeRefusal: assign((_, { output: { failure } }: WithOutcome) => ({ failure })),
    clearFailure: assign({ failure: undefined }),
    notifyFailure: sendTo(toToasts, ({ context }) =>
      notify('error', context.failure ?? failed('unexpected'), 'bottom-left'),
    ),
    reloadSeats: sendTo('seatFeed', { type: 'seats.retry' }),
    openDialog: sendTo('dialog', { type: 'dialog.open' }),
    closeDialog: sendTo('dialog', { type: 'dialog.close' }),
    confirmPurchase: sendTo('dialog', ({ context }) => ({
      type: 'dialog.confirm' as const,
      confirmed: { command: purchaseNow(context), password: '' },
    })),
    reportPurchase: sendParent((): HallReport => ({ type: 'purchase.finished' })),
    reportRefusal: sendParent((_, { command: { failure = failed('unexpected') } }: Refusal): HallReport => ({
      type: 'purchase.refused',
      failure,
    })),
    reportSaleEnd: sendParent((): HallReport => ({ type: 'sale.closed' })),
    requestTopUp: sendParent(({ context }): HallReport => ({ type: 'topUp.visit', shortfall: shortfallOf(context) })),
    forgetShareCode: assign({ shareCode: undefined, codeMark: undefined }),
    reportShareCode: sendParent(({ context: { shareCode } }): HallReport => ({ type: 'shareCode.changed', shareCode })),
    storeShareEnd: assign({ failure: SHARE_OVER }),
    notifyShareEnd: sendTo(toToasts, notify('warning', SHARE_OVER, 'bottom-left')),
    sendLink: sendTo(toInvite, ({ context }) => linkToShare(context)),
  },
  delays: { retryDelay: 5000 },
}).createMachine({
  // `seats`: what the user sees, selects and buys. It says what the page wants of the server. `request` makes the server agree, one
  // request at a time. `marks` computes how reports name the user and the code. `hold` and `share` count down.
  // Whatever the page learns goes through `learn`, which finds out what the user loses by it.
  id: 'hall',
  context: ({ input }) => ({
    ...input,
    report: undefined,
    answer: undefined,
    bought: undefined,
    userMark: undefined,
    codeMark: undefined,
    wish: undefined,
    selected: [],
    suggested: [],
    userId: input.viewer?.id,
    failure: undefined,
  }),
  type: 'parallel',
  invoke: [
    {
      id: 'seatFeed',
      src: 'seatFeed',
      input: ({ context }) => ({ screening: context.screening, isLoaded: context.left !== undefined }),
    },
    { id: 'followCommand', src: 'followCommand', input: { kind: 'purchase' } },
    {
      id: 'dialog',
      src: 'dialog',
      input: ({ context }) => ({
        kind: 'purchase',
        requiresPassword: false,
        afterSuccess: 'showAndLeave',
        command: context.purchase,
      }),
      onDone: { description: 'The tickets are bought.', actions: 'reportPurchase' },
    },
  ],
  on: {
    'movie.changed': { actions: { type: 'storeMovie', params: ({ event }) => event } },
    'share.send': { actions: 'sendLink' },
  },
  states: {
    seats: {
      description: 'The seats of the hall, and which of them the user selects and buys.',
      initial: 'starting',
      on: {
        'seats.changed': {
          description: 'The feed has reported the seats. Selected seats that others have bought or hold are lost.',
          actions: { type: 'learn', params: ({ context, event }) => reported(context, event) },
        },
        'seats.unchanged': {
          description: 'A heartbeat: the last report is still true, also if an answer seemed newer.',
          actions: { type: 'learn', params: ({ context, event }) => confirmed(context, event) },
        },
        'command.changed': [
          {
            guard: { type: 'isBought', params: ({ event }) => event },
            description: 'The purchase succeeded: its seats are sold, also in reports that are older than this answer.',
            actions: { type: 'learn', params: ({ context, event }) => afterPurchase(context, event) },
          },
          { actions: { type: 'storePurchase', params: ({ event }) => event } },
        ],
        'viewer.changed': [
          {
            guard: { type: 'isOtherUser', params: ({ event }) => event },
            description: 'Another user signs in, and starts with an empty selection.',
            actions: [{ type: 'storeViewer', params: ({ event }) => event }, 'forgetSelection', 'saveSeats'],
          },
          {
            guard: { type: 'isSignedOut', params: ({ event }) => event },
            actions: [{ type: 'storeViewer', params: ({ event }) => event }, 'closeDialog'],
          },
          { actions: { type: 'storeViewer', params: ({ event }) => event } },
        ],
        'dialog.refused': [
          {
            guard: { type: 'isPageOutdated', params: ({ event }) => event },
            actions: { type: 'reportRefusal', params: ({ event }) => event },
          },
          {
            target: '.starting',
            description: 'The purchase was confirmed before this hall opened. Its seats are selected again.',
            actions: ['wishRelease', 'closeDialog'],
          },
        ],
        'invitation.changed': {
          description: 'A link opens the same hall with other friends or another code.',
          actions: { type: 'learn', params: ({ context, event }) => invited(context, event) },
        },
      },
      states: {
        starting: {
          description: 'Shows the seats at once if they are known, as after Back or Forward.',
          always: [{ guard: 'hasSeats', target: 'shown' }, { target: 'loading' }],
        },
        loading: {
          description: 'Waiting for the first report of the feed.',
          on: {
            'sale.close': { actions: 'reportSaleEnd' },
            'seats.changed': {
              target: 'shown',
              actions: [
                { type: 'learn', params: ({ context, event }) => reported(context, event) },
                'revealSavedSeats',
              ],
            },
            'seats.failed': { target: 'failed', actions: { type: 'storeFailure', params: ({ event }) => event } },
          },
        },
        failed: {
          description: 'The seats could not be fetched. The page shows the reason with Retry, and a toast.',
          entry: 'notifyFailure',
          on: {
            'seats.retry': { target: 'loading', actions: ['clearFailure', 'reloadSeats'] },
            'sale.close': { actions: 'reportSaleEnd' },
          },
        },
        shown: {
          description: 'The seats are on the screen. The tab saves the selection.',
          tags: 'seats',
          invoke: { id: 'readSavedSeats', src: 'readSavedSeats', input: ({ context }) => context.screening },
          on: {
            'seats.restored': {
              guard: { type: 'findsMoreSaved', params: ({ event }) => event },
              actions: {
                type: 'learn',
                params: ({ context, event }) => ({ selected: withSavedSeats(context.selected, event.saved) }),
              },
            },
            'seats.lost': [
              {
                guard: { type: 'isAnnounced', params: ({ event }) => event },
                description: 'The purchase was refused, and its toast names the seats.',
                target: '.choosing',
                actions: [
                  { type: 'storeLoss', params: ({ event }) => event },
                  'wishRelease',
                  'saveSeats',
                  'closeDialog',
                ],
              },
              {
                guard: { type: 'isStillLost', params: ({ event }) => event },
                description:
                  'Selected seats were sold, another user holds them, or the hold has ended. The dialog closes, and a message says why.',
                target: '.choosing',
                actions: [
                  { type: 'storeLoss', params: ({ event }) => event },
                  { type: 'wishReleaseUnlessOver', params: ({ event }) => event },
                  'saveSeats',
                  { type: 'notifyLoss', params: ({ event }) => event },
                  'closeDialog',
                ],
              },
            ],
          },
          initial: 'choosing',
          states: {
            choosing: {
              description: 'The user selects free seats, six at most. Back and Forward return to this state.',
              tags: 'resumable',
              on: {
                'seat.toggle': {
                  guard: { type: 'canToggle', params: ({ event }) => event },
                  actions: [{ type: 'toggleSeat', params: ({ event }) => event }, 'saveSeats'],
                },
                'seats.suggest': {
                  guard: { type: 'canSuggest', params: ({ event }) => event },
                  description: 'Replaces the selection with the best free seats.',
                  actions: [{ type: 'suggestSeats', params: ({ event }) => event }, 'saveSeats'],
                },
                'seats.share': {
                  guard: 'canShare',
                  actions: ['clearFailure', { type: 'wish', params: { wish: 'share' } }],
                },
                'share.stop': { actions: ['clearFailure', { type: 'wish', params: { wish: 'stop' } }] },
                'topUp.visit': {
                  guard: 'isUnbacked',
                  description: 'The user lacks the money to share seats.',
                  actions: 'requestTopUp',
                },
                'sale.close': { actions: 'reportSaleEnd' },
                'command.changed': {
                  guard: { type: 'isRefusedHere', params: ({ event }) => event },
                  description: 'A purchase was refused after its dialog had closed. Its seats are selected again.',
                  target: '#hall.seats.starting',
                  actions: { type: 'storePurchase', params: ({ event }) => event },
                },
                'purchase.review': { actions: 'openDialog' },
                'dialog.opened': {
                  target: 'reviewing',
                  actions: ['clearFailure', { type: 'wish', params: { wish: 'hold' } }],
                },
              },
            },
            reviewing: {
              description: 'The buy dialog is open. It shows the selected seats, which are held if possible.',
              initial: 'confirming',
              on: {
                'dialog.closed': { target: 'choosing', actions: ['clearFailure', 'wishRelease'] },
                'topUp.visit': { actions: 'requestTopUp' },
              },
              states: {
                confirming: {
                  description:
                    'The line about the balance is advisory; the server decides. Buys exactly what the dialog shows.',
                  on: {
                    'viewer.changed': {
                      guard: { type: 'becomesBacked', params: ({ event }) => event },
                      description: 'The user has topped up in another tab or on another device.',
                      actions: [
                        { type: 'storeViewer', params: ({ event }) => event },
                        'clearFailure',
                        { type: 'wish', params: { wish: 'hold' } },
                      ],
                    },
                    'purchase.confirm': {
                      guard: { type: 'mayBuy', params: ({ event }) => event },
                      target: 'buying',
                      actions: ['clearFailure', 'clearSavedSeats', 'confirmPurchase'],
                    },
                  },
                },
                buying: {
                  description:
                    'The root of the product runs the purchase; feed and hold run on. Success arrives as command.changed. This state ignores a second confirm: the double-submit guard.',
                  tags: 'buying',
                  on: {
                    'dialog.refused': [
                      {
                        guard: { type: 'isPageOutdated', params: ({ event }) => event },
                        actions: { type: 'reportRefusal', params: ({ event }) => event },
                      },
                      {
                        guard: { type: 'isRefusedForSeats', params: ({ event }) => event },
                        target: 'confirming',
                        actions: { type: 'losePurchase', params: ({ event }) => event },
                      },
                      {
                        target: 'confirming',
                        description: 'The dialog shows the reason. Seats that others bought in the meantime are lost.',
                        actions: { type: 'learn', params: {} },
                      },
                    ],
                    'dialog.closed': [
                      {
                        guard: { type: 'isSessionEnded', params: ({ event }) => event },
                        description: 'The same user finds the selection and the hold again after signing in.',
                        target: '#hall.seats.shown.choosing',
                        actions: 'forgetWish',
                      },
                      {
                        description: 'The outcome is unknown, the user has signed out, or the seats are bought.',
                        target: '#hall.seats.shown.choosing',
                        actions: ['deselectPurchase', 'clearFailure', 'wishRelease'],
                      },
                    ],
                  },
                },
              },
            },
          },
        },
      },
    },
    request: {
      description: 'Makes the server agree with what the page wants of the user’s hold, by one request at a time.',
      initial: 'agreed',
      on: {
        'viewer.changed': {
          guard: { type: 'isOtherVisitor', params: ({ event }) => event },
          target: '.agreed',
          description:
            'Forgets the hold of the previous user. A dialog that is open while the session is restored still wants one.',
          actions: { type: 'learn', params: ({ context }) => otherVisitor(context) },
        },
        'command.changed': {
          guard: { type: 'isHoldUsed', params: ({ event }) => event },
          target: '.agreed',
          description: 'The purchase has used the hold up. Shared seats of the user stay shared.',
          actions: { type: 'learn', params: ({ event }) => ({ answer: noHold(event.at), wish: undefined }) },
        },
      },
      states: {
        agreed: {
          description:
            'The page wants nothing, or has to wait: for the session, for the code’s mark, or for the end of a purchase.',
          always: [
            { guard: 'mustAsk', target: 'asking' },
            { guard: 'isWishFulfilled', actions: { type: 'learn', params: { wish: undefined } } },
            { guard: 'isCodeUnknown', target: 'recalling' },
          ],
        },
        asking: {
          description: 'Waiting for the response. A purchase does not wait for it. Other wishes wait here.',
          invoke: {
            id: 'changeHold',
            src: 'changeHold',
            input: ({ context }) => changeOf(context),
            onDone: [
              {
                guard: { type: 'isShared', params: ({ event }) => event },
                target: 'agreed',
                description: 'Each friend, and the user too, now selects and buys their own.',
                actions: [
                  { type: 'learn', params: ({ context, event }) => afterSharing(context, event) },
                  'saveSeats',
                  'reportShareCode',
                  'sendLink',
                ],
              },
              {
                guard: { type: 'isStopped', params: ({ event }) => event },
                target: 'agreed',
                description:
                  'Friends can no longer buy the seats with the code: the server has answered so, or a report shows it.',
                actions: [
                  { type: 'learn', params: ({ context, event }) => afterOutcome(context, event) },
                  'forgetShareCode',
                  'reportShareCode',
                ],
              },
              {
                guard: { type: 'isHoldUnknown', params: ({ event }) => event },
                target: 'unanswered',
                actions: { type: 'learn', params: ({ context, event }) => afterOutcome(context, event) },
              },
              {
                guard: { type: 'isSelectionLost', params: ({ event }) => event },
                target: 'agreed',
                actions: ['forgetWish', { type: 'loseSeats', params: ({ event }) => event }],
              },
              {
                guard: { type: 'isRefusalShown', params: ({ event }) => event },
                target: 'agreed',
                description:
                  'The dialog shows the reason, with Top Up if that helps. The purchase goes on without a hold.',
                actions: [
                  { type: 'learn', params: ({ context, event }) => afterOutcome(context, event) },
                  { type: 'storeRefusal', params: ({ event }) => event },
                ],
              },
              {
                guard: { type: 'isRefusalAnnounced', params: ({ event }) => event },
                target: 'agreed',
                description: 'If only the response was lost, the next report decides.',
                actions: [
                  { type: 'learn', params: ({ context, event }) => afterOutcome(context, event) },
                  { type: 'storeRefusal', params: ({ event }) => event },
                  'notifyFailure',
                ],
              },
              {
                target: 'agreed',
                description:
                  'The next report shows why: the user’s own purchase was faster, or another tab holds seats.',
                actions: { type: 'learn', params: ({ context, event }) => afterOutcome(context, event) },
              },
            ],
          },
        },
        unanswered: {
          description:
            'Nobody knows whether there is a hold. When the dialog closes, the page releases whatever hold the user has.',
          always: [
            { guard: 'mustAsk', target: 'asking' },
            { guard: 'mayRelease', target: 'asking' },
          ],
        },
        recalling: {
          description:
            'The user has come back to shared seats without the link. The response to the same request has their code.',
          invoke: {
            id: 'recallShare',
            src: 'changeHold',
            input: ({ context }) => recallOf(context),
            onDone: [
              {
                guard: { type: 'wasSharing', params: ({ event }) => event },
                target: 'agreed',
                description: 'The user has just shared the seats, but the response was lost.',
                actions: [
                  { type: 'learn', params: ({ context, event }) => afterSharing(context, event) },
                  'clearFailure',
                  'saveSeats',
                  'reportShareCode',
                ],
              },
              {
                guard: { type: 'isAnswered', params: ({ event }) => event },
                target: 'agreed',
                actions: [
                  { type: 'learn', params: ({ event }) => withCode(event.output.hold?.shareCode) },
                  'reportShareCode',
                ],
              },
              { target: 'waiting' },
            ],
          },
        },
        waiting: {
          description: 'The code of the user’s shared seats could not be found out. Tries again after some seconds.',
          always: { guard: 'mustAsk', target: 'asking' },
          after: { retryDelay: 'agreed' },
        },
      },
    },
    marks: {
      description: 'How reports of the seats name the user and the code.',
      initial: 'known',
      states: {
        known: {
          description: 'The page recognises the user’s hold and the seats under the code in a report.',
          always: { guard: 'isUnmarked', target: 'computing' },
        },
        computing: {
          description: 'Computing the marks. Until then the page asks for no hold that may have shared seats.',
          invoke: {
            id: 'computeMarks',
            src: 'computeMarks',
            input: ({ context: { screening, startsAt, shareCode, viewer } }) => ({
              screening: { title: screening.title, startsAt },
              userId: viewer?.id,
              shareCode,
            }),
            onDone: {
              target: 'known',
              actions: { type: 'learn', params: ({ context, event }) => marked(context, event.output) },
            },
            onError: 'waiting',
          },
        },
        waiting: {
          description: 'The code that computes marks could not be loaded. Tries again after some seconds.',
          after: { retryDelay: 'known' },
        },
      },
    },
    hold: {
      description: 'How long seats are held for the user alone.',
      initial: 'none',
      on: { 'hold.changed': [{ guard: 'holdsSeats', target: '.running' }, { target: '.none' }] },
      states: {
        none: { description: 'The user alone holds no seats here.' },
        running: {
          description: 'Counts down until the hold ends.',
          invoke: {
            id: 'countdown',
            src: 'countdown',
            input: ({ context }) => ({ expiresAt: holdForUser(hallOf(context))?.expiresAt ?? 0 }),
            onDone: {
              description: 'The hold has expired. Opening the dialog again makes another one.',
              actions: { type: 'learn', params: ({ context }) => expired(context) },
            },
          },
        },
      },
    },
    share: {
      description: 'How long seats are kept for friends under the code in the URL.',
      initial: 'none',
      on: {
        'share.changed': [{ guard: 'sharesSeats', target: '.running' }, { target: '.none' }],
        'share.ended': [
          {
            guard: { type: 'isSaid', params: ({ event }) => event },
            actions: ['forgetShareCode', 'reportShareCode', 'storeShareEnd', 'notifyShareEnd'],
          },
          { actions: ['forgetShareCode', 'reportShareCode'] },
        ],
      },
      states: {
        none: { description: 'No seats are shared under the code, or there is no code.' },
        running: {
          description: 'Counts down. A report says when the seats are free.',
          invoke: {
            id: 'shareCountdown',
            src: 'countdown',
            input: ({ context }) => ({ expiresAt: sharedSeats(hallOf(context))?.expiresAt ?? 0 }),
          },
        },
      },
    },
  },
});

export type HallSnapshot = SnapshotFrom<typeof hallMachine>;

/** Refusals of a hold after which the page says nothing: another tab holds seats, or the own purchase was faster. */
const QUIET_REFUSALS = new Set(['hold_changed', 'too_many_holds', 'seat_taken', 'seat_held']);

/** Refusals of a purchase that concern the whole page: the film or its price has changed, or the sale has closed. */
const PAGE_REFUSALS = new Set(['movie_changed', 'showtime_closed']);

/** Whether the response to a change does not say what hold the user has now. */
function isUnanswered({ failure }: HoldOutcome): boolean {
  return failure !== undefined && (isOutcomeUnknown(failure) || failure.code === 'too_many_attempts');
}

/** Tells two holds apart, and two ends of one. */
function endOf(hold: { readonly id: string; readonly expiresAt: number } | undefined): string | undefined {
  return hold && `${hold.id} ${hold.expiresAt}`;
}

/** Whether the page may end the user's hold: not while a purchase needs it. */
function mayEnd({ purchase, viewer }: HallContext): boolean {
  return viewer !== undefined && !isRunning(purchase);
}

/** The wish after the dialog has closed. */
function wishAfterDialog({ wish }: HallContext): Wish {
  return wish === 'share' || wish === 'stop' ? wish : 'release';
}

/** Whether the server has to be asked for what the page wants. */
function mustAsk(context: HallContext): boolean {
  const hall = hallOf(context);
  const hold = ownHold(hall);
  if (hall.wish === 'hold') return canHold(hall) && hold?.seatNumbers.join() !== seatsToHold(hall).join();
  if (hall.wish === 'release') return mayEnd(hall) && hold !== undefined && !isShare(hold);
  return hall.wish === 'share' || (hall.wish === 'stop' && isShare(hold));
}

/** Whether the server has what the page wants, or cannot give it. */
function isWishFulfilled(context: HallContext): boolean {
  const { viewer, wish } = context;
  if (wish === undefined || mustAsk(context)) return false;
  if (wish === 'hold') return viewer !== undefined && isShareKnown(hallOf(context));
  return wish !== 'release' || viewer === undefined || mayEnd(context);
}

/** Whether the page wants something else by now than what the server was asked for. The seats of a running purchase need no hold. */
function isOvertaken(context: HallContext, { wish, seatNumbers }: HoldOutcome): boolean {
  if (context.wish !== wish) return true;
  return wish === 'hold' && !isRunning(context.purchase) && seatNumbers.join() !== seatsToHold(hallOf(context)).join();
}

function changeOf(context: HallContext): HoldChange {
  const { screening, selected, wish = 'release' } = context;
  const hall = hallOf(context);
  return {
    wish,
    screening,
    seatNumbers: wish === 'share' ? selected : seatsToHold(hall),
    id: ownHold(hall)?.id,
  };
}

/** The request that made the user's share. */
function recallOf(context: HallContext): HoldChange {
  const { id, seatNumbers = [], paidSeatNumbers = [] } = ownHold(hallOf(context)) ?? {};
  return { wish: 'share', screening: context.screening, seatNumbers: seatsOfEither(seatNumbers, paidSeatNumbers), id };
}

function reported(context: HallContext, { report, at }: ReceivedReport): Partial<HallContext> {
  return afterReport(hallOf(context), report, at);
}

function confirmed(context: HallContext, { at }: Pick<ReceivedReport, 'at'>): Partial<HallContext> {
  return context.report === undefined ? {} : reported(context, { report: context.report, at });
}

function noHold(at: number) {
  return { hold: undefined, at };
}

function expired(context: HallContext): Partial<HallContext> {
  return { answer: noHold(holdForUser(hallOf(context))?.expiresAt ?? 0) };
}

function afterOutcome(context: HallContext, { output }: WithOutcome): Partial<HallContext> {
  const { at, failure, hold, wish } = output;
  const isKnown = failure !== undefined && (wish === 'share' || wish === 'stop' || !isUnanswered(output));
  return {
    ...(!isKnown && { answer: { hold, at } }),
    ...(!isOvertaken(context, output) && { wish: undefined }),
  };
}

function afterSharing(context: HallContext, { output }: WithOutcome): Partial<HallContext> {
  return {
    ...afterOutcome(context, { output }),
    ...withCode(output.hold?.shareCode),
    selected: seatsWithout(context.selected, output.seatNumbers),
  };
}

function afterPurchase(context: HallContext, { command, at }: WithPurchase): Partial<HallContext> {
  const seatNumbers = seatsBoughtHere(context.screening, command);
  return {
    purchase: command,
    bought: { seatNumbers, at },
    selected: seatsWithout(context.selected, seatNumbers),
  };
}

function otherVisitor({ wish }: HallContext): Partial<HallContext> {
  return { userMark: undefined, answer: undefined, wish: wish === 'hold' ? wish : undefined };
}

function marked({ viewer, shareCode }: HallContext, marks: Marks): Partial<HallContext> {
  return {
    ...(viewer?.id === marks.userId && { userMark: marks.userMark }),
    ...(shareCode === marks.shareCode && { codeMark: marks.codeMark }),
  };
}

function withCode(shareCode: string | undefined) {
  return { shareCode, codeMark: undefined };
}

function invited(context: HallContext, { beside, shareCode }: Invitation): Partial<HallContext> {
  return { beside, ...(shareCode !== context.shareCode && withCode(shareCode)) };
}

/** Whether a purchase uses up the user's hold, or the one that is being requested. A share stays, and a hold of other seats. */
function usesHold(context: HallContext, purchase: Purchase): boolean {
  const seatNumbers = seatsBoughtHere(context.screening, purchase);
  const hold = ownHold(hallOf(context));
  return !isShare(hold) && seatsInBoth(hold?.seatNumbers ?? seatNumbers, seatNumbers).length > 0;
}
