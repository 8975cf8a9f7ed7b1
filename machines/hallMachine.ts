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
  canShare,
  holdForUser,
  isAllPaid,
  isShare,
  isShareOver,
  lossBetween,
  ownHold,
  SHARE_OVER,
  sharedSeats,
  unavailableSeats,
  unreportedAnswers,
  type Wish,
} from '#domain/hall.ts';
import { seatsInBoth, seatsWithout } from '#domain/seats.ts';
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
  linkToShare,
  purchaseNow,
  seatsBoughtHere,
  shortfallOf,
  suggestion,
  totalOf,
  withCode,
  withPurchase,
  type HallContext,
  type HallInput,
  type Invitation,
  type Purchase,
  type Viewer,
} from './hallModel.ts';
import { changeHold, type HoldOutcome } from './holdCalls.ts';
import {
  afterOutcome,
  afterSharing,
  changeOf,
  isRefusalShown,
  isUnanswered,
  lacksCode,
  losesSelection,
  recallOf,
  stepFor,
} from './holdWishes.ts';
import { seatFeedMachine, type ReceivedReport, type SeatFeedReport } from './seatFeedMachine.ts';
import { notify } from './toastsMachine.ts';

type WithFailure = { readonly failure: Failure };
type Refusal = { readonly command: Pick<Purchase, 'status' | 'failure'> };
type WithPurchase = { readonly command: Purchase; readonly at: number };
type WithViewer = { readonly viewer: Viewer | undefined };
type WithOutcome = { readonly output: HoldOutcome };

