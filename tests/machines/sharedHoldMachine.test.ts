import { createActor, fromCallback, SimulatedClock, type EventObject } from 'xstate';
import { expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import {
  sharedHoldMachine,
  type SharedHoldEvent,
  type SharedHoldInput,
  type SharedHoldReport,
  type SharedSeats,
} from '#machines/sharedHoldMachine.ts';
import { controlledCall } from './controlledCall.ts';
import { idleCallback } from './idleCallback.ts';

const screening = { title: 'Metropolis', date: '05 Mar', time: '14.30' };
const code = 'kV3xQ0b7T2mNfYc9Zr1sLA';
const MINUTE = 60_000;
const unreachable = new CallFailed({ code: 'unreachable', message: '' });

/** Seats 11 and 12 are shared for 15 minutes from 0; seat 13 has been paid for. */
const shared: SharedSeats = { seatNumbers: [11, 12], paid: [13], expiresAt: 15 * MINUTE, now: 0 };

function running(secondsLeft: number, minutesAnnounced: number, seats: Partial<SharedSeats> = {}): SharedHoldReport {
  const { seatNumbers, paid } = { ...shared, ...seats };
  return { type: 'share.changed', share: { seatNumbers, paid, secondsLeft, minutesAnnounced } };
}

/** The machine with a controlled call and a parent that records its reports. */
function setUpSharedHold(input: SharedHoldInput = { screening, code }) {
  const findSharedHold = controlledCall<SharedSeats | undefined, SharedHoldInput>();
  const reports: SharedHoldReport[] = [];
  const clock = new SimulatedClock();
  const parent = createActor(
    fromCallback<EventObject & SharedHoldReport>(({ receive }) => receive((report) => reports.push(report))),
    { clock },
  ).start();
  const actor = createActor(
    sharedHoldMachine.provide({
      actors: { findSharedHold: findSharedHold.actor, watchSeconds: idleCallback<undefined>() },
    }),
    { parent, input },
  ).start();
  return {
    clock,
    findSharedHold,
    reports,
    searches: () => findSharedHold.inputs().length,
    state: () => actor.getSnapshot().value,
    send: (event: SharedHoldEvent) => actor.send(event),
    check: (held: readonly number[], booked: readonly number[]) => actor.send({ type: 'share.check', held, booked }),
    tick: (now: number) => actor.send({ type: 'clock.ticked', now }),
  };
}

/** The machine while the seats are shared. */
async function setUpRunning() {
  const setup = setUpSharedHold();
  await setup.findSharedHold.answer(shared);
  return setup;
}

test('without a code nothing is fetched', () => {
  const { searches, reports, state } = setUpSharedHold({ screening, code: undefined });
  expect({ searches: searches(), reports, state: state() }).toEqual({ searches: 0, reports: [], state: 'absent' });
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

test('the time left is reported every second, the last minute once, and the end', async () => {
  const { findSharedHold, reports, state, tick } = await setUpRunning();
  tick(1000);
  tick(14 * MINUTE - 1);
  tick(14 * MINUTE);
  tick(14 * MINUTE + 30_000);
  tick(15 * MINUTE);
  await findSharedHold.answer(undefined);
  expect(state()).toBe('over');
  expect(reports).toEqual([
    running(900, 15),
    running(899, 15),
    running(61, 15),
    running(60, 1),
    running(30, 1),
    running(0, 1),
    { type: 'share.over' },
  ]);
});

test('a clock that runs ahead does not end the seats: the server decides', async () => {
  const { findSharedHold, reports, state, tick } = await setUpRunning();
  tick(20 * MINUTE);
  tick(20 * MINUTE + 1000);
  await findSharedHold.answer({ ...shared, now: 2 * MINUTE });
  expect(state()).toEqual({ running: 'current' });
  expect(reports.at(-1)).toMatchObject({ share: { secondsLeft: 780 } });
});

test('a payment is noticed by the feed; the countdown goes on while the seats are fetched', async () => {
  const { check, findSharedHold, reports, searches, tick } = await setUpRunning();
  check([11, 12, 40], [13, 50]);
  expect(searches()).toBe(1);
  check([11], [12, 13]);
  tick(1000);
  await findSharedHold.answer({ ...shared, seatNumbers: [11], paid: [12, 13], now: 1500 });
  expect({ searches: searches(), reports: reports.slice(-2) }).toEqual({
    searches: 2,
    reports: [running(899, 15), running(899, 15, { seatNumbers: [11], paid: [12, 13] })],
  });
});

test('a cancellation is noticed by the feed', async () => {
  const { check, searches } = await setUpRunning();
  check([11, 12], []);
  expect(searches()).toBe(2);
});

test('the last change counts when two come during one search', async () => {
  const { check, findSharedHold, reports, searches } = await setUpRunning();
  check([11], [12, 13]);
  check([], [11, 12, 13]);
  expect(searches()).toBe(3);
  await findSharedHold.answer({ ...shared, seatNumbers: [], paid: [11, 12, 13] });
  expect(reports.at(-1)).toEqual(running(900, 15, { seatNumbers: [], paid: [11, 12, 13] }));
});

test('seats that are no longer shared are reported as over; a failed search is repeated after five seconds', async () => {
  const { check, clock, findSharedHold, reports, state } = await setUpRunning();
  check([], [13]);
  await findSharedHold.fail(unreachable);
  expect(state()).toEqual({ running: 'retrying' });
  clock.increment(5000);
  await findSharedHold.answer(undefined);
  expect({ state: state(), report: reports.at(-1) }).toEqual({ state: 'over', report: { type: 'share.over' } });
});

test('another code replaces the seats', async () => {
  const { findSharedHold, send, state } = await setUpRunning();
  send({ type: 'share.follow', code: code.toUpperCase() });
  expect(findSharedHold.inputs().at(-1)).toMatchObject({ code: code.toUpperCase(), screening });
  send({ type: 'share.follow', code: undefined });
  expect(state()).toBe('absent');
});
