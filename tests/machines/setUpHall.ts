import { sentence } from '../fixtures/messages.ts';
import { createActor, fromCallback, fromPromise, SimulatedClock, type EventObject } from 'xstate';
import { failed, type Failure, type FailureDetails } from '#domain/failure.ts';
import type { OwnHold, ReportedHold } from '#domain/hall.ts';
import { commandDialogMachine } from '#machines/commandDialogMachine.ts';
import type { CommandKind } from '#machines/commands.ts';
import type { CommandProgress } from '#machines/commandProgress.ts';
import type { Marks, Secrets } from '#machines/computeMarks.ts';
import { countdownMachine, selectTimeLeft } from '#machines/countdownMachine.ts';
import { hallMachine, type HallEvent, type HallReport } from '#machines/hallMachine.ts';
import { purchaseNow, type HallInput, type Viewer } from '#machines/hallModel.ts';
import {
  selectHeldByOthers,
  selectIsHeld,
  selectIsSharer,
  selectReviewed,
  selectShare,
  selectSold,
} from '#machines/hallSelectors.ts';
import type { HoldChange, HoldOutcome } from '#machines/holdCalls.ts';
import { seatFeedMachine, type ReceivedReport } from '#machines/seatFeedMachine.ts';
import type { Screening } from '#domain/showtimes.ts';
import { createSavedSeats } from '../../src/web/browser/savedSeats.ts';
import type { MarkedScreening } from '#domain/marks.ts';
import { metropolis } from '../fixtures/people.ts';
import { MARK, sharedHold } from '../fixtures/sharedHold.ts';
import { testEnvironment } from '../fixtures/testEnvironment.ts';
import { controlledCall } from './controlledCall.ts';
import { idleCallback } from './idleCallback.ts';
import { openSystem } from './openSystem.ts';
import { storedText } from './storedText.ts';

export const MINUTE = 60_000;
export const screening = { title: 'Metropolis', date: '05 Mar', time: '14.30' };
/** In epoch milliseconds. */
const STARTS_AT = Date.parse('2026-03-05T07:30:00.000Z');
export const ana: Viewer = { id: 'u1', age: 30, balance: 500_000 };
/** The code of shared seats. Its mark is `MARK`. */
export const shareCode = 'kV3xQ0b7T2mNfYc9Zr1sLA';

/** The id of the hold that `shared` gives. */
export const { id: SHARE_ID } = sharedHold({ seatNumbers: [], expiresAt: 0 });

/** A hold of Ana in a report. It ends five minutes after time 0. */
export function held(...seatNumbers: number[]): ReportedHold {
  return { by: markOf(ana.id), id: idOf(seatNumbers), seatNumbers, expiresAt: 5 * MINUTE };
}

/** A hold of somebody else in a report. */
export function heldByOther(...seatNumbers: number[]): ReportedHold {
  return { ...held(...seatNumbers), by: markOf('another user') };
}

/** Seats that are shared for 15 minutes under the code, by somebody else unless `by` says otherwise. */
export function shared(
  seatNumbers: readonly number[],
  paid: readonly number[] = [],
  by = 'another user',
): ReportedHold {
  return { ...sharedHold({ seatNumbers, paid, expiresAt: 15 * MINUTE }), by: markOf(by) };
}

function idOf(seatNumbers: readonly number[]): string {
  return `hold ${seatNumbers.join()}`;
}

function markOf(userId: string): string {
  return `mark of ${userId}`;
}

/** The request as a short text, such as `hold 11,12 instead of hold 11`. */
function textOf({ wish, seatNumbers, id }: HoldChange): string {
  if (wish === 'release' || wish === 'stop') return id === undefined ? wish : `${wish} ${id}`;
  return `${wish} ${seatNumbers.join()}${id === undefined ? '' : ` instead of ${id}`}`;
}

/**
 * The hall and its dialog with controlled requests, at time 0. Its parent records its reports, and the test takes the part of the feed
 * and of the root, which runs purchases.
 */