export type HallEvent =
  | { type: 'seat.toggle'; seatNumber: number }
  | { type: 'seats.suggest'; count: number }
  | { type: 'purchase.review' | 'topUp.visit' | 'seats.retry' | 'sale.close' }
  | { type: 'seats.share' | 'share.stop' | 'share.send' }
  | { type: 'purchase.confirm'; reviewed: Booking }
  | CommandDialogReport
  | ({ type: 'viewer.changed' } & WithViewer)
  | { type: 'movie.changed'; movie: Movie }
  | ({ type: 'invitation.changed' } & Invitation)
  | ({ type: 'command.changed' } & WithPurchase)
  | { type: 'seats.restored'; saved: readonly number[] }
  /** Raised: the user loses selected seats, or the hold of them. */
  | ({ type: 'seats.lost' } & WithFailure)
  /** Raised: seats are held for the user alone until another time than before, or no longer. */
  | { type: 'hold.changed' }
  /** Raised: seats are shared under the code until another time than before, or no longer. */
  | { type: 'share.changed' }
  /** Raised: the seats are no longer shared. `failure` says so, unless another message does, all were paid for, or the user stopped it. */
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
      canToggleSeat(seatNumber, context.selected, unavailableSeats(context)),
    canSuggest: ({ context }, { count }: { count: number }) => canSuggest(context, count),
    mayBuy: ({ context }, { reviewed }: { reviewed: Booking }) =>
      canBuy(context) && !isRunning(context.purchase) && isSameBooking(reviewed, purchaseNow(context).booking),
    isBought: ({ context }, { command }: WithPurchase) =>
      command.status === 'done' && seatsBoughtHere(context.screening, command).length > 0,
    isRefusedHere: ({ context }, { command }: WithPurchase) =>
      command.status === 'refused' && seatsBoughtHere(context.screening, command).length > 0,
    isPageOutdated: (_, { command: { failure } }: Refusal) => PAGE_REFUSALS.has(failure?.code ?? ''),
    isRefusedForSeats: (_, { command: { failure } }: Refusal) => failure !== undefined && isSeatLoss(failure),
    /** False if an earlier message has named the seats. */
    isStillLost: ({ context }, { failure: { seatNumbers } }: WithFailure) =>
      seatNumbers.length === 0 || seatsInBoth(context.selected, seatNumbers).length > 0,
    isSessionEnded: (_, { command }: Partial<Refusal>) => command?.status === 'ended',
    isOtherUser: ({ context }, { viewer }: WithViewer) =>
      viewer !== undefined && context.userId !== undefined && viewer.id !== context.userId,
    isSignedOut: (_, { viewer }: WithViewer) => viewer === undefined,
    isOtherVisitor: ({ context }, { viewer }: WithViewer) => viewer?.id !== context.viewer?.id,
    becomesBacked: ({ context }, { viewer }: WithViewer) =>
      context.failure?.code === 'balance_required' &&
      viewer !== undefined &&
      viewer.id === context.userId &&
      viewer.balance >= totalOf(context),
    isUnbacked: ({ context }) => context.failure?.code === 'balance_required',
    canShare: ({ context }) => canShare(context),
    isUnmarked: ({ context: { codeMark, shareCode, userMark, viewer } }) =>
      (viewer !== undefined && userMark === undefined) || (shareCode !== undefined && codeMark === undefined),
    holdsSeats: ({ context }) => holdForUser(context) !== undefined,
    sharesSeats: ({ context }) => sharedSeats(context) !== undefined,
    mustAsk: ({ context }) => stepFor(context) === 'ask',
    mayRelease: ({ context }) => context.wish === 'release' && stepFor(context) !== 'wait',
    isWishFulfilled: ({ context }) => stepFor(context) === 'forget',
    isCodeUnknown: ({ context }) => lacksCode(context),
    /** An unknown outcome that the page still shows can only be that of sharing these seats. */
    wasSharing: ({ context }, { output }: WithOutcome) =>
      output.failure === undefined && context.failure !== undefined && isOutcomeUnknown(context.failure),
    isShared: (_, { output: { failure, wish } }: WithOutcome) => failure === undefined && wish === 'share',
    isHoldUnknown: (_, { output }: WithOutcome) => output.wish === 'hold' && isUnanswered(output),
    isSelectionLost: ({ context }, { output }: WithOutcome) => losesSelection(context, output),
    isRefusalShown: ({ context }, { output }: WithOutcome) => isRefusalShown(context, output),
    isRefusalAnnounced: ({ context }, { output: { failure, wish } }: WithOutcome) =>
      (wish === 'share' || (wish === 'stop' && isShare(ownHold(context)))) &&
      failure !== undefined &&
      !isSeatLoss(failure),
    isSaid: (_, { failure }: { failure: Failure | undefined }) => failure !== undefined,
  },
  actions: {
    learn: enqueueActions(({ context: before, enqueue }, learned: Partial<HallContext>) => {
      const answers = unreportedAnswers({ ...before, ...learned });
      const after = { ...before, ...learned, ...answers };
      const loss = lossBetween({ before, after });
      enqueue.assign({ ...learned, ...answers });
      if (loss !== undefined) enqueue.raise({ type: 'seats.lost', failure: loss });
      if (isShareOver({ before, after })) {
        const isSaid = loss !== undefined || before.wish === 'stop' || isAllPaid(sharedSeats(before));
        enqueue.raise({ type: 'share.ended', failure: isSaid ? undefined : SHARE_OVER });
      }
      if (holdForUser(before)?.expiresAt !== holdForUser(after)?.expiresAt) enqueue.raise({ type: 'hold.changed' });
      if (sharedSeats(before)?.expiresAt !== sharedSeats(after)?.expiresAt) enqueue.raise({ type: 'share.changed' });
    }),
    wish: assign((_, { wish }: { wish: Wish | undefined }) => ({ wish })),
    /** A hold that has ended needs no release. If the user has another one now, it is that of another tab. */
    wishRelease: assign(({ context: { failure, wish } }) => {
      const isOver = failure?.code === 'hold_expired';
      return { wish: wish === 'share' || wish === 'stop' || isOver ? wish : 'release' };
    }),
    storeLoss: assign(({ context }, { failure = failed('unexpected') }: Pick<Purchase, 'failure'>) => ({
      ...afterLoss(context, failure),
      failure,
    })),
    notifyLoss: sendTo(toToasts, ({ context }) =>
      notify('warning', context.failure ?? failed('unexpected'), 'bottom-left'),
    ),
    loseSeats: raise((_, { output: { failure = failed('unexpected') } }: WithOutcome) => ({
      type: 'seats.lost' as const,
      failure,
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
    storePurchase: assign(({ context }, { command }: WithPurchase) => withPurchase(context.screening, command)),
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
    ...withPurchase(input.screening, input.purchase),
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
          actions: { type: 'learn', params: ({ context, event }) => reported(context, event) },
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
        'sale.close': { actions: 'reportSaleEnd' },
      },
      states: {
        starting: {
          description: 'Shows the seats at once if they are known, as after Back or Forward.',
          always: [{ guard: 'hasSeats', target: 'shown' }, { target: 'loading' }],
        },
        loading: {
          description: 'Waiting for the first report of the feed.',
          on: {
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
          },
        },
        shown: {
          description: 'The seats are on the screen. The tab saves the selection.',
          tags: 'seats',
          invoke: { id: 'readSavedSeats', src: 'readSavedSeats', input: ({ context }) => context.screening },
          on: {
            'seats.restored': {
              actions: {
                type: 'learn',
                params: ({ context, event }) => ({ selected: withSavedSeats(context.selected, event.saved) }),
              },
            },
            'seats.lost': {
              guard: { type: 'isStillLost', params: ({ event }) => event },
              description:
                'Selected seats were sold, another user holds them, or the hold has ended. The dialog closes, and a message says why.',
              target: '.choosing',
              actions: [
                { type: 'storeLoss', params: ({ event }) => event },
                'wishRelease',
                'saveSeats',
                'notifyLoss',
                'closeDialog',
              ],
            },
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
                'sale.close': { description: 'The sale has closed. The dialog stays open, and the server decides.' },
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
                        target: '#hall.seats.shown.choosing',
                        description: 'The dialog closes. The toast of the purchase has named the seats.',
                        actions: [
                          { type: 'storeLoss', params: ({ event }) => event.command },
                          'wishRelease',
                          'saveSeats',
                          'closeDialog',
                        ],
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
                        actions: { type: 'wish', params: { wish: undefined } },
                      },
                      {
                        description: 'The outcome is unknown, the user has signed out, or the seats are bought.',
                        target: '#hall.seats.shown.choosing',
                        actions: ['deselectPurchase', 'wishRelease'],
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
          description: 'Waiting for the response. A purchase does not wait for it; the next change of the hold does.',
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
                  { type: 'learn', params: ({ context, event }) => afterSharing(context, event.output) },
                  'saveSeats',
                  'reportShareCode',
                  'sendLink',
                ],
              },
              {
                guard: { type: 'isHoldUnknown', params: ({ event }) => event },
                target: 'unanswered',
                actions: { type: 'learn', params: ({ context, event }) => afterOutcome(context, event.output) },
              },
              {
                guard: { type: 'isSelectionLost', params: ({ event }) => event },
                target: 'agreed',
                actions: [
                  { type: 'learn', params: ({ context, event }) => afterOutcome(context, event.output) },
                  { type: 'loseSeats', params: ({ event }) => event },
                ],
              },
              {
                guard: { type: 'isRefusalShown', params: ({ event }) => event },
                target: 'agreed',
                description:
                  'The dialog shows the reason, with Top Up if that helps. The purchase goes on without a hold.',
                actions: [
                  { type: 'learn', params: ({ context, event }) => afterOutcome(context, event.output) },
                  { type: 'storeRefusal', params: ({ event }) => event },
                ],
              },
              {
                guard: { type: 'isRefusalAnnounced', params: ({ event }) => event },
                target: 'agreed',
                description: 'If only the response was lost, the next report decides.',
                actions: [
                  { type: 'learn', params: ({ context, event }) => afterOutcome(context, event.output) },
                  { type: 'storeRefusal', params: ({ event }) => event },
                  'notifyFailure',
                ],
              },
              {
                target: 'agreed',
                description:
                  'The server has done it. Or it has refused, and the next report shows why: the user’s own purchase was faster, or another tab holds seats.',
                actions: { type: 'learn', params: ({ context, event }) => afterOutcome(context, event.output) },
              },
            ],
          },
        },
        unanswered: {
          description:
            'The response was lost, so the user may have a hold. When the dialog closes, the page releases whatever hold the user has.',
          always: [
            { guard: 'mustAsk', target: 'asking' },
            { guard: 'mayRelease', target: 'asking' },
          ],
        },
        recalling: {
          description:
            'The user shares seats and has opened the page without their link. Repeats the request that shared them, because its response has the code.',
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
                  { type: 'learn', params: ({ context, event }) => afterSharing(context, event.output) },
                  'clearFailure',
                  'saveSeats',
                  'reportShareCode',
                ],
              },
              {
                guard: { type: 'isShared', params: ({ event }) => event },
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
          description: 'The request for the code of the user’s shared seats has failed. Repeats it after some seconds.',
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
            input: ({ context }) => ({ expiresAt: holdForUser(context)?.expiresAt ?? 0 }),
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
            actions: ['forgetShareCode', 'reportShareCode', 'storeShareEnd', 'notifyLoss'],
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
            input: ({ context }) => ({ expiresAt: sharedSeats(context)?.expiresAt ?? 0 }),
          },
        },
      },
    },
  },
});

