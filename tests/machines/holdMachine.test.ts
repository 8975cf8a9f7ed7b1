import { createActor, fromCallback, type EventObject } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { HoldRelease, HoldRequest } from '#contract/hold.ts';
import { CallFailed } from '#domain/failure.ts';
import type { Screening } from '#domain/showtimes.ts';
import {
  holdMachine,
  type FoundHold,
  type HoldEvent,
  type HoldReport,
  type OwnHold,
  type OwnShare,
} from '#machines/holdMachine.ts';
import { controlledCall } from './controlledCall.ts';
import { idleCallback } from './idleCallback.ts';

const screening = { title: 'Metropolis', date: '05 Mar', time: '14.30' };
const MINUTE = 60_000;

function held(seatNumbers: readonly number[], minutes = 5): OwnHold {
  return { id: idOf(seatNumbers), seatNumbers, expiresAt: minutes * MINUTE, now: 0 };
}

function idOf(seatNumbers: readonly number[]): string {
  return `hold of ${seatNumbers.join()}`;
}

/** The report of the hold of seats 11 and 12 while it runs. */
function running(secondsLeft: number, minutesAnnounced: number): HoldReport {
  return { type: 'hold.changed', hold: { seatNumbers: [11, 12], secondsLeft, minutesAnnounced } };
}

/** The event after a report of the feed: the seats that are held, and those that the user has selected. */
function check(seats: readonly number[], selected: readonly number[] = []): HoldEvent {
  return { type: 'hold.check', held: seats, selected };
}

/** The hold machine with controlled calls and a parent that records its reports. */
function setUpHold() {
  const createHold = controlledCall<OwnHold, HoldRequest>();
  const findHold = controlledCall<FoundHold, Screening>();
  const shareSeats = controlledCall<OwnShare, HoldRequest>();
  const releaseHold = controlledCall<undefined, HoldRelease>();
  const reports: HoldReport[] = [];
  const parent = createActor(
    fromCallback<EventObject & HoldReport>(({ receive }) => receive((report) => reports.push(report))),
  ).start();
  const actor = createActor(
    holdMachine.provide({
      actors: {
        createHold: createHold.actor,
        findHold: findHold.actor,
        shareSeats: shareSeats.actor,
        releaseHold: releaseHold.actor,
        watchSeconds: idleCallback<undefined>(),
      },
    }),
    { parent, input: screening },
  ).start();
  return {
    createHold,
    findHold,
    shareSeats,
    releaseHold,
    reports,
    state: () => actor.getSnapshot().value,
    send: (event: HoldEvent) => actor.send(event),
    request: (...seatNumbers: number[]) => actor.send({ type: 'hold.request', seatNumbers }),
    tick: (now: number) => actor.send({ type: 'clock.ticked', now }),
    requested: () => createHold.inputs().map(({ seatNumbers }) => seatNumbers),
  };
}

/** The hold machine while seats 11 and 12 are held for five minutes. */
async function setUpHeld() {
  const setup = setUpHold();
  setup.request(11, 12);
  await setup.createHold.answer(held([11, 12]));
  return setup;
}

