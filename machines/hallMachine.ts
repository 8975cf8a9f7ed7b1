import {
  and,
  assign,
  enqueueActions,
  fromCallback,
  not,
  raise,
  sendParent,
  sendTo,
  setup,
  stateIn,
  type EventObject,
  type SnapshotFrom,
} from 'xstate';
import type { Booking } from '#contract/booking.ts';
import type { Movie } from '#contract/movie.ts';
import { canBuy, isSameBooking } from '#domain/booking.ts';
import { failed, failureOf, isOutcomeUnknown, type Failure } from '#domain/failure.ts';
import {
  afterCheck,
  afterLoss,
  afterReport,
  canHold,
  canShare,
  hasSharedSeats,
  HOLD_EXPIRED,
  SHARE_OVER,
  isAllPaid,
  isHeldForUser,
  ownHoldIn,
  seatsToHold,
  unavailableSeats,
  type Hall,
  type SeatReport,
  type SharedSeats,
} from '#domain/hall.ts';
import {
  canToggleSeat,
  isSeatLoss,
  lostSeats,
  mergeSeats,
  toggleSeat,
  withoutSeats,
  withSavedSeats,
} from '#domain/selection.ts';
import type { Screening } from '#domain/showtimes.ts';
import { toApp, toInvite, toToasts } from './targets.ts';
import type { CommandDialogReport } from './commandDialogMachine.ts';
import type { CommandOf } from './commands.ts';
import { followCommand, isRunning } from './commandProgress.ts';
import { countdownMachine } from './countdownMachine.ts';
import { environmentOf } from './environment.ts';
import {
  canSuggest,
  linkToShare,
  pendingSeats,
  purchaseNow,
  shortfallOf,
  suggestion,
  totalOf,
  type HallContext,
  type HallInput,
  type Invitation,
  type Purchase,
  type Viewer,
} from './hallModel.ts';
import {
  createHold,
  findHold,
  releaseHold,
  shareSeats,
  type FoundHold,
  type OwnHold,
  type OwnShare,
} from './holdCalls.ts';
import { seatFeedMachine, type SeatFeedReport } from './seatFeedMachine.ts';
import { sharedHoldMachine, type SharedHoldReport } from './sharedHoldMachine.ts';
import { notify } from './toastsMachine.ts';

type Lost = { readonly failure: Failure; readonly isAnnounced?: boolean };
type Thrown = { readonly error: unknown };
type Refusal = { readonly command: Pick<Purchase, 'status' | 'failure'> };
type WithPurchase = { readonly command: Purchase };
type WithViewer = { readonly viewer: Viewer | undefined };
type WithShare = { readonly share: SharedSeats };

export type HallEvent =
  | { type: 'seat.toggle'; seatNumber: number }
  | { type: 'seats.suggest'; count: number }
  | { type: 'purchase.review' | 'topUp.visit' | 'seats.retry' | 'seats.share' | 'share.stop' | 'share.send' }
  | { type: 'purchase.confirm'; reviewed: Booking }
  | CommandDialogReport
  | ({ type: 'viewer.changed' } & WithViewer)
  | { type: 'movie.changed'; movie: Movie }
  | ({ type: 'invitation.changed' } & Invitation)
  | ({ type: 'command.changed' } & WithPurchase)
  | { type: 'seats.restored'; saved: readonly number[] }
  /** Raised: the user loses selected seats, or the hold of them. */
  | ({ type: 'seats.lost' } & Lost)
  /** Raised: the user shares seats of this screening under this code. */
  | { type: 'share.made' | 'share.found'; shareCode: string | undefined }
  /** Raised some seconds after a purchase: every report that follows has its seats. */
  | { type: 'purchase.reported' }
  /** Raised: the seats are still shared, because the request to stop sharing failed. */
  | { type: 'share.resumed' }
  | SeatFeedReport
  | SharedHoldReport;

/** Sent to the film's page. */
export type HallReport =
  | { type: 'purchase.review' | 'seats.lost' }
  | { type: 'purchase.confirmed'; command: CommandOf<'purchase'> }
  | { type: 'topUp.visit'; shortfall: number }
  | { type: 'shareCode.changed'; shareCode: string | undefined };

