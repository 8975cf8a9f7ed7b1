import { assign, fromPromise, sendParent, setup } from 'xstate';
import type { HoldRelease, HoldRequest } from '#contract/hold.ts';
import { failureOf } from '#domain/failure.ts';
import { isSeatLoss } from '#domain/selection.ts';
import { type Screening, isSameScreening } from '#domain/showtimes.ts';
import { isLastMinute, startedMinutes, timeLeft, watchSeconds, type Countdown, type TimeLeft } from './countdown.ts';
import { environmentOf, type SeatReport } from './environment.ts';
import { loadSeatReport } from './seatFeedMachine.ts';

/** The user's hold of seats of one screening, as the server reports it. */
export interface OwnHold {
  readonly id: string;
  readonly seatNumbers: readonly number[];
  /** In epoch milliseconds, as `now`. */
  readonly expiresAt: number;
  /** The server's time when the response arrived. */
  readonly now: number;
}

/** A running hold, as the page shows it. */
export interface RunningHold extends TimeLeft {
  readonly seatNumbers: readonly number[];
}

/** The id of the user's shared hold, and its code. */
export interface OwnShare {
  readonly id: string;
  readonly code: string | undefined;
}

/**
 * The user's hold of this screening, or the code under which the user shares seats of it; neither if there is none. The seats are
 * fetched after the hold, so that a seat that is held by then is known to be another user's.
 */
export interface FoundHold {
  readonly hold?: OwnHold;
  readonly share?: OwnShare;
  readonly seats: SeatReport;
}

type SeatNumbers = { readonly seatNumbers: readonly number[] };

/** The seats that are held according to the feed, by anybody, and the selected ones. */
type ComparedSeats = { readonly held: readonly number[]; readonly selected: readonly number[] };

export type HoldEvent =
  | ({ type: 'hold.request' } & SeatNumbers)
  | ({ type: 'hold.check' } & ComparedSeats)
  | { type: 'hold.release' | 'hold.doubt' | 'hold.forget' }
  | ({ type: 'share.request' } & SeatNumbers)
  | { type: 'share.stop' | 'share.end' }
  | { type: 'clock.ticked'; now: number };

/** Sent to the parent. */
export type HoldReport =
  | { type: 'hold.changed'; hold: RunningHold | undefined }
  | { type: 'hold.found'; hold: RunningHold | undefined; seats: SeatReport }
  | { type: 'hold.refused' | 'hold.unbacked' | 'share.failed'; error: unknown }
  | { type: 'hold.expired' }
  | ShareReport
  | { type: 'share.stopped' };

/** The code under which the user shares seats. */
type ShareReport =
  | { type: 'share.found'; code: string | undefined }
  | { type: 'share.made'; code: string | undefined; seatNumbers: readonly number[] };

interface Context extends Countdown {
  readonly screening: Screening;
  /** The seats to hold; none after a release. */
  readonly wanted: readonly number[];
  /** The id of the user's hold or share. Requests name it, so that a late one neither replaces nor ends a newer hold. */
  readonly id: string | undefined;
  readonly seatNumbers: readonly number[];
}

const nothingHeld = { id: undefined, seatNumbers: [], expiresAt: 0, now: 0, minutesAnnounced: 0 };