describe('the hold of the selected seats', () => {
  test('reports the time left every second, the last minute once, and the end', async () => {
    const { reports, state, tick } = await setUpHeld();
    tick(1000);
    tick(4 * MINUTE - 1);
    tick(4 * MINUTE);
    tick(4 * MINUTE + 30_000);
    tick(5 * MINUTE);
    expect(state()).toBe('expired');
    expect(reports).toEqual([
      { type: 'hold.changed', hold: undefined },
      running(300, 5),
      running(299, 5),
      running(61, 5),
      running(60, 1),
      running(30, 1),
      { type: 'hold.expired' },
    ]);
  });

  test('ends at the first tick after the computer slept past its end', async () => {
    const { reports, state, tick } = await setUpHeld();
    tick(60 * MINUTE);
    expect(state()).toBe('expired');
    expect(reports.at(-1)).toEqual({ type: 'hold.expired' });
  });

  test('a request for the same seats makes no second call; other seats replace the hold', async () => {
    const { createHold, requested, request, state } = await setUpHeld();
    request(11, 12);
    expect(requested()).toEqual([[11, 12]]);
    request(20);
    await createHold.answer(held([20]));
    expect({ requested: requested(), state: state() }).toEqual({ requested: [[11, 12], [20]], state: 'held' });
  });

  test('a release before the response gives the hold back after it', async () => {
    const { createHold, releaseHold, reports, request, send, state } = setUpHold();
    request(11);
    send({ type: 'hold.release' });
    expect(releaseHold.inputs()).toHaveLength(0);
    await createHold.answer(held([11]));
    expect({ state: state(), releases: releaseHold.inputs().length }).toEqual({ state: 'releasing', releases: 1 });
    await releaseHold.fail(new CallFailed({ code: 'unreachable', message: '' }));
    expect(state()).toBe('idle');
    expect(reports.some((report) => report.type === 'hold.changed' && report.hold !== undefined)).toBe(false);
  });

  test('other seats requested before the response are held after it', async () => {
    const { createHold, requested, request, send, state } = setUpHold();
    request(11);
    send({ type: 'hold.release' });
    request(20);
    await createHold.answer(held([11]));
    expect(requested()).toEqual([[11], [20]]);
    await createHold.answer(held([20]));
    expect(state()).toBe('held');
  });

  test('a request during a release waits for it', async () => {
    const { releaseHold, requested, request, send } = await setUpHeld();
    send({ type: 'hold.release' });
    request(20);
    expect(requested()).toEqual([[11, 12]]);
    await releaseHold.answer(undefined);
    expect(requested()).toEqual([[11, 12], [20]]);
  });

  test('a request names the hold that it replaces, and a release the hold that it ends', async () => {
    const { createHold, releaseHold, request, send } = await setUpHeld();
    request(20);
    await createHold.answer(held([20]));
    send({ type: 'hold.release' });
    expect({ replaced: createHold.inputs().map(({ replaces }) => replaces), released: releaseHold.inputs() }).toEqual({
      replaced: [undefined, idOf([11, 12])],
      released: [{ id: idOf([20]) }],
    });
  });

  test('a release before the response ends the hold that the response names', async () => {
    const { createHold, releaseHold, request, send } = await setUpHeld();
    request(20);
    send({ type: 'hold.release' });
    await createHold.answer(held([20]));
    expect(releaseHold.inputs()).toEqual([{ id: idOf([20]) }]);
  });

  test('after a lost response, a release names no hold, because it may have been replaced', async () => {
    const { createHold, releaseHold, request, send } = await setUpHeld();
    request(20);
    await createHold.fail(new CallFailed({ code: 'unreachable', message: '' }));
    send({ type: 'hold.release' });
    expect(releaseHold.inputs()).toEqual([undefined]);
  });

  test('a hold that was replaced in another tab is searched', async () => {
    const { createHold, findHold, request, state } = await setUpHeld();
    request(20);
    await createHold.fail(new CallFailed({ code: 'hold_changed', message: '' }));
    await findHold.answer({ hold: held([30]), seats: { seatNumbers: [], heldSeatNumbers: [30] } });
    expect(state()).toBe('held');
  });

  test('a missing balance is reported, and the same seats can be requested again', async () => {
    const { createHold, reports, request, requested, state } = setUpHold();
    const error = new CallFailed({ code: 'balance_required', message: '' });
    request(11);
    await createHold.fail(error);
    expect({ state: state(), report: reports.at(-1) }).toEqual({
      state: 'unbacked',
      report: { type: 'hold.unbacked', error },
    });
    request(11);
    expect(requested()).toEqual([[11], [11]]);
  });

  test.each(['seat_taken', 'seat_held'])('%s is reported', async (code) => {
    const { createHold, reports, request, state } = setUpHold();
    const error = new CallFailed({ code, message: 'taken', seatNumbers: [11] });
    request(11);
    await createHold.fail(error);
    expect({ state: state(), report: reports.at(-1) }).toEqual({
      state: 'refused',
      report: { type: 'hold.refused', error },
    });
  });

  test('too_many_holds is not reported, and Back releases nothing', async () => {
    const { createHold, findHold, releaseHold, reports, request, send, state } = setUpHold();
    request(11);
    await createHold.fail(new CallFailed({ code: 'too_many_holds', message: '' }));
    expect(state()).toBe('finding');
    send({ type: 'hold.release' });
    await findHold.fail(new CallFailed({ code: 'unreachable', message: '' }));
    expect({ state: state(), reports, released: releaseHold.inputs() }).toEqual({
      state: 'unknown',
      reports: [
        { type: 'hold.changed', hold: undefined },
        { type: 'hold.changed', hold: undefined },
      ],
      released: [],
    });
  });

  test.each(['unreachable', 'internal'])('%s is not reported, and Back releases', async (code) => {
    const { createHold, releaseHold, reports, request, send, state } = setUpHold();
    request(11);
    await createHold.fail(new CallFailed({ code, message: '' }));
    expect({ state: state(), reports }).toEqual({
      state: 'unavailable',
      reports: [{ type: 'hold.changed', hold: undefined }],
    });
    send({ type: 'hold.release' });
    expect(releaseHold.inputs()).toHaveLength(1);
  });
});