export type HallSnapshot = SnapshotFrom<typeof hallMachine>;

/** Refusals of a purchase that concern the whole page: the film or its price has changed, or the sale has closed. */
const PAGE_REFUSALS = new Set(['movie_changed', 'showtime_closed']);

/** A heartbeat confirms the last report. */
function reported(
  context: HallContext,
  event: Pick<ReceivedReport, 'at'> & Partial<ReceivedReport>,
): Partial<HallContext> {
  const { report = context.report, at } = event;
  return report === undefined ? {} : afterReport(context, report, at);
}

function expired(context: HallContext): Partial<HallContext> {
  return { answer: { hold: undefined, at: holdForUser(context)?.expiresAt ?? 0 } };
}

/** The purchase uses the user's hold up, but neither shared seats nor a hold of other seats. */
function afterPurchase(context: HallContext, { command, at }: WithPurchase): Partial<HallContext> {
  const { screening, selected, wish } = context;
  const seatNumbers = seatsBoughtHere(screening, command);
  const hold = ownHold(context);
  const isHoldUsed = !isShare(hold) && (hold === undefined || seatsInBoth(hold.seatNumbers, seatNumbers).length > 0);
  return {
    ...withPurchase(screening, command),
    bought: { seatNumbers, at },
    selected: seatsWithout(selected, seatNumbers),
    ...(isHoldUsed && { answer: { hold: undefined, at }, wish: wish === 'release' ? undefined : wish }),
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

function invited(context: HallContext, { beside, shareCode }: Invitation): Partial<HallContext> {
  return { beside, ...(shareCode !== context.shareCode && withCode(shareCode)) };
}
