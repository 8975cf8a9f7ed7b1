import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { overlayMachine } from '#machines/overlayMachine.ts';
import { idleCallback } from './idleCallback.ts';

describe('section 2: the overlay is visible while something is fetched', () => {
  test('it appears with the first request and fades 1000 ms after the last, not earlier', () => {
    const { actor, clock, state } = setUpOverlay();
    expect(state()).toBe('hidden');
    actor.send({ type: 'request.started' });
    actor.send({ type: 'request.started' });
    expect(state()).toEqual({ visible: 'patient' });
    actor.send({ type: 'request.settled' });
    expect(state()).toEqual({ visible: 'patient' });
    actor.send({ type: 'request.settled' });
    expect(state()).toBe('fading');
    clock.increment(999);
    expect(state()).toBe('fading');
    clock.increment(1);
    expect(state()).toBe('hidden');
  });

  test('a request during the fading shows it again, and its fade starts anew', () => {
    const { actor, clock, state } = setUpOverlay();
    actor.send({ type: 'request.started' });
    actor.send({ type: 'request.settled' });
    clock.increment(999);
    actor.send({ type: 'request.started' });
    clock.increment(1);
    expect(state()).toEqual({ visible: 'patient' });
    actor.send({ type: 'request.settled' });
    clock.increment(999);
    expect(state()).toBe('fading');
    clock.increment(1);
    expect(state()).toBe('hidden');
  });
});

describe('section 7: calls have no timeout, so the overlay traps nobody', () => {
  test('after 10 s, not earlier, it says so and can be put aside', () => {
    const { actor, clock, state } = setUpOverlay();
    actor.send({ type: 'request.started' });
    clock.increment(9999);
    expect(state()).toEqual({ visible: 'patient' });
    expect(actor.getSnapshot().can({ type: 'overlay.dismiss' })).toBe(false);
    clock.increment(1);
    expect(state()).toEqual({ visible: 'slow' });
    expect(tags(actor)).toEqual(['shown', 'slow']);
    actor.send({ type: 'overlay.dismiss' });
    expect(state()).toBe('dismissed');
    expect(tags(actor)).toEqual([]);
  });

  test('further requests neither restart the wait nor bring a dismissed overlay back', () => {
    const { actor, clock, state } = setUpOverlay();
    actor.send({ type: 'request.started' });
    clock.increment(9999);
    actor.send({ type: 'request.started' });
    clock.increment(1);
    expect(state()).toEqual({ visible: 'slow' });
    actor.send({ type: 'overlay.dismiss' });
    actor.send({ type: 'request.started' });
    expect(state()).toBe('dismissed');
  });

  test('a request begun after it was put aside is waited for, too, before the next one shows it again', () => {
    const { actor, clock, state } = setUpOverlay();
    actor.send({ type: 'request.started' });
    clock.increment(10_000);
    actor.send({ type: 'overlay.dismiss' });
    actor.send({ type: 'request.started' });
    actor.send({ type: 'request.settled' });
    expect(state()).toBe('dismissed');
    actor.send({ type: 'request.started' });
    expect(state()).toBe('dismissed');
    actor.send({ type: 'request.settled' });
    actor.send({ type: 'request.settled' });
    expect(state()).toBe('hidden');
  });
});

function setUpOverlay() {
  const clock = new SimulatedClock();
  const machine = overlayMachine.provide({ actors: { watchRequests: idleCallback<undefined>() } });
  const actor = createActor(machine, { clock }).start();
  return { actor, clock, state: () => actor.getSnapshot().value };
}

function tags(actor: ReturnType<typeof setUpOverlay>['actor']): string[] {
  return [...actor.getSnapshot().tags].toSorted((a, b) => a.localeCompare(b));
}