describe('a hold that this page did not make', () => {
  test('is searched once, as soon as anybody holds a seat', async () => {
    const { findHold, send, state } = setUpHold();
    send(check([]));
    expect(findHold.inputs()).toEqual([]);
    send(check([11]));
    send(check([11, 12]));
    expect(findHold.inputs()).toEqual([screening]);
    await findHold.answer({ seats: { seatNumbers: [] } });
    send(check([11, 12]));
    expect({ searches: findHold.inputs().length, state: state() }).toEqual({ searches: 1, state: 'idle' });
  });

  test('is searched again when somebody holds a selected seat, and after the feed reconnected', async () => {
    const { findHold, send } = setUpHold();
    const none = { seats: { seatNumbers: [] } };
    send(check([11]));
    await findHold.answer(none);
    send(check([11], [11]));
    await findHold.answer(none);
    send({ type: 'hold.doubt' });
    send(check([11]));
    expect(findHold.inputs()).toHaveLength(3);
  });

  test('runs on when it is found', async () => {
    const { findHold, reports, send, state } = setUpHold();
    const seats = { seatNumbers: [1], heldSeatNumbers: [11] };
    send(check([11], [11]));
    await findHold.answer({ hold: held([11], 0.5), seats });
    expect(state()).toBe('held');
    const hold = { seatNumbers: [11], secondsLeft: 30, minutesAnnounced: 1 };
    expect(reports.at(-1)).toEqual({ type: 'hold.found', hold, seats });
  });

  test('is searched again when the feed no longer reports its seats; a failed search changes nothing', async () => {
    const { findHold, send, state } = await setUpHeld();
    send(check([11, 12], [11, 12]));
    expect(findHold.inputs()).toEqual([]);
    send(check([12], [11, 12]));
    expect(findHold.inputs()).toEqual([screening]);
    await findHold.fail(new CallFailed({ code: 'unreachable', message: '' }));
    expect(state()).toBe('held');
  });

  test('is forgotten when another user signs in', async () => {
    const { reports, send, state } = await setUpHeld();
    send({ type: 'hold.forget' });
    expect({ state: state(), report: reports.at(-1) }).toEqual({
      state: 'unknown',
      report: { type: 'hold.changed', hold: undefined },
    });
  });
});