export function setUpHall(input: Partial<HallInput> = {}, saved: readonly number[] = []) {
  const changeHold = controlledCall<HoldOutcome, HoldChange>();
  const savedSeats = createSavedSeats(storedText());
  savedSeats.save(screening, saved);
  const environment = testEnvironment();
  const clock = new SimulatedClock();
  const system = openSystem({
    clock,
    environment: { ...environment, storage: { ...environment.storage, seats: savedSeats } },
  });
  const reports: HallReport[] = [];
  const parent = createActor(
    fromCallback<EventObject & HallReport>(({ receive }) => receive((report) => reports.push(report))),
    { parent: system.parent },
  ).start();
  const followCommand = idleCallback<{ kind: CommandKind }>();
  const actor = createActor(
    hallMachine.provide({
      actors: {
        followCommand,
        dialog: commandDialogMachine.provide({ actors: { followCommand } }),
        seatFeed: seatFeedMachine.provide({
          actors: {
            watchPage: idleCallback<undefined>(),
            watchSeats: idleCallback<Screening>(),
            loadSeats: controlledCall<ReceivedReport, Screening>().actor,
          },
        }),
        countdown: countdownMachine.provide({ actors: { watchSeconds: idleCallback<undefined>() } }),
        changeHold: changeHold.actor,
        computeMarks: fromPromise<Marks, Secrets & { readonly screening: MarkedScreening }>(
          async ({ input: secrets }) => ({
            ...secrets,
            userMark: secrets.userId && markOf(secrets.userId),
            codeMark: secrets.shareCode && (secrets.shareCode === shareCode ? MARK : 'another mark'),
          }),
        ),
      },
    }),
    {
      clock,
      parent,
      input: {
        screening,
        startsAt: STARTS_AT,
        zone: 'Asia/Jakarta',
        movie: metropolis,
        beside: [],
        shareCode: undefined,
        viewer: ana,
        purchase: undefined,
        left: undefined,
        ...input,
      },
    },
  ).start();
  const send = (event: HallEvent) => actor.send(event);
  const hall = () => actor.getSnapshot();
  const toggle = (...seatNumbers: number[]) => {
    for (const seatNumber of seatNumbers) send({ type: 'seat.toggle', seatNumber });
  };
  const answer = async (details: Partial<HoldOutcome>) => {
    const asked = changeHold.inputs().at(-1);
    if (asked === undefined) throw new Error('Nothing was requested');
    const { wish, seatNumbers } = asked;
    await changeHold.answer({ wish, seatNumbers, hold: undefined, failure: undefined, at: clock.now(), ...details });
  };
  const dialog = () => hall().children.dialog;

  return {
    clock,
    savedSeats,
    /** The reports to the page, in order. */
    reports,
    /** The events for toasts, the root and the share sheet, in order. */
    sent: system.sent,
    send,
    toggle,
    hall,
    /** The seats as the page shows them. */
    shown: () => ({
      sold: selectSold(hall()),
      held: selectHeldByOthers(hall()),
      selected: hall().context.selected,
      isHeld: selectIsHeld(hall()),
      isDialogOpen: dialog()?.getSnapshot().hasTag('open') === true,
    }),
    isHeld: () => selectIsHeld(hall()),
    selected: () => hall().context.selected,
    isDialogOpen: () => dialog()?.getSnapshot().hasTag('open') === true,
    /** The shared seats, and whether Ana is the one who shares them. */
    share: () => {
      const { seatNumbers, paid } = selectShare(hall()) ?? {};
      return { seatNumbers, paid, isSharer: selectIsSharer(hall()), code: hall().context.shareCode };
    },
    alert: () => sentence(hall().context.failure),
    /** The requests that have reached the server. */
    requests: () => changeHold.inputs().map(textOf),
    isAsking: () => changeHold.isAwaited(),
    /** The server does what the last request wants. */
    grant: async (details: Partial<OwnHold> = {}) => {
      const { wish, seatNumbers = [] } = changeHold.inputs().at(-1) ?? {};
      const expiresAt = clock.now() + 5 * MINUTE;
      if (wish === 'hold') await answer({ hold: { id: idOf(seatNumbers), seatNumbers, expiresAt, ...details } });
      else if (wish === 'share')
        await answer({ hold: { id: SHARE_ID, seatNumbers, expiresAt, shareCode, ...details } });
      else await answer({});
    },
    /** The server refuses the last request, or does not answer it. */
    refuse: async (code: string, details: FailureDetails = {}) => answer({ failure: { ...failed(code), ...details } }),
    /** The feed reports the sold seats and the running holds. */
    report: (sold: readonly number[], ...holds: ReportedHold[]) =>
      send({ type: 'seats.changed', report: { sold, holds }, at: clock.now() }),
    /** Selects or deselects seats, and clicks Buy Tickets. */
    open: (...seatNumbers: number[]) => {
      toggle(...seatNumbers);
      send({ type: 'purchase.review' });
    },
    /** Clicks Back in the dialog. */
    back: () => dialog()?.send({ type: 'dialog.back' }),
    /** Clicks Buy in the dialog. */
    confirm: () => send({ type: 'purchase.confirm', reviewed: selectReviewed(hall()) }),
    /** The root tells the status of the purchase of the selected seats, or of the last one. */
    purchase: (status: CommandProgress<CommandKind>['status'], failure?: Failure) => {
      const { purchase = purchaseNow(hall().context) } = hall().context;
      const event = { type: 'command.changed' as const, command: { ...purchase, status, failure }, at: clock.now() };
      send(event);
      dialog()?.send(event);
    },
    /** A second passes by the server's time: `now` is in epoch milliseconds. */
    tick: (now: number) => {
      for (const id of ['countdown', 'shareCountdown'] as const)
        hall().children[id]?.send({ type: 'clock.ticked', now });
    },
    secondsLeft: () => {
      const { countdown } = hall().children;
      countdown?.send({ type: 'clock.ticked', now: clock.now() });
      return countdown && selectTimeLeft(countdown.getSnapshot())?.secondsLeft;
    },
  };
}

/** The hall with its seats on the screen, of which none is sold. */
export async function setUpSeats(input: Partial<HallInput> = {}, saved: readonly number[] = []) {
  const setup = setUpHall(input, saved);
  setup.report([]);
  await marksComputed();
  return setup;
}

/** The hall with seats 11 and 12 in the dialog, held for five minutes. */
export async function setUpHeld() {
  const setup = await setUpSeats();
  setup.open(11, 12);
  await setup.grant();
  return setup;
}

/** The hall after Ana has shared seats 11 and 12. */
export async function setUpShared() {
  const setup = await setUpSeats();
  setup.toggle(11, 12);
  setup.send({ type: 'seats.share' });
  await setup.grant();
  await marksComputed();
  setup.report([], shared([11, 12], [], ana.id));
  return setup;
}

/** Waits until the hall knows the marks of its user and of its code. */
export async function marksComputed(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}
