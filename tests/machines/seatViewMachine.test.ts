import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import { seatViewMachine, type SeatView } from '#machines/seatViewMachine.ts';
import { testEnvironment } from '../fixtures/testEnvironment.ts';
import { openSystem } from './openSystem.ts';

describe('the seats as a map or as a list', () => {
  test.each<[string | undefined, SeatView]>([
    [undefined, 'map'],
    ['map', 'map'],
    ['list', 'list'],
    ['circle', 'map'],
  ])('with the stored value %s the %s opens, and nothing is written to storage', (stored, view) => {
    const { state, written } = setUpSeatView(stored);
    expect({ state: state(), written }).toEqual({ state: view, written: [] });
  });

  test('each choice is stored', () => {
    const { actor, state, written } = setUpSeatView(undefined);
    actor.send({ type: 'seatView.toggle' });
    expect({ state: state(), written }).toEqual({ state: 'list', written: ['list'] });
    actor.send({ type: 'seatView.toggle' });
    expect({ state: state(), written }).toEqual({ state: 'map', written: ['list', 'map'] });
  });
});

function setUpSeatView(stored: string | undefined) {
  const written: string[] = [];
  const { storage, ...environment } = testEnvironment();
  const seatView = { ...storage.seatView, read: () => stored, write: (text: string) => void written.push(text) };
  const { parent } = openSystem({ environment: { ...environment, storage: { ...storage, seatView } } });
  const actor = createActor(seatViewMachine, { parent }).start();
  return { actor, written, state: () => actor.getSnapshot().value };
}