describe('seats that the user shares with friends', () => {
  const code = 'kV3xQ0b7T2mNfYc9Zr1sLA';

  /** The hold machine after seats 11 and 12 were shared. */
  async function setUpShared() {
    const setup = await setUpHeld();
    setup.send({ type: 'share.request', seatNumbers: [11, 12] });
    await setup.shareSeats.answer({ id: 'a share', code });
    return setup;
  }

  test('replace the hold, and their code is reported', async () => {
    const { shareSeats, reports, state } = await setUpShared();
    expect(shareSeats.inputs().map(({ seatNumbers }) => seatNumbers)).toEqual([[11, 12]]);
    expect({ state: state(), reports: reports.slice(-2) }).toEqual({
      state: 'shared',
      reports: [
        { type: 'hold.changed', hold: undefined },
        { type: 'share.made', code, seatNumbers: [11, 12] },
      ],
    });
  });

  test('are neither replaced by a hold nor released with Back', async () => {
    const { createHold, releaseHold, request, send, state } = await setUpShared();
    request(20);
    send({ type: 'hold.release' });
    send({ type: 'share.request', seatNumbers: [20, 21] });
    expect({ state: state(), holds: createHold.inputs().length, releases: releaseHold.inputs() }).toEqual({
      state: 'shared',
      holds: 1,
      releases: [],
    });
  });

  test('are found when the user comes back', async () => {
    const { findHold, reports, send, state } = setUpHold();
    const seats = { seatNumbers: [], heldSeatNumbers: [11, 12] };
    send(check([11, 12]));
    await findHold.answer({ share: { id: 'a share', code }, seats });
    expect({ state: state(), reports: reports.slice(-2) }).toEqual({
      state: 'shared',
      reports: [
        { type: 'share.found', code },
        { type: 'hold.found', hold: undefined, seats },
      ],
    });
  });

  test('end on request; a failure is reported, and they stay shared', async () => {
    const { releaseHold, reports, send, state } = await setUpShared();
    const error = new CallFailed({ code: 'unreachable', message: '' });
    send({ type: 'share.stop' });
    await releaseHold.fail(error);
    expect({ state: state(), report: reports.at(-1) }).toEqual({
      state: 'shared',
      report: { type: 'share.failed', error },
    });
    send({ type: 'share.stop' });
    await releaseHold.answer(undefined);
    expect({ state: state(), report: reports.at(-1) }).toEqual({ state: 'idle', report: { type: 'share.stopped' } });
    const release = { shared: true, id: 'a share' };
    expect(releaseHold.inputs()).toEqual([release, release]);
  });

  test('can be followed by a hold once they have ended', async () => {
    const { createHold, request, send } = await setUpShared();
    send({ type: 'share.end' });
    request(20);
    expect(createHold.inputs().map(({ seatNumbers, replaces }) => ({ seatNumbers, replaces }))).toEqual([
      { seatNumbers: [11, 12], replaces: undefined },
      { seatNumbers: [20], replaces: undefined },
    ]);
  });

  test.each(['seat_taken', 'seat_held'])('%s is reported as for a hold', async (refusal) => {
    const { reports, send, shareSeats, state } = setUpHold();
    const error = new CallFailed({ code: refusal, message: '', seatNumbers: [11] });
    send({ type: 'share.request', seatNumbers: [11, 12] });
    await shareSeats.fail(error);
    expect({ state: state(), report: reports.at(-1) }).toEqual({
      state: 'refused',
      report: { type: 'hold.refused', error },
    });
  });

  test('a failure is reported; if only the response was lost, the next check finds them', async () => {
    const { findHold, reports, send, shareSeats } = setUpHold();
    const error = new CallFailed({ code: 'unreachable', message: '' });
    send({ type: 'share.request', seatNumbers: [11, 12] });
    await shareSeats.fail(error);
    expect(reports).toContainEqual({ type: 'share.failed', error });
    send(check([11, 12]));
    expect(findHold.inputs()).toEqual([screening]);
  });
});