export const hallMachine = setup({
  types: {} as {
    context: HallContext;
    events: HallEvent;
    input: HallInput;
    tags: 'seats' | 'resumable' | 'buying';
    children: { seatFeed: 'seatFeed'; sharedHold: 'sharedHold'; countdown: 'countdown' };
  },
  actors: {
    followCommand,
    seatFeed: seatFeedMachine,
    sharedHold: sharedHoldMachine,
    countdown: countdownMachine,
    createHold,
    findHold,
    releaseHold,
    shareSeats,
    readSavedSeats: fromCallback<EventObject, Screening>(({ input, sendBack, system }) =>
      sendBack({ type: 'seats.restored', saved: environmentOf(system).storage.seats.find(input) }),
    ),
  },
  guards: {
    isReviewing: stateIn({ seats: { shown: 'reviewing' } }),
    returnsToSeats: ({ context }) => context.left !== undefined,
    canToggle: ({ context }, { seatNumber }: { seatNumber: number }) =>
      canToggleSeat(seatNumber, context.selected, unavailableSeats(context)),
    canSuggest: ({ context }, { count }: { count: number }) => canSuggest(context, count),
    findsMoreSaved: ({ context }, { saved }: { saved: readonly number[] }) =>
      saved.some((seat) => !context.selected.includes(seat)),
    mayBuy: ({ context }, { reviewed }: { reviewed: Booking }) =>
      canBuy(context) && !isRunning(context.purchase) && isSameBooking(reviewed, purchaseNow(context).booking),
    isPurchaseRunning: ({ context }) => isRunning(context.purchase),
    isPurchaseDone: ({ context }) => context.purchase?.status === 'done',
    isBought: ({ context }, { command }: WithPurchase) =>
      command.status === 'done' && pendingSeats(context.screening, command).length > 0,
    isHoldUsed: ({ context: { hold, screening } }, { command }: WithPurchase) =>
      command.status === 'done' && usesHold(pendingSeats(screening, command), hold),
    hasPurchaseFailed: ({ event }) =>
      event.type === 'command.changed' && ['refused', 'left'].includes(event.command.status),
    isRefusedForSeats: (_, { command: { failure } }: Refusal) => failure !== undefined && isSeatLoss(failure),
    isAnnounced: (_, { isAnnounced = false }: Lost) => isAnnounced,
    isSessionEnded: (_, { command }: Partial<Refusal>) => command?.status === 'ended',
    isOtherUser: ({ context }, { viewer }: WithViewer) =>
      viewer !== undefined && context.userId !== undefined && viewer.id !== context.userId,
    isOtherVisitor: ({ context }, { viewer }: WithViewer) => viewer?.id !== context.viewer?.id,
    becomesBacked: ({ context: { movie, selected, userId } }, { viewer }: WithViewer) =>
      viewer !== undefined && viewer.id === userId && viewer.balance >= totalOf({ movie, selected }),
    isUnbacked: ({ context }) => context.failure?.code === 'balance_required',
    canHold: ({ context }) => canHold(context),
    mayRelease: ({ context: { hold, purchase } }) => hold !== undefined && !isShare(hold) && !isRunning(purchase),
    sharesSeats: ({ context: { hold } }) => isShare(hold),
    isHeldAsWanted: ({ context }, { output }: { output: OwnHold }) =>
      isRunning(context.purchase) || output.seatNumbers.join() === seatsToHold(context).join(),
    isHeldAlready: ({ context }) => context.hold?.seatNumbers.join() === seatsToHold(context).join(),
    mayHoldSeats: ({ context }) =>
      context.viewer !== undefined && context.share !== 'awaited' && context.held.length > 0,
    isWantedSeatHeld: ({ context }, { held }: SeatReport) =>
      context.viewer !== undefined && context.share !== 'awaited' && lostSeats(seatsToHold(context), held).length > 0,
    isOwnHoldReported: ({ context }, { holds }: SeatReport) => ownHoldIn({ ...context, holds }) !== undefined,
    isMarkUnknown: ({ context }) => context.mark === undefined,
    isHoldReported: ({ context: { hold } }, { holds }: SeatReport) =>
      hold !== undefined && holds.some(({ id }) => id === hold.id),
    isHoldMissing: ({ context: { held, hold, purchase } }) =>
      hold !== undefined && !isRunning(purchase) && withoutSeats(hold.seatNumbers, held).length > 0,
    losesSeats: ({ context }, report: SeatReport) => afterReport(context, report).loss !== undefined,
    isWantedSeatOfOthers: ({ context: { hold, purchase, ...hall } }, { held }: SeatReport) =>
      hold !== undefined &&
      !isRunning(purchase) &&
      withoutSeats(lostSeats(seatsToHold(hall), held), hold.seatNumbers).length > 0,
    isSeatLoss: (_, { error }: Thrown) => isSeatLoss(failureOf(error)),
    isTakenByPurchase: ({ context: { pending } }, { error }: Thrown) =>
      isSeatLoss(failureOf(error)) && lostSeats(pending, failureOf(error).seatNumbers).length > 0,
    isSelectionLost: ({ context }, { error }: Thrown) => {
      const failure = failureOf(error);
      const wanted = seatsToHold(context);
      const named = failure.seatNumbers.length === 0 ? wanted : lostSeats(wanted, failure.seatNumbers);
      return isSeatLoss(failure) && named.length > 0;
    },
    losesOtherSeats: ({ context }, { error }: Thrown) => isSeatLoss(failureOf(error)) && canHold(context),
    isBalanceRequired: (_, { error }: Thrown) => failureOf(error).code === 'balance_required',
    needsNoMessage: (_, { error }: Thrown) => {
      const failure = failureOf(error);
      return isSeatLoss(failure) || isOutcomeUnknown(failure) || failure.code === 'too_many_attempts';
    },
    mayBeHeldElsewhere: (_, { error }: Thrown) => ['too_many_holds', 'hold_changed'].includes(failureOf(error).code),
    isHoldFound: (_, { output }: { output: FoundHold }) => output.hold !== undefined,
    isShareFound: (_, { output }: { output: FoundHold }) => output.share !== undefined,
    isCodeUnknown: (_, { output: { share } }: { output: FoundHold }) =>
      share !== undefined && share.shareCode === undefined,
    hasShareCode: ({ context }) => context.shareCode !== undefined,
    isOtherShareCode: ({ context }, { shareCode }: Invitation) => shareCode !== context.shareCode,
    isNothingShared: ({ context }) => context.share === undefined,
    isOwnShare: ({ context }) => followsOwnShare(context),
    isOwnShareAllPaid: ({ context }, { share }: WithShare) => followsOwnShare(context) && isAllPaid(share),
    isOwnShareUnpaid: ({ context }, { share }: WithShare) => followsOwnShare(context) && !isAllPaid(share),
    isAllPaid: (_, { share }: Pick<Hall, 'share'>) => isAllPaid(share),
    canShare: ({ context }) => canShare(context),
    losesShare: ({ context: { share, selected, pending } }) =>
      hasSharedSeats({ share, selected: withoutSeats(selected, pending) }),
  },
  actions: {
    storeReport: enqueueActions(({ context, enqueue }, report: SeatReport) => {
      const { hall, loss } = afterReport(context, report);
      enqueue.assign({ ...hall, holds: report.holds });
      if (loss !== undefined) enqueue.raise({ type: 'seats.lost', failure: loss });
    }),
    storeFound: enqueueActions(
      ({ context, enqueue }, { output: { hold, share, held, mark } }: { output: FoundHold }) => {
        const found = { hold: share === undefined ? hold : holdOf(share), held };
        const { hall, loss } = afterCheck(withOwnShare(context, share), found);
        enqueue.assign({ ...hall, mark, ...(share !== undefined && { failure: undefined }) });
        if (share?.shareCode !== undefined) enqueue.raise({ type: 'share.found', shareCode: share.shareCode });
        if (loss !== undefined) enqueue.raise({ type: 'seats.lost', failure: loss });
      },
    ),
    storeLoss: assign(({ context }, { failure }: Lost) => ({ ...afterLoss(context, failure), failure })),
    notifyLoss: sendTo(toToasts, (_, { failure }: Lost) => notify('warning', failure, 'bottom-left')),
    reportLoss: sendParent((): HallReport => ({ type: 'seats.lost' })),
    loseSeats: raise((_, { error }: Thrown) => ({ type: 'seats.lost' as const, failure: failureOf(error) })),
    losePurchase: enqueueActions(({ enqueue }, { command: { failure } }: Refusal) => {
      if (failure !== undefined) enqueue.raise({ type: 'seats.lost', failure, isAnnounced: true });
    }),
    loseHold: enqueueActions(({ context, enqueue }) => {
      if (isHeldForUser(context)) enqueue.raise({ type: 'seats.lost', failure: HOLD_EXPIRED });
    }),
    loseShare: raise({ type: 'seats.lost', failure: SHARE_OVER }),
    saveSeats: ({ context: { screening, selected }, system }) =>
      environmentOf(system).storage.seats.save(screening, selected),
    clearSavedSeats: ({ context, system }) => environmentOf(system).storage.seats.save(context.screening, []),
    revealSavedSeats: ({ context, system }) => {
      const { device, storage } = environmentOf(system);
      if (storage.seats.find(context.screening).length > 0) device.reveal('seats');
    },
    restoreSeats: assign(({ context }, { saved }: { saved: readonly number[] }) => ({
      selected: withSavedSeats(context.selected, saved),
    })),
    toggleSeat: assign(({ context }, { seatNumber }: { seatNumber: number }) => ({
      selected: toggleSeat(seatNumber, context.selected),
      suggested: [],
    })),
    suggestSeats: assign(({ context }, { count }: { count: number }) => {
      const seatNumbers = suggestion(context, count) ?? [];
      return { selected: seatNumbers, suggested: seatNumbers };
    }),
    deselect: assign(({ context }, { seatNumbers }: { seatNumbers: readonly number[] }) => ({
      selected: withoutSeats(context.selected, seatNumbers),
    })),
    storeViewer: assign(({ context }, { viewer }: WithViewer) => ({ viewer, userId: viewer?.id ?? context.userId })),
    forgetSelection: assign({ selected: [], suggested: [], failure: undefined }),
    forgetOwnShare: assign({ ownShareCode: undefined }),
    forgetMark: assign({ mark: undefined }),
    storeMovie: assign((_, { movie }: { movie: Movie }) => ({ movie })),
    storeInvitation: assign((_, { beside, shareCode }: Invitation) => ({ beside, shareCode })),
    storePurchase: assign(({ context: { screening } }, { command }: WithPurchase) => ({
      purchase: command,
      pending: pendingSeats(screening, command),
    })),
    forgetPurchase: assign({ purchase: undefined, pending: [] }),
    forgetPending: assign({ pending: [] }),
    awaitReport: raise({ type: 'purchase.reported' }, { delay: 'reportDelay' }),
    sellSeats: assign(({ context }, { command: { booking } }: WithPurchase) => ({
      sold: mergeSeats(context.sold, booking.seatNumbers),
      selected: withoutSeats(context.selected, booking.seatNumbers),
      ...(usesHold(booking.seatNumbers, context.hold) && { hold: undefined, endedHold: context.hold?.id }),
    })),
    storeFailure: assign((_, { error }: Thrown) => ({ failure: failureOf(error) })),
    clearFailure: assign({ failure: undefined }),
    notifyFailure: sendTo(toToasts, ({ context }) =>
      notify('error', context.failure ?? failed('unexpected'), 'bottom-left'),
    ),
    reloadSeats: sendTo('seatFeed', { type: 'seats.retry' }),
    requestReview: sendParent((): HallReport => ({ type: 'purchase.review' })),
    requestPurchase: sendParent(({ context }): HallReport => ({
      type: 'purchase.confirmed',
      command: purchaseNow(context),
    })),
    requestTopUp: sendParent(({ context }): HallReport => ({ type: 'topUp.visit', shortfall: shortfallOf(context) })),
    requestSignIn: sendTo(toApp, { type: 'auth.required' }),
    storeHold: assign((_, { output }: { output: OwnHold }) => ({ hold: output })),
    storeOwnShare: assign((_, { output }: { output: OwnShare }) => ({ hold: holdOf(output), failure: undefined })),
    findShare: raise((_, { output }: { output: OwnShare }) => ({
      type: 'share.found' as const,
      shareCode: output.shareCode,
    })),
    makeShare: raise((_, { output }: { output: OwnShare }) => ({
      type: 'share.made' as const,
      shareCode: output.shareCode,
    })),
    deselectPurchase: assign(({ context: { purchase, selected } }) => ({
      selected: withoutSeats(selected, purchase?.booking.seatNumbers ?? []),
    })),
    emptyHold: assign(({ context: { hold } }) => ({ hold: hold && { ...hold, seatNumbers: [] } })),
    forgetHold: assign({ hold: undefined }),
    endHold: assign(({ context: { hold } }) => ({ hold: undefined, endedHold: hold?.id })),
    storeOwnShareCode: assign((_, { shareCode }: Pick<Invitation, 'shareCode'>) => ({ ownShareCode: shareCode })),
    followOwnShare: assign((_, { shareCode }: Pick<Invitation, 'shareCode'>) => ({ shareCode })),
    forgetShareCode: assign({ shareCode: undefined, ownShareCode: undefined }),
    reportShareCode: sendParent(({ context: { shareCode } }): HallReport => ({ type: 'shareCode.changed', shareCode })),
    awaitShare: assign({ share: 'awaited' }),
    forgetShare: assign({ share: undefined }),
    storeShare: assign((_, { share }: WithShare) => ({ share })),
    storeShareEnd: assign({ failure: SHARE_OVER }),
    notifyShareEnd: sendTo(toToasts, notify('warning', SHARE_OVER, 'bottom-left')),
    checkShare: sendTo('sharedHold', (_, { holds }: SeatReport) => ({ type: 'seats.changed' as const, holds })),
    sendLink: sendTo(toInvite, ({ context }) => linkToShare(context)),
    resumeShare: raise({ type: 'share.resumed' }),
    findOwnShare: raise(({ context }) => ({ type: 'share.found' as const, shareCode: context.ownShareCode })),
    recheckSeats: raise(({ context: { sold, held, holds = [] } }) => ({
      type: 'seats.changed' as const,
      sold,
      held,
      holds,
    })),
  },
  delays: { retryDelay: 5000, reportDelay: 3000 },
}).createMachine({
  // Three regions hear the same events. `seats`: what the user sees, selects and buys. `hold`: the user's own hold or share.
  // `share`: the seats under the code in the URL. The feed, the command, the dialog and `sharedHold` report; the machine itself
  // raises `seats.lost` and the events about the user's own share.
  id: 'hall',
  context: ({ input }) => ({
    ...input,
    sold: input.left ?? [],
    held: [],
    selected: [],
    suggested: [],
    pending: [],
    hold: undefined,
    endedHold: undefined,
    mark: undefined,
    holds: undefined,
    share: undefined,
    ownShareCode: undefined,
    userId: input.viewer?.id,
    purchase: undefined,
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
          description: 'Raises seats.lost if a selected seat has been sold, unless the user’s own purchase of it runs.',
          actions: { type: 'storeReport', params: ({ event }) => event },
        },
        'command.changed': [
          {
            guard: { type: 'isBought', params: ({ event }) => event },
            description:
              'The purchase succeeded: its seats are sold, and the hold was used up. A report may be older than this answer, for some seconds.',
            actions: [
              { type: 'storePurchase', params: ({ event }) => event },
              { type: 'sellSeats', params: ({ event }) => event },
              'awaitReport',
            ],
          },
          { actions: { type: 'storePurchase', params: ({ event }) => event } },
        ],
        'purchase.reported': {
          guard: 'isPurchaseDone',
          description: 'From now on the reports decide: the ticket may be cancelled on another device.',
          actions: 'forgetPending',
        },
        'viewer.changed': [
          {
            guard: { type: 'isOtherUser', params: ({ event }) => event },
            description: 'Another user signs in, and starts with an empty selection.',
            actions: [{ type: 'storeViewer', params: ({ event }) => event }, 'forgetSelection', 'saveSeats'],
          },
          { actions: { type: 'storeViewer', params: ({ event }) => event } },
        ],
      },
      states: {
        starting: {
          description: 'Shows the seats at once if the visitor returns to them by Back or Forward.',
          always: [{ guard: 'returnsToSeats', target: 'shown' }, { target: 'loading' }],
        },
        loading: {
          description: 'Waiting for the first report of the feed.',
          on: {
            'seats.changed': {
              target: 'shown',
              actions: [{ type: 'storeReport', params: ({ event }) => event }, 'revealSavedSeats'],
            },
            'seats.failed': { target: 'failed', actions: { type: 'storeFailure', params: ({ event }) => event } },
          },
        },
        failed: {
          description: 'The seats could not be fetched. The page shows the reason with Retry, and a toast.',
          entry: 'notifyFailure',
          on: { 'seats.retry': { target: 'loading', actions: ['clearFailure', 'reloadSeats'] } },
        },
        shown: {
          description: 'The seats are on the screen. The tab saves the selection.',
          tags: 'seats',
          invoke: { id: 'readSavedSeats', src: 'readSavedSeats', input: ({ context }) => context.screening },
          on: {
            'seats.restored': {
              guard: { type: 'findsMoreSaved', params: ({ event }) => event },
              actions: [{ type: 'restoreSeats', params: ({ event }) => event }, 'recheckSeats'],
            },
            'seats.lost': [
              {
                guard: { type: 'isAnnounced', params: ({ event }) => event },
                description: 'The purchase was refused, and its toast names the seats.',
                target: '.choosing',
                actions: [{ type: 'storeLoss', params: ({ event }) => event }, 'saveSeats', 'reportLoss'],
              },
              {
                description:
                  'Selected seats were sold, another user holds them, or the hold has ended. The dialog closes, and a message says why.',
                target: '.choosing',
                actions: [
                  { type: 'storeLoss', params: ({ event }) => event },
                  'saveSeats',
                  { type: 'notifyLoss', params: ({ event }) => event },
                  'reportLoss',
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
                'topUp.visit': {
                  guard: 'isUnbacked',
                  description: 'The user lacks the money to share seats.',
                  actions: 'requestTopUp',
                },
                'purchase.review': { actions: 'requestReview' },
                'dialog.opened': { target: 'reviewing', actions: 'clearFailure' },
              },
            },
            reviewing: {
              description: 'The buy dialog is open. It shows the selected seats, which are held if possible.',
              initial: 'confirming',
              on: {
                'dialog.closed': { target: 'choosing', actions: 'clearFailure' },
                'topUp.visit': { actions: 'requestTopUp' },
              },
              states: {
                confirming: {
                  description:
                    'The line about the balance is advisory; the server decides. Buys exactly what the dialog shows.',
                  on: {
                    'purchase.confirm': {
                      guard: { type: 'mayBuy', params: ({ event }) => event },
                      target: 'buying',
                      actions: ['clearFailure', 'clearSavedSeats', 'requestPurchase'],
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
                        guard: { type: 'isRefusedForSeats', params: ({ event }) => event },
                        target: 'confirming',
                        actions: ['forgetPurchase', { type: 'losePurchase', params: ({ event }) => event }],
                      },
                      {
                        target: 'confirming',
                        description: 'The dialog shows the reason. Seats that others bought in the meantime are lost.',
                        actions: ['forgetPurchase', 'saveSeats', 'recheckSeats'],
                      },
                    ],
                    'dialog.closed': [
                      {
                        guard: { type: 'isSessionEnded', params: ({ event }) => event },
                        description: 'Asks the user to sign in. The same user finds the selection and the hold again.',
                        target: '#hall.seats.shown.choosing',
                        actions: ['saveSeats', 'requestSignIn'],
                      },
                      {
                        description: 'The outcome is unknown, the user has signed out, or the seats are bought.',
                        target: '#hall.seats.shown.choosing',
                        actions: ['deselectPurchase', 'clearFailure'],
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
    hold: {
      description: 'The user’s own hold or share of seats in this hall.',
      initial: 'unheld',
      on: {
        'viewer.changed': {
          guard: { type: 'isOtherVisitor', params: ({ event }) => event },
          target: '.unheld',
          actions: ['forgetHold', 'forgetMark', 'forgetOwnShare'],
        },
        'command.changed': {
          guard: { type: 'isHoldUsed', params: ({ event }) => event },
          target: '.unheld.none',
          description: 'The purchase has used the hold up. Shared seats of the user stay shared.',
        },
      },
      states: {
        unheld: {
          description: 'No running hold of the user is known here.',
          initial: 'unknown',
          on: {
            'dialog.opened': { guard: 'canHold', target: 'requesting' },
            'seats.share': { guard: 'canShare', target: 'sharing', actions: 'clearFailure' },
            'seats.changed': [
              { guard: { type: 'isWantedSeatHeld', params: ({ event }) => event }, target: 'finding' },
              {
                guard: { type: 'isOwnHoldReported', params: ({ event }) => event },
                target: 'finding',
                description: 'Another tab or device has made a hold.',
              },
            ],
            'invitation.changed': {
              guard: { type: 'isOtherShareCode', params: ({ event }) => event },
              target: '.unknown',
            },
            'share.changed': {
              guard: { type: 'isOwnShareUnpaid', params: ({ event }) => event },
              target: 'finding',
              description: 'A friend has cancelled after everybody had paid. The user shares the seat again.',
            },
          },
          states: {
            unknown: {
              description: 'Whether the user holds seats here is not known yet. Asks as soon as anybody holds a seat.',
              always: [
                { guard: and(['isReviewing', 'canHold']), target: '#hall.hold.requesting' },
                { guard: 'mayHoldSeats', target: '#hall.hold.finding' },
              ],
            },
            waiting: {
              description:
                'The user’s hold, or the code of the share, could not be found out. Tries again after some seconds.',
              on: {
                'seats.changed': {
                  description: 'Ignores reports, so that a busy hall does not send a request for each of them.',
                },
              },
              after: { retryDelay: '#hall.hold.finding' },
            },
            none: {
              description: 'The user holds no seats here.',
              on: {
                'seats.changed': {
                  guard: 'isMarkUnknown',
                  target: 'unknown',
                  description: 'The mark is not computed yet. The report may show a hold that another tab has made.',
                },
              },
            },
            expired: { description: 'The hold ended before the purchase. Opening the dialog again makes another one.' },
            refused: {
              description: 'Another user has bought or holds one of the seats. The page names it.',
              on: {
                'dialog.closed': {
                  guard: 'mayRelease',
                  target: '#hall.hold.releasing',
                  description: 'The earlier hold still runs.',
                },
              },
            },
            unavailable: {
              description: 'No hold could be made. The purchase goes on without one.',
              on: {
                'dialog.closed': {
                  guard: not('isPurchaseRunning'),
                  target: '#hall.hold.releasing',
                  description: 'A response that was lost may have been that of a hold.',
                },
              },
            },
            unbacked: {
              description:
                'Too many seats are held by users without the money for them. The dialog offers Top Up, and the purchase goes on without a hold.',
              on: {
                'viewer.changed': {
                  guard: { type: 'becomesBacked', params: ({ event }) => event },
                  target: '#hall.hold.requesting',
                  description: 'The user has topped up in another tab or on another device.',
                },
                'dialog.closed': [
                  {
                    guard: 'mayRelease',
                    target: '#hall.hold.releasing',
                    description: 'The earlier hold still runs.',
                  },
                  { target: 'none' },
                ],
              },
            },
          },
        },
        finding: {
          description:
            'Looking for the user’s hold in the last report, by its mark. A held seat is another user’s, unless it is in that hold.',
          invoke: {
            id: 'findHold',
            src: 'findHold',
            input: ({ context }) => reportOf(context),
            onDone: [
              {
                guard: { type: 'isCodeUnknown', params: ({ event }) => event },
                target: 'recalling',
                actions: { type: 'storeFound', params: ({ event }) => event },
              },
              {
                guard: { type: 'isShareFound', params: ({ event }) => event },
                target: 'shared',
                actions: { type: 'storeFound', params: ({ event }) => event },
              },
              {
                guard: { type: 'isHoldFound', params: ({ event }) => event },
                target: 'held',
                actions: { type: 'storeFound', params: ({ event }) => event },
              },
              {
                guard: 'sharesSeats',
                target: 'shared',
                description: 'The report is older than the share. sharedHold reports when the share ends.',
              },
              { target: 'unheld.none', actions: { type: 'storeFound', params: ({ event }) => event } },
            ],
            onError: [
              { guard: 'sharesSeats', target: 'shared' },
              { target: 'unheld.waiting', actions: 'forgetHold' },
            ],
          },
          on: {
            'seats.changed': { target: 'finding', reenter: true, description: 'Looks in the newer report.' },
            'dialog.opened': { guard: and(['canHold', not('sharesSeats')]), target: 'requesting' },
            'dialog.closed': { guard: 'mayRelease', target: 'releasing' },
            'share.stop': 'stopping',
            'seats.share': { guard: 'canShare', target: 'sharing', actions: 'clearFailure' },
          },
        },
        recalling: {
          description:
            'The user has come back to shared seats without the link. The response to the same request has their code.',
          invoke: {
            id: 'recallShare',
            src: 'shareSeats',
            input: ({ context }) => wishOf(context, context.hold?.shared ?? []),
            onDone: { target: 'shared', actions: { type: 'findShare', params: ({ event }) => event } },
            onError: { target: 'unheld.waiting', actions: 'forgetHold' },
          },
        },
        requesting: {
          description:
            'Requesting the hold. The purchase does not wait for it. If the dialog closes, the hold is given back after the response.',
          entry: 'clearFailure',
          invoke: {
            id: 'createHold',
            src: 'createHold',
            input: ({ context }) => wishOf(context, seatsToHold(context)),
            onDone: [
              {
                guard: and([not('isReviewing'), not('isPurchaseRunning')]),
                target: 'releasing',
                actions: { type: 'storeHold', params: ({ event }) => event },
              },
              {
                guard: { type: 'isHeldAsWanted', params: ({ event }) => event },
                target: 'held.answered',
                actions: { type: 'storeHold', params: ({ event }) => event },
              },
              {
                target: 'requesting',
                reenter: true,
                actions: { type: 'storeHold', params: ({ event }) => event },
              },
            ],
            onError: [
              {
                guard: and([not('isReviewing'), not('isPurchaseRunning')]),
                target: 'releasing',
                actions: 'forgetHold',
              },
              {
                guard: { type: 'isSelectionLost', params: ({ event }) => event },
                target: 'unheld.refused',
                actions: { type: 'loseSeats', params: ({ event }) => event },
              },
              {
                guard: { type: 'losesOtherSeats', params: ({ event }) => event },
                target: 'requesting',
                reenter: true,
                description: 'The user has selected other seats since, without those that are lost.',
              },
              {
                guard: { type: 'isBalanceRequired', params: ({ event }) => event },
                target: 'unheld.unbacked',
                actions: { type: 'storeFailure', params: ({ event }) => event },
              },
              {
                guard: { type: 'mayBeHeldElsewhere', params: ({ event }) => event },
                target: 'finding',
                description: 'The user may be sharing seats, or hold other seats in another tab.',
              },
              {
                guard: { type: 'needsNoMessage', params: ({ event }) => event },
                target: 'unheld.unavailable',
                description: 'It is unknown whether there is a hold, or the lost seats are no longer selected.',
                actions: 'forgetHold',
              },
              {
                target: 'unheld.unavailable',
                description: 'The dialog shows the reason, also if it is one that this version does not know.',
                actions: ['forgetHold', { type: 'storeFailure', params: ({ event }) => event }],
              },
            ],
          },
        },
        held: {
          description: 'The user holds seats here. A countdown shows how long.',
          initial: 'reported',
          states: {
            answered: {
              description: 'The server has answered the request. Waits some seconds for a report that shows the hold.',
              on: {
                'seats.changed': {
                  guard: { type: 'isHoldReported', params: ({ event }) => event },
                  target: 'reported',
                },
              },
              after: { reportDelay: 'overdue' },
            },
            overdue: {
              description: 'Every report that arrives from now on is newer than the answer.',
              on: { 'seats.changed': 'reported' },
            },
            reported: {
              description: 'The last report shows the hold.',
              always: {
                guard: 'isHoldMissing',
                target: '#hall.hold.finding',
                description: 'Another tab or device may have released or replaced the hold.',
              },
            },
          },
          invoke: {
            id: 'countdown',
            src: 'countdown',
            input: ({ context }) => ({ expiresAt: context.hold?.expiresAt ?? 0 }),
            onDone: {
              target: 'unheld.expired',
              description: 'Raises seats.lost if the hold had the selected seats, unless they are being bought.',
              actions: ['loseHold', 'endHold'],
            },
          },
          on: {
            'dialog.opened': { guard: and(['canHold', not('isHeldAlready')]), target: 'requesting' },
            'dialog.closed': { guard: not('isPurchaseRunning'), target: 'releasing' },
            'command.changed': {
              guard: and(['hasPurchaseFailed', not('isReviewing')]),
              target: 'releasing',
              description: 'The purchase whose outcome was unknown when the dialog closed has failed.',
            },
            'invitation.changed': {
              guard: { type: 'isOtherShareCode', params: ({ event }) => event },
              target: 'unheld',
              description: 'Another code decides which seats to hold. The search finds this hold again.',
            },
            'seats.share': { guard: 'canShare', target: 'sharing', actions: 'clearFailure' },
            'seats.changed': [
              { guard: { type: 'losesSeats', params: ({ event }) => event }, target: 'releasing' },
              { guard: { type: 'isWantedSeatOfOthers', params: ({ event }) => event }, target: 'finding' },
            ],
          },
        },
        releasing: {
          description: 'Giving the hold back. If that fails, it ends by itself.',
          entry: 'emptyHold',
          on: { 'seats.share': { guard: 'canShare', target: 'sharing', actions: ['clearFailure', 'forgetHold'] } },
          invoke: {
            id: 'releaseHold',
            src: 'releaseHold',
            input: ({ context: { hold } }) => (hold === undefined ? undefined : { id: hold.id }),
            onDone: [
              { guard: and(['isReviewing', 'canHold']), target: 'requesting', actions: 'endHold' },
              { target: 'unheld.none', actions: 'endHold' },
            ],
            onError: [
              { guard: and(['isReviewing', 'canHold']), target: 'requesting', actions: 'forgetHold' },
              { target: 'unheld.none', actions: 'forgetHold' },
            ],
          },
        },
        sharing: {
          description: 'Holding the selected seats for the user and for friends. Ignores further clicks.',
          invoke: {
            id: 'shareSeats',
            src: 'shareSeats',
            input: ({ context }) => wishOf(context, context.selected),
            onDone: {
              target: 'shared',
              description: 'Each friend, and the user too, now selects and buys their own.',
              actions: [
                { type: 'storeOwnShare', params: ({ event }) => event },
                { type: 'deselect', params: ({ event }) => event.output },
                'saveSeats',
                { type: 'makeShare', params: ({ event }) => event },
              ],
            },
            onError: [
              {
                guard: { type: 'isTakenByPurchase', params: ({ event }) => event },
                target: 'unheld.unknown',
                description: 'The user’s own purchase of the seats was faster.',
              },
              {
                guard: { type: 'isSeatLoss', params: ({ event }) => event },
                target: 'unheld.refused',
                actions: { type: 'loseSeats', params: ({ event }) => event },
              },
              {
                target: 'unheld.unknown',
                description: 'If only the response was lost, the next search finds the shared seats.',
                actions: [{ type: 'storeFailure', params: ({ event }) => event }, 'notifyFailure'],
              },
            ],
          },
        },
        shared: {
          description:
            'The user shares seats here. They are the user’s only hold, and end only on request or by themselves.',
          on: {
            'seats.changed': { guard: { type: 'isWantedSeatHeld', params: ({ event }) => event }, target: 'finding' },
            'share.stop': 'stopping',
            'invitation.changed': {
              guard: { type: 'isOtherShareCode', params: ({ event }) => event },
              description: 'Without a code in the URL, the page follows the shared seats of the user again.',
              actions: 'findOwnShare',
            },
            'share.changed': {
              guard: { type: 'isOwnShareAllPaid', params: ({ event }) => event },
              target: 'unheld.none',
              description: 'Everybody has paid, so the user may hold and share other seats.',
              actions: 'forgetHold',
            },
            'share.absent': { guard: 'isOwnShare', target: 'unheld.none', actions: 'forgetHold' },
            'share.over': { guard: 'isOwnShare', target: 'unheld.none', actions: 'forgetHold' },
          },
        },
        stopping: {
          description: 'Giving the shared seats back. Friends can then no longer buy them with the code.',
          entry: 'clearFailure',
          invoke: {
            id: 'releaseHold',
            src: 'releaseHold',
            input: ({ context: { hold } }) => ({ shared: true, ...(hold !== undefined && { id: hold.id }) }),
            onDone: [
              {
                guard: 'isOwnShare',
                target: 'unheld.none',
                actions: ['endHold', 'forgetShareCode', 'reportShareCode'],
              },
              {
                target: 'unheld.none',
                description: 'The page shows another code by now.',
                actions: ['endHold', 'forgetOwnShare'],
              },
            ],
            onError: {
              target: 'shared',
              actions: [{ type: 'storeFailure', params: ({ event }) => event }, 'notifyFailure', 'resumeShare'],
            },
          },
        },
      },
    },
    share: {
      description: 'The seats that are shared under the code in the URL.',
      initial: 'starting',
      on: {
        'invitation.changed': [
          {
            guard: { type: 'isOtherShareCode', params: ({ event }) => event },
            target: '.starting',
            description: 'Back, Forward or a link opens the same hall with another code.',
            actions: { type: 'storeInvitation', params: ({ event }) => event },
          },
          { actions: { type: 'storeInvitation', params: ({ event }) => event } },
        ],
        'share.made': {
          target: '.following',
          actions: [
            { type: 'storeOwnShareCode', params: ({ event }) => event },
            { type: 'followOwnShare', params: ({ event }) => event },
            'reportShareCode',
            'sendLink',
          ],
        },
        'share.found': [
          {
            guard: 'isNothingShared',
            target: '.following',
            description: 'The user came back to the hall without the link.',
            actions: [
              { type: 'storeOwnShareCode', params: ({ event }) => event },
              { type: 'followOwnShare', params: ({ event }) => event },
              'reportShareCode',
            ],
          },
          { actions: { type: 'storeOwnShareCode', params: ({ event }) => event } },
        ],
        'share.resumed': { target: '.starting' },
      },
      states: {
        starting: {
          description: 'Looks whether there is a code.',
          always: [{ guard: 'hasShareCode', target: 'following' }, { target: 'none' }],
        },
        none: { description: 'No seats are shared with the user here.', entry: 'forgetShare' },
        following: {
          description: 'Somebody shares seats under the code, and the page shows which of them are paid for.',
          entry: 'awaitShare',
          invoke: {
            id: 'sharedHold',
            src: 'sharedHold',
            input: ({ context }) => shareInput(context),
          },
          on: {
            'seats.changed': { actions: { type: 'checkShare', params: ({ event }) => event } },
            'share.changed': { actions: { type: 'storeShare', params: ({ event }) => event } },
            'share.absent': [
              {
                guard: 'isOwnShare',
                target: 'none',
                description: 'The seats were no longer shared before the page knew.',
                actions: ['forgetShareCode', 'clearFailure', 'reportShareCode'],
              },
              { target: 'none' },
            ],
            'share.over': [
              {
                guard: { type: 'isAllPaid', params: ({ context }) => context },
                target: 'none',
                actions: ['forgetShareCode', 'reportShareCode'],
              },
              {
                guard: 'losesShare',
                target: 'none',
                actions: ['forgetShareCode', 'reportShareCode', 'loseShare'],
              },
              {
                target: 'none',
                actions: ['forgetShareCode', 'reportShareCode', 'storeShareEnd', 'notifyShareEnd'],
              },
            ],
            'share.stop': {
              target: 'none',
              description: 'Stops following at once, so that the page does not say that the seats are lost.',
            },
          },
        },
      },
    },
  },
});

export type HallSnapshot = SnapshotFrom<typeof hallMachine>;

/** A share as the user's hold. */
function holdOf({ id, seatNumbers, paid, expiresAt }: OwnShare): OwnHold {
  return { id, seatNumbers: [], shared: mergeSeats(seatNumbers, paid), expiresAt };
}

/** Input of the search for the user's hold. */
function reportOf({ endedHold, holds = [], screening, shareCode, startsAt, viewer }: HallContext) {
  return { screening, startsAt, userId: viewer?.id ?? '', shareCode, holds, endedHold };
}

/** Input of the machine that follows the shared seats of the code. */
function shareInput(context: HallContext) {
  const { hold, holds, movie, shareCode = '', startsAt } = context;
  const { shared, expiresAt = 0 } = followsOwnShare(context) ? (hold ?? {}) : {};
  const answered = shared && { seatNumbers: shared, paid: [], expiresAt };
  return { title: movie.title, startsAt, shareCode, holds, answered };
}

/** Whether the user's hold is one that friends share. */
function isShare(hold: OwnHold | undefined): boolean {
  return hold?.shared !== undefined;
}

/** The hall with the share that the user was found to have, unless the page shows the share of a friend. */
function withOwnShare(context: HallContext, own: OwnShare | undefined): HallContext {
  const isFriends = context.share !== undefined && context.shareCode !== own?.shareCode;
  return own === undefined || isFriends ? context : { ...context, share: { seatNumbers: own.seatNumbers, paid: [] } };
}

/** Whether the code that the page follows is that of the user's own share. */
function followsOwnShare({ shareCode, ownShareCode }: HallContext): boolean {
  return ownShareCode !== undefined && ownShareCode === shareCode;
}

/** Whether a purchase of seats uses up the user's hold, or the one that is being requested. A share stays, and a hold of other seats. */
function usesHold(seatNumbers: readonly number[], hold: OwnHold | undefined): boolean {
  const held = isShare(hold) ? [] : (hold?.seatNumbers ?? seatNumbers);
  return lostSeats(held, seatNumbers).length > 0;
}

function wishOf({ screening, hold }: HallContext, seatNumbers: readonly number[]) {
  return { screening, seatNumbers, replaces: hold?.id };
}
