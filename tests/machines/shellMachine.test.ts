import { createActor, fromCallback, type EventObject } from 'xstate';
import { describe, expect, test } from 'vitest';
import { shellMachine } from '#machines/shellMachine.ts';
import { idleCallback } from './idleCallback.ts';

describe('section 2: user menu', () => {
  test.each([{ type: 'userMenu.close' }, { type: 'drawer.open' }] as const)(
    '$type closes it, and does not open it again',
    (event) => {
      const { actor, state } = setUpShell();
      actor.send({ type: 'userMenu.open' });
      expect(state()).toMatchObject({ userMenu: 'open' });
      actor.send(event);
      expect(state()).toMatchObject({ userMenu: 'closed' });
      actor.send(event);
      expect(state()).toMatchObject({ userMenu: 'closed' });
    },
  );

  test.each([{ type: 'userMenu.open' }, { type: 'userMenu.toggle' }] as const)(
    '$type opens it and closes the drawer, so that they never overlap',
    (event) => {
      const { actor, state } = setUpShell();
      actor.send({ type: 'drawer.open' });
      actor.send(event);
      expect(state()).toEqual({ drawer: 'closed', userMenu: 'open', topBar: 'top', command: 'none' });
    },
  );
});

describe('section 9: top bar', () => {
  test('observes a scroll threshold of 50 pixels', () => {
    expect(setUpShell().thresholds).toEqual([50]);
  });

  test('changes its style at the threshold and back, whether the drawer is open or closed', () => {
    const { actor, state } = setUpShell();
    actor.send({ type: 'drawer.open' });
    actor.send({ type: 'scroll.passedThreshold' });
    expect(state()).toEqual({ drawer: 'open', userMenu: 'closed', topBar: 'scrolled', command: 'none' });
    actor.send({ type: 'drawer.close' });
    expect(state()).toEqual({ drawer: 'closed', userMenu: 'closed', topBar: 'scrolled', command: 'none' });
    actor.send({ type: 'scroll.returnedToTop' });
    expect(state()).toEqual({ drawer: 'closed', userMenu: 'closed', topBar: 'top', command: 'none' });
  });
});

describe('the status line', () => {
  test('shows a pending command until every outcome is known', () => {
    const { actor } = setUpShell();
    const [unsettled, settled] = ['command.unsettled', 'command.settled'] as const;
    const isUnsettled = [unsettled, settled, unsettled, unsettled, settled, settled, settled].map((type) => {
      actor.send({ type });
      return actor.getSnapshot().matches({ command: 'unsettled' });
    });
    expect(isUnsettled).toEqual([true, false, true, true, true, false, false]);
  });
});

function setUpShell() {
  const thresholds: number[] = [];
  const actor = createActor(
    shellMachine.provide({
      actors: {
        retainFocus: idleCallback<undefined>(),
        watchScroll: fromCallback<EventObject, { threshold: number }>(({ input }) => {
          thresholds.push(input.threshold);
        }),
      },
    }),
  ).start();
  return {
    actor,
    thresholds,
    state: () => actor.getSnapshot().value,
  };
}
