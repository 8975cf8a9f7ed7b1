import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { overlayMachine } from '#machines/overlayMachine.ts';
import { idleCallback } from './idleCallback.ts';

describe('section 2: the overlay is visible during requests', () => {
  test('it appears with the first request and is hidden exactly 1000 ms after the last response', () => {
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

  test('a request during the fade shows it again, and the next fade takes the full time', () => {
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

describe('section 7: requests have no timeout, so the user can dismiss the overlay', () => {
  test('after exactly 10 s it shows that the request is slow and can be dismissed', () => {
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

  test('once dismissed, it stays hidden until every request has ended, including later ones', () => {
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
