import { createActor, fromCallback, SimulatedClock, type EventObject } from 'xstate';
import { expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import type { MarkedScreening } from '#domain/marks.ts';
import { countdownMachine, selectTimeLeft } from '#machines/countdownMachine.ts';
import { sharedHoldMachine, type SharedHoldReport } from '#machines/sharedHoldMachine.ts';
import { MARK, sharedHold } from '../fixtures/sharedHold.ts';
import { controlledCall } from './controlledCall.ts';
import { idleCallback } from './idleCallback.ts';

const MINUTE = 60_000;
const kept = { seatNumbers: [11, 12], paid: [], expiresAt: 15 * MINUTE };
const partlyPaid = { ...kept, seatNumbers: [11], paid: [12] };
const others = { ...sharedHold(kept), share: 'Zb81kQ0e' };

const changed = ({ seatNumbers, paid }: typeof partlyPaid | typeof kept) => ({
  type: 'share.changed',
  share: { seatNumbers, paid },
});

/** The machine with a controlled mark and a parent that records its reports. */
function setUpSharedHold(answered?: typeof kept) {
  const computeMark = controlledCall<string, MarkedScreening & { readonly secret: string }>();
  const reports: SharedHoldReport[] = [];
  const clock = new SimulatedClock();
  const parent = createActor(
    fromCallback<EventObject & SharedHoldReport>(({ receive }) => receive((report) => reports.push(report))),
    { clock },
  ).start();
  const actor = createActor(
    sharedHoldMachine.provide({
      actors: {
        computeMark: computeMark.actor,
        countdown: countdownMachine.provide({ actors: { watchSeconds: idleCallback<undefined>() } }),
      },
    }),
    { parent, input: { title: 'Metropolis', startsAt: 7, shareCode: 'a code', holds: undefined, answered } },
  ).start();
  const countdown = () => actor.getSnapshot().children.countdown;
  return {
    clock,
    computeMark,
    reports,
    report: (...holds: ReturnType<typeof sharedHold>[]) => actor.send({ type: 'seats.changed', holds }),
    tick: (now: number) => countdown()?.send({ type: 'clock.ticked', now }),
    secondsLeft: () => {
      const snapshot = countdown()?.getSnapshot();
      return snapshot && selectTimeLeft(snapshot)?.secondsLeft;
    },
  };
}

test('the seats of the code are recognised among the holds, each change is reported once, and their time counts down', async () => {
  const { computeMark, report, reports, secondsLeft, tick } = setUpSharedHold();
  report(others, sharedHold(kept));
  expect(reports).toEqual([]);
  await computeMark.answer(MARK);
  tick(1000);
  expect({ reports, secondsLeft: secondsLeft() }).toEqual({ reports: [changed(kept)], secondsLeft: 899 });
  report(sharedHold(kept));
  report(others, sharedHold(partlyPaid));
  report(sharedHold(partlyPaid));
  expect(reports).toEqual([changed(kept), changed(partlyPaid)]);
});

test('a code that no hold has is absent, but not before the first report', async () => {
  const { computeMark, report, reports } = setUpSharedHold();
  await computeMark.answer(MARK);
  expect(reports).toEqual([]);
  report(others);
  expect(reports).toEqual([{ type: 'share.absent' }]);
});

test('the end of the seats is reported by the feed, not by the clock of the device', async () => {
  const { computeMark, report, reports, tick } = setUpSharedHold();
  report(sharedHold(kept));
  await computeMark.answer(MARK);
  tick(20 * MINUTE);
  expect(reports).toEqual([changed(kept)]);
  report(others);
  expect(reports).toEqual([changed(kept), { type: 'share.over' }]);
});

test('seats that the user has just shared are kept until a report does not show them three seconds later', async () => {
  const { clock, computeMark, report, reports } = setUpSharedHold(kept);
  await computeMark.answer(MARK);
  clock.increment(2999);
  report(others);
  clock.increment(60_000);
  expect(reports).toEqual([changed(kept)]);
  report(others);
  expect(reports).toEqual([changed(kept), { type: 'share.over' }]);
});

test('a report shows the seats that the user has shared more than three seconds later', async () => {
  const { clock, computeMark, report, reports } = setUpSharedHold(kept);
  await computeMark.answer(MARK);
  clock.increment(3000);
  report(sharedHold(partlyPaid));
  expect(reports).toEqual([changed(kept), changed(partlyPaid)]);
});

test('a report that shows the seats the user has just shared replaces the answer', async () => {
  const { clock, computeMark, report, reports } = setUpSharedHold(kept);
  await computeMark.answer(MARK);
  report(sharedHold(partlyPaid));
  clock.increment(3000);
  expect(reports).toEqual([changed(kept), changed(partlyPaid)]);
});

test('the mark is computed again five seconds after its code could not be loaded', async () => {
  const { clock, computeMark } = setUpSharedHold();
  await computeMark.fail(new CallFailed({ code: 'unreachable' }));
  clock.increment(4999);
  expect(computeMark.inputs()).toHaveLength(1);
  clock.increment(1);
  expect(computeMark.inputs()).toHaveLength(2);
});
