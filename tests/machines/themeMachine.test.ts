import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import { themeMachine } from '#machines/themeMachine.ts';
import { idleCallback } from './idleCallback.ts';

describe('section 2: theme', () => {
  test('toggles between dark and light, and stores and applies each choice', () => {
    const { actor, log, state } = setUpTheme();
    expect({ state: state(), log }).toEqual({ state: 'dark', log: ['apply dark'] });
    actor.send({ type: 'theme.toggle' });
    expect({ state: state(), log: log.slice(1) }).toEqual({ state: 'light', log: ['store light', 'apply light'] });
    actor.send({ type: 'theme.toggle' });
    expect({ state: state(), log: log.slice(3) }).toEqual({ state: 'dark', log: ['store dark', 'apply dark'] });
  });

  test('stored by an earlier visit or another tab is applied without storing it again', () => {
    const { actor, log, state } = setUpTheme();
    actor.send({ type: 'theme.stored', theme: 'light' });
    expect({ state: state(), last: log.at(-1) }).toEqual({ state: 'light', last: 'apply light' });
    actor.send({ type: 'theme.stored', theme: 'dark' });
    expect({ state: state(), last: log.at(-1) }).toEqual({ state: 'dark', last: 'apply dark' });
    expect(log.filter((line) => line.startsWith('store'))).toEqual([]);
  });
});

function setUpTheme() {
  const log: string[] = [];
  const actor = createActor(
    themeMachine.provide({
      actors: { watchStoredTheme: idleCallback<undefined>() },
      actions: {
        applyTheme: (_, { theme }) => log.push(`apply ${theme}`),
        storeTheme: (_, { theme }) => log.push(`store ${theme}`),
      },
    }),
  ).start();
  return { actor, log, state: () => actor.getSnapshot().value };
}
