import { createActor, fromCallback } from 'xstate';
import { expect, test } from 'vitest';
import { countdownMachine, selectTimeLeft } from '#machines/countdownMachine.ts';
import { testEnvironment } from '../fixtures/testEnvironment.ts';
import { idleCallback } from './idleCallback.ts';
import { openSystem } from './openSystem.ts';

const MINUTE = 60_000;

/** A countdown of five minutes from time 0. */
function setUpCountdown() {
  const machine = countdownMachine.provide({ actors: { watchSeconds: idleCallback<undefined>() } });
  const actor = createActor(machine, {
    parent: createActor(fromCallback(() => undefined)),
    input: { expiresAt: 5 * MINUTE },
  }).start();
  return {
    state: () => actor.getSnapshot().value,
    timeLeft: () => selectTimeLeft(actor.getSnapshot()),
    tick: (now: number) => {
      actor.send({ type: 'clock.ticked', now });
      return selectTimeLeft(actor.getSnapshot());
    },
  };
}

test('the time left changes every second, and the last minute is announced once', () => {
  const { state, tick } = setUpCountdown();
  expect([0, 1000, 4 * MINUTE - 1, 4 * MINUTE, 4 * MINUTE + 30_000].map(tick)).toEqual([
    { secondsLeft: 300, minutesAnnounced: 5 },
    { secondsLeft: 299, minutesAnnounced: 5 },
    { secondsLeft: 61, minutesAnnounced: 5 },
    { secondsLeft: 60, minutesAnnounced: 1 },
    { secondsLeft: 30, minutesAnnounced: 1 },
  ]);
  expect(state()).toBe('running');
});

test('a countdown that starts in its last minute announces that minute', () => {
  const { tick } = setUpCountdown();
  expect(tick(4 * MINUTE + 30_000)).toEqual({ secondsLeft: 30, minutesAnnounced: 1 });
});

test('the countdown ends at its end, and has no time left before the first tick', () => {
  const { state, tick, timeLeft } = setUpCountdown();
  expect(timeLeft()).toBeUndefined();
  tick(5 * MINUTE - 1);
  expect(state()).toBe('running');
  expect({ left: tick(5 * MINUTE), state: state() }).toMatchObject({ left: { secondsLeft: 0 }, state: 'over' });
});

test('the countdown ticks at once and then every second by the time of the server, until it ends', () => {
  const intervals: { readonly milliseconds: number; readonly tick: () => void }[] = [];
  let [now, stops] = [MINUTE, 0];
  const environment = testEnvironment();
  const { parent } = openSystem({
    environment: {
      ...environment,
      clock: {
        ...environment.clock,
        now: () => now,
        every: (milliseconds, tick) => {
          intervals.push({ milliseconds, tick });
          return () => {
            stops += 1;
          };
        },
      },
    },
  });
  const actor = createActor(countdownMachine, { parent, input: { expiresAt: 5 * MINUTE } }).start();
  const secondsLeft = () => selectTimeLeft(actor.getSnapshot())?.secondsLeft;
  expect({ secondsLeft: secondsLeft(), intervals: intervals.map(({ milliseconds }) => milliseconds) }).toEqual({
    secondsLeft: 240,
    intervals: [1000],
  });
  now = 4 * MINUTE;
  intervals[0]?.tick();
  expect({ secondsLeft: secondsLeft(), stops }).toEqual({ secondsLeft: 60, stops: 0 });
  now = 5 * MINUTE;
  intervals[0]?.tick();
  expect({ status: actor.getSnapshot().status, stops }).toEqual({ status: 'done', stops: 1 });
});