export const holdMachine = setup({
  types: {} as { context: Context; events: HoldEvent; input: Screening },
  actors: {
    createHold: fromPromise<OwnHold, HoldRequest>(async ({ input, system }) => {
      const { api, clock, createKey } = environmentOf(system);
      const { id, seatNumbers, expiresAt } = await api('createHold', { input, idempotencyKey: createKey() });
      return { id, seatNumbers, expiresAt: Date.parse(expiresAt), now: clock.now() };
    }),
    shareSeats: fromPromise<OwnShare, HoldRequest>(async ({ input, system }) => {
      const { api, createKey } = environmentOf(system);
      const { id, code } = await api('createHold', { input: { ...input, shared: true }, idempotencyKey: createKey() });
      return { id, code };
    }),
    findHold: fromPromise<FoundHold, Screening>(async ({ input, system }) => {
      const { api, clock } = environmentOf(system);
      const found = await api('findHold', {}).catch((error: unknown) => {
        if (failureOf(error).code === 'hold_not_found') return undefined;
        throw error;
      });
      const seats = await loadSeatReport(api, input);
      if (found === undefined) return { seats };
      const { id, movieTitle: title, showtimeDate: date, showtimeTime: time, seatNumbers, expiresAt, code } = found;
      if (!isSameScreening({ title, date, time }, input)) return { seats };
      if (code !== undefined) return { share: { id, code }, seats };
      return { hold: { id, seatNumbers, expiresAt: Date.parse(expiresAt), now: clock.now() }, seats };
    }),
    releaseHold: fromPromise<undefined, HoldRelease>(({ input, system }) =>
      environmentOf(system).api('releaseHold', { input }),
    ),
    watchSeconds,
  },
  guards: {
    isAnyHeld: (_, { held }: ComparedSeats) => held.length > 0,
    isSelectionHeld: (_, { held, selected }: ComparedSeats) => selected.some((seat) => held.includes(seat)),
    differsFromHold: ({ context: { seatNumbers } }, { held, selected }: ComparedSeats) =>
      seatNumbers.some((seat) => !held.includes(seat)) ||
      selected.some((seat) => held.includes(seat) && !seatNumbers.includes(seat)),
    isHeld: ({ context }, params: SeatNumbers) => context.seatNumbers.join() === params.seatNumbers.join(),
    isWanted: ({ context }, params: SeatNumbers) => context.wanted.join() === params.seatNumbers.join(),
    isAnyWanted: ({ context }) => context.wanted.length > 0,
    isNoneWanted: ({ context }) => context.wanted.length === 0,
    hasHold: ({ context }) => context.seatNumbers.length > 0,
    isFound: (_, { hold }: FoundHold) => hold !== undefined,
    isShareFound: (_, { share }: FoundHold) => share !== undefined,
    mayBeHeldElsewhere: (_, params: { error: unknown }) =>
      ['too_many_holds', 'hold_changed'].includes(failureOf(params.error).code),
    isUnbacked: (_, params: { error: unknown }) => failureOf(params.error).code === 'balance_required',
    isSeatLoss: (_, params: { error: unknown }) => isSeatLoss(failureOf(params.error)),
    isOver: ({ context }, { now }: { now: number }) => now >= context.expiresAt,
    isLastMinute: ({ context }, { now }: { now: number }) => isLastMinute(context, now),
  },
  actions: {
    storeWanted: assign((_, { seatNumbers }: SeatNumbers) => ({ wanted: seatNumbers })),
    wantNothing: assign({ wanted: [] }),
    storeHold: assign((_, { hold }: Pick<FoundHold, 'hold'>) =>
      hold === undefined ? nothingHeld : { ...hold, minutesAnnounced: startedMinutes(hold) },
    ),
    forgetHold: assign(nothingHeld),
    forgetSeats: assign({ seatNumbers: [] }),
    forgetId: assign({ id: undefined }),
    storeShare: assign((_, { id }: Pick<OwnShare, 'id'>) => ({ ...nothingHeld, id })),
    setClock: assign((_, { now }: { now: number }) => ({ now })),
    announceLastMinute: assign({ minutesAnnounced: 1 }),
    reportHold: sendParent(({ context }): HoldReport => ({ type: 'hold.changed', hold: runningHold(context) })),
    reportFound: sendParent(({ context }, { seats }: FoundHold): HoldReport => ({
      type: 'hold.found',
      hold: runningHold(context),
      seats,
    })),
    reportRefusal: sendParent((_, { error }: { error: unknown }): HoldReport => ({ type: 'hold.refused', error })),
    reportUnbacked: sendParent((_, { error }: { error: unknown }): HoldReport => ({ type: 'hold.unbacked', error })),
    reportExpiry: sendParent((): HoldReport => ({ type: 'hold.expired' })),
    reportShare: sendParent((_, params: ShareReport): HoldReport => params),
    reportShareFailure: sendParent((_, { error }: { error: unknown }): HoldReport => ({ type: 'share.failed', error })),
    reportStop: sendParent((): HoldReport => ({ type: 'share.stopped' })),
  },
}).createMachine({
  id: 'hold',
  context: ({ input }) => ({ screening: input, wanted: [], ...nothingHeld }),
  on: {
    'hold.request': { target: '.requesting', actions: { type: 'storeWanted', params: ({ event }) => event } },
    'hold.check': { guard: { type: 'isSelectionHeld', params: ({ event }) => event }, target: '.finding' },
    'hold.doubt': {
      target: '.unknown',
      description: 'The feed has reconnected. Another tab may have made a hold since.',
    },
    'hold.forget': { target: '.unknown', description: 'Another user, or none, is signed in.' },
    'share.stop': { target: '.stopping' },
    'share.request': { target: '.sharing', actions: { type: 'storeWanted', params: ({ event }) => event } },
  },
  initial: 'unknown',
  states: {
    unknown: {
      description: 'Whether the user holds seats here is not known yet. Asks as soon as anybody holds a seat.',
      entry: ['wantNothing', 'forgetHold', 'reportHold'],
      on: { 'hold.check': { guard: { type: 'isAnyHeld', params: ({ event }) => event }, target: 'finding' } },
    },
    finding: {
      description:
        'Fetching the user’s hold, then the seats. A seat that is held by then is another user’s, unless it is in that hold.',
      invoke: {
        id: 'findHold',
        src: 'findHold',
        input: ({ context }) => context.screening,
        onDone: [
          {
            guard: { type: 'isShareFound', params: ({ event }) => event.output },
            target: 'shared',
            actions: [
              { type: 'storeShare', params: ({ event }) => shareIn(event.output) },
              {
                type: 'reportShare',
                params: ({ event }) => ({ type: 'share.found', code: shareIn(event.output).code }),
              },
              { type: 'reportFound', params: ({ event }) => event.output },
            ],
          },
          {
            guard: { type: 'isFound', params: ({ event }) => event.output },
            target: 'held',
            actions: [
              { type: 'storeHold', params: ({ event }) => event.output },
              { type: 'reportFound', params: ({ event }) => event.output },
            ],
          },
          {
            target: 'idle',
            actions: [
              { type: 'storeHold', params: ({ event }) => event.output },
              { type: 'reportFound', params: ({ event }) => event.output },
            ],
          },
        ],
        onError: [{ guard: 'hasHold', target: 'held' }, { target: 'unknown' }],
      },
      on: { 'hold.check': {}, 'hold.doubt': {} },
    },
    idle: { description: 'The user holds no seats here.' },
    requesting: {
      description:
        'Requesting the hold. A purchase does not wait for it. A release waits, and then gives the hold back.',
      invoke: {
        id: 'createHold',
        src: 'createHold',
        input: ({ context }) => requestOf(context),
        onDone: [
          {
            guard: { type: 'isWanted', params: ({ event }) => event.output },
            target: 'held',
            actions: [{ type: 'storeHold', params: ({ event }) => ({ hold: event.output }) }, 'reportHold'],
          },
          {
            guard: 'isNoneWanted',
            target: 'releasing',
            actions: { type: 'storeHold', params: ({ event }) => ({ hold: event.output }) },
          },
          {
            target: 'requesting',
            reenter: true,
            actions: { type: 'storeHold', params: ({ event }) => ({ hold: event.output }) },
          },
        ],
        onError: [
          { guard: 'isNoneWanted', target: 'releasing', actions: 'forgetId' },
          {
            guard: { type: 'isSeatLoss', params: ({ event }) => event },
            target: 'refused',
            actions: { type: 'reportRefusal', params: ({ event }) => event },
          },
          {
            guard: { type: 'isUnbacked', params: ({ event }) => event },
            target: 'unbacked',
            actions: { type: 'reportUnbacked', params: ({ event }) => event },
          },
          {
            guard: { type: 'mayBeHeldElsewhere', params: ({ event }) => event },
            target: 'finding',
            description: 'The user may be sharing seats, or hold other seats in another tab.',
          },
          { target: 'unavailable', actions: 'forgetId' },
        ],
      },
      on: {
        'hold.request': { actions: { type: 'storeWanted', params: ({ event }) => event } },
        'hold.release': { actions: 'wantNothing' },
        'hold.check': {},
        'hold.doubt': {},
      },
    },
    held: {
      description:
        'Counts down by the server’s time. A tick every second, so that the hold ends on time after the computer slept.',
      invoke: { id: 'watchSeconds', src: 'watchSeconds' },
      on: {
        'clock.ticked': [
          {
            guard: { type: 'isOver', params: ({ event }) => event },
            target: 'expired',
            actions: ['forgetHold', 'reportExpiry'],
          },
          {
            guard: { type: 'isLastMinute', params: ({ event }) => event },
            actions: [{ type: 'setClock', params: ({ event }) => event }, 'announceLastMinute', 'reportHold'],
          },
          { actions: [{ type: 'setClock', params: ({ event }) => event }, 'reportHold'] },
        ],
        'hold.request': [
          { guard: { type: 'isHeld', params: ({ event }) => event } },
          { target: 'requesting', actions: { type: 'storeWanted', params: ({ event }) => event } },
        ],
        'hold.release': { target: 'releasing' },
        'hold.check': [
          {
            guard: { type: 'differsFromHold', params: ({ event }) => event },
            target: 'finding',
            description: 'Another tab or device may have released or replaced the hold.',
          },
          {},
        ],
        'hold.doubt': {},
      },
    },
    expired: { description: 'The hold ended before the purchase. Another request makes another hold.' },
    refused: { description: 'Another user has bought or holds one of the seats. The page names it.' },
    unavailable: {
      description: 'No hold could be made. The purchase goes on without one.',
      on: { 'hold.release': { target: 'releasing', description: 'A lost response may have been that of a hold.' } },
    },
    unbacked: {
      description:
        'Too many seats are held by users without the money for them. The page offers Top Up, and the purchase goes on without a hold.',
      on: { 'hold.release': { guard: 'hasHold', target: 'releasing', description: 'The earlier hold still runs.' } },
    },
    releasing: {
      description: 'Giving the hold back. If that fails, it ends by itself.',
      exit: 'forgetHold',
      entry: ['wantNothing', 'forgetSeats', 'reportHold'],
      invoke: {
        id: 'releaseHold',
        src: 'releaseHold',
        input: ({ context: { id } }) => (id === undefined ? undefined : { id }),
        onDone: [{ guard: 'isAnyWanted', target: 'requesting' }, { target: 'idle' }],
        onError: [{ guard: 'isAnyWanted', target: 'requesting' }, { target: 'idle' }],
      },
      on: {
        'hold.request': { actions: { type: 'storeWanted', params: ({ event }) => event } },
        'hold.release': { actions: 'wantNothing' },
        'hold.check': {},
        'hold.doubt': {},
      },
    },
    sharing: {
      description:
        'Holding seats for the user and for friends. A request for an ordinary hold has no effect meanwhile.',
      invoke: {
        id: 'shareSeats',
        src: 'shareSeats',
        input: ({ context }) => requestOf(context),
        onDone: {
          target: 'shared',
          actions: [
            { type: 'storeShare', params: ({ event }) => event.output },
            'reportHold',
            {
              type: 'reportShare',
              params: ({ context, event }) => ({
                type: 'share.made',
                code: event.output.code,
                seatNumbers: context.wanted,
              }),
            },
          ],
        },
        onError: [
          {
            guard: { type: 'isSeatLoss', params: ({ event }) => event },
            target: 'refused',
            actions: { type: 'reportRefusal', params: ({ event }) => event },
          },
          {
            target: 'unknown',
            actions: { type: 'reportShareFailure', params: ({ event }) => event },
            description: 'If only the response was lost, the next search finds the shared seats.',
          },
        ],
      },
      on: { 'share.request': {}, 'hold.request': {}, 'hold.check': {}, 'hold.doubt': {} },
    },
    shared: {
      description:
        'The user shares seats here. They are the user’s only hold, and end only on request or by themselves.',
      on: {
        'share.request': {},
        'hold.request': {},
        'hold.check': [{ guard: { type: 'isSelectionHeld', params: ({ event }) => event }, target: 'finding' }, {}],
        'hold.doubt': {},
        'share.end': { target: 'idle', actions: 'forgetHold' },
      },
    },
    stopping: {
      description: 'Giving the shared seats back. Friends can then no longer buy them with the code.',
      invoke: {
        id: 'releaseHold',
        src: 'releaseHold',
        input: ({ context: { id } }) => ({ shared: true, ...(id !== undefined && { id }) }),
        onDone: { target: 'idle', actions: 'reportStop' },
        onError: { target: 'shared', actions: { type: 'reportShareFailure', params: ({ event }) => event } },
      },
      on: { 'share.request': {}, 'share.stop': {}, 'hold.request': {}, 'hold.check': {}, 'hold.doubt': {} },
    },
  },
});

function requestOf({ screening: { title, date, time }, wanted, id }: Context): HoldRequest {
  return {
    movieTitle: title,
    showtimeDate: date,
    showtimeTime: time,
    seatNumbers: [...wanted],
    ...(id !== undefined && { replaces: id }),
  };
}

function shareIn({ share }: FoundHold): OwnShare {
  if (share === undefined) throw new Error('The user shares no seats');
  return share;
}

function runningHold(context: Context): RunningHold | undefined {
  const { seatNumbers } = context;
  return seatNumbers.length === 0 ? undefined : { seatNumbers, ...timeLeft(context) };
}
