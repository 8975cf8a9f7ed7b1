import { createActor, fromCallback, SimulatedClock, type EventObject } from 'xstate';
import { expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import type { SharedSeats } from '#domain/hall.ts';
import type { Screening } from '#domain/showtimes.ts';
import { countdownMachine, selectTimeLeft } from '#machines/countdownMachine.ts';
import { sharedHoldMachine, type SharedHoldReport } from '#machines/sharedHoldMachine.ts';
import { controlledCall } from './controlledCall.ts';
import { idleCallback } from './idleCallback.ts';

const screening = { title: 'Metropolis', date: '05 Mar', time: '14.30' };
const shareCode = 'kV3xQ0b7T2mNfYc9Zr1sLA';
const MINUTE = 60_000;
const unreachable = new CallFailed({ code: 'unreachable' });

/** Seats 11 and 12 are shared for 15 minutes from 0; seat 13 has been paid for. */
const shared = { seatNumbers: [11, 12], paid: [13], expiresAt: 15 * MINUTE, now: 0 };

type Found = SharedSeats & { readonly expiresAt: number; readonly now: number };

/** The report of the shared seats, with some of them changed. */
function changed(seats: Partial<SharedSeats> = {}): SharedHoldReport {
  const { seatNumbers, paid } = { ...shared, ...seats };
  return { type: 'share.changed', share: { seatNumbers, paid } };
}

/** The machine with a controlled call and a parent that records its reports. */
function setUpSharedHold() {
  const findSharedHold = controlledCall<Found | undefined, { screening: Screening; shareCode: string }>();
  const reports: SharedHoldReport[] = [];
  const clock = new SimulatedClock();
  const parent = createActor(
    fromCallback<EventObject & SharedHoldReport>(({ receive }) => receive((report) => reports.push(report))),
    { clock },
  ).start();
  const actor = createActor(
    sharedHoldMachine.provide({
      actors: {
        findSharedHold: findSharedHold.actor,
        countdown: countdownMachine.provide({ actors: { watchSeconds: idleCallback<undefined>() } }),
      },
    }),
    { parent, input: { screening, shareCode } },
  ).start();
  const countdown = () => actor.getSnapshot().children.countdown;
  return {
    clock,
    findSharedHold,
    reports,
    searches: () => findSharedHold.inputs().length,
    state: () => actor.getSnapshot().value,
    /** The feed reports the sold and the held seats. */
    report: (sold: readonly number[], held: readonly number[]) => actor.send({ type: 'seats.changed', sold, held }),
    tick: (now: number) => countdown()?.send({ type: 'clock.ticked', now }),
    secondsLeft: () => {
      const snapshot = countdown()?.getSnapshot();
      return snapshot && selectTimeLeft(snapshot)?.secondsLeft;
    },
  };
}

/** The machine while the seats are shared. */
async function setUpRunning() {
  const setup = setUpSharedHold();
  await setup.findSharedHold.answer(shared);
  return setup;
}

test('the seats of a code are fetched once and reported once, and their time left counts down without reports', async () => {
  const { findSharedHold, reports, secondsLeft, tick } = await setUpRunning();
  expect(findSharedHold.inputs()).toMatchObject([{ screening, shareCode }]);
  tick(0);
  tick(1000);
  expect({ reports, secondsLeft: secondsLeft() }).toEqual({ reports: [changed()], secondsLeft: 899 });
});

test('an unknown code, and one of another screening, is reported as absent', async () => {
  const { findSharedHold, reports, state } = setUpSharedHold();
  await findSharedHold.answer(undefined);
  expect({ reports, state: state() }).toEqual({ reports: [{ type: 'share.absent' }], state: 'absent' });
});

test('after a failure the seats are fetched again in five seconds', async () => {
  const { clock, findSharedHold, reports, searches } = setUpSharedHold();
  await findSharedHold.fail(unreachable);
  clock.increment(4999);
  expect({ searches: searches(), reports }).toEqual({ searches: 1, reports: [] });
  clock.increment(1);
  expect(searches()).toBe(2);
});

test('when the time is over, the server is asked before the end is reported', async () => {
  const { findSharedHold, reports, searches, state, tick } = await setUpRunning();
  tick(15 * MINUTE - 1);
  expect(searches()).toBe(1);
  tick(15 * MINUTE);
  expect({ searches: searches(), reports }).toEqual({ searches: 2, reports: [changed()] });
  await findSharedHold.answer(undefined);
  expect({ state: state(), reports }).toEqual({ state: 'over', reports: [changed(), { type: 'share.over' }] });
});

test('seats that the server still keeps after their end are fetched again in five seconds', async () => {
  const { clock, findSharedHold, reports, searches, state, tick } = await setUpRunning();
  tick(15 * MINUTE);
  await findSharedHold.answer({ ...shared, now: 15 * MINUTE });
  expect({ state: state(), reports }).toEqual({ state: 'overdue', reports: [changed()] });
  clock.increment(5000);
  expect(searches()).toBe(3);
});

test('a clock of the device that runs ahead does not end the seats, because the server decides', async () => {
  const { findSharedHold, reports, state, tick } = await setUpRunning();
  tick(20 * MINUTE);
  tick(20 * MINUTE + 1000);
  await findSharedHold.answer({ ...shared, now: 2 * MINUTE });
  expect({ state: state(), reports }).toEqual({ state: { running: 'current' }, reports: [changed(), changed()] });
});

test('the countdown runs again after the server has kept the seats past the end of a wrong clock', async () => {
  const { findSharedHold, secondsLeft, tick } = await setUpRunning();
  tick(20 * MINUTE);
  await findSharedHold.answer({ ...shared, now: 2 * MINUTE });
  tick(2 * MINUTE);
  expect(secondsLeft()).toBe(780);
});

test('the feed shows a payment, and the countdown goes on while the seats are fetched', async () => {
  const { findSharedHold, report, reports, searches, secondsLeft, tick } = await setUpRunning();
  report([13, 50], [11, 12, 40]);
  expect(searches()).toBe(1);
  report([12, 13], [11]);
  tick(1000);
  expect({ searches: searches(), secondsLeft: secondsLeft() }).toEqual({ searches: 2, secondsLeft: 899 });
  await findSharedHold.answer({ ...shared, seatNumbers: [11], paid: [12, 13], now: 1500 });
  expect(reports).toEqual([changed(), changed({ seatNumbers: [11], paid: [12, 13] })]);
});

test('the feed shows a cancellation', async () => {
  const { report, searches } = await setUpRunning();
  report([], [11, 12]);
  expect(searches()).toBe(2);
});

test('the last change counts when two come during one search', async () => {
  const { findSharedHold, report, reports, searches } = await setUpRunning();
  report([12, 13], [11]);
  report([11, 12, 13], []);
  expect(searches()).toBe(3);
  await findSharedHold.answer({ ...shared, seatNumbers: [], paid: [11, 12, 13] });
  expect(reports.at(-1)).toEqual(changed({ seatNumbers: [], paid: [11, 12, 13] }));
});

test('seats that are no longer shared are reported as over; a failed search is repeated after five seconds', async () => {
  const { clock, findSharedHold, report, reports, state } = await setUpRunning();
  report([13], []);
  await findSharedHold.fail(unreachable);
  expect(state()).toEqual({ running: 'retrying' });
  clock.increment(5000);
  await findSharedHold.answer(undefined);
  expect({ state: state(), report: reports.at(-1) }).toEqual({ state: 'over', report: { type: 'share.over' } });
});
