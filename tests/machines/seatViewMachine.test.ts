import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import { seatViewMachine, type SeatView } from '#machines/seatViewMachine.ts';

describe('the seats as a map or as a list', () => {
  test.each<[SeatView | undefined, SeatView]>([
    [undefined, 'map'],
    ['map', 'map'],
    ['list', 'list'],
  ])('with %s remembered the %s is opened, and nothing is remembered anew', (remembered, view) => {
    const { log, state } = setUpSeatView(remembered);
    expect({ state: state(), log }).toEqual({ state: view, log: [] });
  });

  test('each choice is remembered', () => {
    const { actor, log, state } = setUpSeatView(undefined);
    actor.send({ type: 'seatView.toggle' });
    expect({ state: state(), log }).toEqual({ state: 'list', log: ['list'] });
    actor.send({ type: 'seatView.toggle' });
    expect({ state: state(), log }).toEqual({ state: 'map', log: ['list', 'map'] });
  });
});

function setUpSeatView(remembered: SeatView | undefined) {
  const log: SeatView[] = [];
  const machine = seatViewMachine.provide({ actions: { rememberView: (_, { view }) => log.push(view) } });
  const actor = createActor(machine, { input: { remembered } }).start();
  return { actor, log, state: () => actor.getSnapshot().value };
}
