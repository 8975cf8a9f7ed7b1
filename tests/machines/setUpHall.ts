import { sentence } from '../fixtures/messages.ts';
import { createActor, fromCallback, SimulatedClock, type EventObject } from 'xstate';
import type { HoldRelease } from '#contract/hold.ts';
import type { SeatReport } from '#domain/hall.ts';
import type { CommandKind } from '#machines/commands.ts';
import { countdownMachine } from '#machines/countdownMachine.ts';
import { hallMachine, type HallEvent, type HallReport } from '#machines/hallMachine.ts';
import type { HallInput, Viewer } from '#machines/hallModel.ts';
import type { FoundHold, OwnReport, OwnHold, OwnShare, Wish } from '#machines/holdCalls.ts';
import { seatFeedMachine } from '#machines/seatFeedMachine.ts';
import { sharedHoldMachine } from '#machines/sharedHoldMachine.ts';
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
/** The code of shared seats. */
export const shareCode = 'kV3xQ0b7T2mNfYc9Zr1sLA';

/** Shared seats, as a report has them. */
interface FoundShare {
  readonly seatNumbers: readonly number[];
  readonly paid: readonly number[];
  readonly expiresAt: number;
}

/** The user's hold of some seats, which ends some minutes after time 0. */
export function holdOf(seatNumbers: readonly number[], minutes = 5): OwnHold {
  return { id: idOf(seatNumbers), seatNumbers, expiresAt: minutes * MINUTE };
}

/** The id of the hold of some seats. */
export function idOf(seatNumbers: readonly number[]): string {
  return `hold of ${seatNumbers.join()}`;
}

/** The hall with controlled calls. Its parent records its reports, and the test takes the part of the feed and of the dialog. */
export function setUpHall(input: Partial<HallInput> = {}, saved: readonly number[] = []) {
  const createHold = controlledCall<OwnHold, Wish>();
  const shareSeats = controlledCall<OwnShare, Wish>();
  const findHold = controlledCall<FoundHold, OwnReport>();
  const releaseHold = controlledCall<undefined, HoldRelease>();
  const computeMark = controlledCall<string, MarkedScreening & { readonly secret: string }>();
  let marksComputed = 0;
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
  const countdown = countdownMachine.provide({ actors: { watchSeconds: idleCallback<undefined>() } });
  const actor = createActor(
    hallMachine.provide({
      actors: {
        followCommand: idleCallback<{ kind: CommandKind }>(),
        seatFeed: seatFeedMachine.provide({
          actors: {
            watchPage: idleCallback<undefined>(),
            watchSeats: idleCallback<Screening>(),
            loadSeats: controlledCall<SeatReport, Screening>().actor,
          },
        }),
        sharedHold: sharedHoldMachine.provide({ actors: { computeMark: computeMark.actor, countdown } }),
        countdown,
        createHold: createHold.actor,
        shareSeats: shareSeats.actor,
        findHold: findHold.actor,
        releaseHold: releaseHold.actor,
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
        left: undefined,
        ...input,
      },
    },
  ).start();
  const send = (event: HallEvent) => actor.send(event);
  const toggle = (...seatNumbers: number[]) => {
    for (const seatNumber of seatNumbers) send({ type: 'seat.toggle', seatNumber });
  };

  return {
    clock,
    createHold,
    shareSeats,
    findHold,
    releaseHold,
    computeMark,
    savedSeats,
    /** The reports to the page, in order. */
    reports,
    /** The events for toasts, the root and the share sheet, in order. */
    sent: system.sent,
    send,
    toggle,
    hall: () => actor.getSnapshot(),
    /** The states of the three regions. */
    regions: () => actor.getSnapshot().value,
    hold: () => actor.getSnapshot().value.hold,
    selected: () => actor.getSnapshot().context.selected,
    alert: () => sentence(actor.getSnapshot().context.failure),
    /** The feed reports the sold and the held seats, and the user's own hold. */
    report: (sold: readonly number[], held: readonly number[] = [], own?: OwnHold) => {
      const { holds = [] } = actor.getSnapshot().context;
      send({ type: 'seats.changed', sold, held, holds: own === undefined ? holds : [{ ...own, by: 'hK3x9Qa1' }] });
    },
    /** The feed reports the seats that are shared under the code, and the mark of the code is computed. */
    reportShare: async (share: FoundShare | undefined) => {
      const { sold, held } = actor.getSnapshot().context;
      send({ type: 'seats.changed', sold, held, holds: share === undefined ? [] : [sharedHold(share)] });
      if (marksComputed === computeMark.inputs().length) return;
      marksComputed += 1;
      await computeMark.answer(MARK);
    },
    /** The dialog opens, after seats are selected or deselected. */
    open: (...seatNumbers: number[]) => {
      toggle(...seatNumbers);
      send({ type: 'dialog.opened' });
    },
    /** The dialog closes without a purchase. */
    close: () => send({ type: 'dialog.closed' }),
    tick: (now: number) => actor.getSnapshot().children.countdown?.send({ type: 'clock.ticked', now }),
    /** The seats of each hold request so far. */
    requested: () => createHold.inputs().map(({ seatNumbers }) => seatNumbers),
  };
}

/** The hall with its seats on the screen, of which none is sold. */
export function setUpSeats(input: Partial<HallInput> = {}, saved: readonly number[] = []) {
  const setup = setUpHall(input, saved);
  setup.report([]);
  return setup;
}

/** The hall with seats 11 and 12 in the dialog, held for five minutes. */
export async function setUpHeld() {
  const setup = setUpSeats();
  setup.open(11, 12);
  await setup.createHold.answer(holdOf([11, 12]));
  return setup;
}
