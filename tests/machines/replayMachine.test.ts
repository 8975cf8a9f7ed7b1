import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { LONGEST_WAIT, replayMachine, selectMoment, type ReplayEvent } from '#machines/replayMachine.ts';
import { machineFixture, plain } from '../fixtures/machineFixture.ts';
import { walk } from './walk.ts';

const MOMENTS = [0, 400, 500, 60_000];

describe('everywhere a replay can go', () => {
  const { states, steps, missedStates, missedTransitions, broken } = walk(
    machineFixture(replayMachine, {
      inputs: [{ moments: MOMENTS }, { moments: [] }],
      events: [
        ...plain('replay.play', 'replay.pause', 'replay.forward', 'replay.back'),
        ...[-1, 2, 9].map((position) => ({ type: 'replay.seek' as const, position })),
        ...([1, 4, 'max'] as const).map((speed) => ({ type: 'speed.choose' as const, speed })),
      ],
    }),
  );

  test('every state is reached, every transition is taken and no invariant breaks', () => {
    expect({ missedStates, missedTransitions, broken }).toEqual({
      missedStates: [],
      missedTransitions: [],
      broken: [],
    });
  });

  test('it stands at a moment of the recording, and has ended at the last one and nowhere else', () => {
    expect(steps.length).toBeGreaterThan(0);
    for (const { context, value } of states) {
      const last = Math.max(0, context.moments.length - 1);
      expect(context.position).toBeGreaterThanOrEqual(0);
      expect(value === 'ended').toBe(context.position === last);
    }
  });
});

describe('a replay that plays', () => {
  test('takes the time that it took, but waits for nobody longer than two seconds', () => {
    const { at, clock, send } = stage();
    send({ type: 'replay.play' });
    clock.increment(399);
    expect(at()).toBe(0);
    clock.increment(1);
    expect(at()).toBe(400);
    clock.increment(100);
    expect(at()).toBe(500);
    clock.increment(LONGEST_WAIT - 1);
    expect(at()).toBe(500);
    clock.increment(1);
    expect(at()).toBe(60_000);
  });

  test('four times as fast takes a quarter, also when it is chosen on the way', () => {
    const { at, clock, send } = stage();
    send({ type: 'replay.play' });
    clock.increment(10);
    send({ type: 'speed.choose', speed: 4 });
    clock.increment(100);
    expect(at()).toBe(400);
  });

  test('stands still when it is paused, stepped or led elsewhere, and begins anew after its end', () => {
    const { actor, at, clock, send } = stage();
    send({ type: 'replay.play' });
    send({ type: 'replay.forward' });
    clock.increment(10_000);
    expect(at()).toBe(400);
    send({ type: 'replay.back' });
    expect(at()).toBe(0);
    send({ type: 'replay.seek', position: 3 });
    expect(actor.getSnapshot().value).toBe('ended');
    send({ type: 'replay.play' });
    expect(at()).toBe(0);
  });
});

function stage() {
  const clock = new SimulatedClock();
  const actor = createActor(replayMachine, { clock, input: { moments: MOMENTS } }).start();
  return {
    actor,
    clock,
    at: () => selectMoment(actor.getSnapshot()),
    send: (event: ReplayEvent) => actor.send(event),
  };
}
