import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import { themeMachine } from '#machines/themeMachine.ts';
import { idleCallback } from './idleCallback.ts';

describe('section 2: theme', () => {
  test('is dark by default', () => {
    const { log, state } = stageTheme();
    expect({ state: state(), log }).toEqual({ state: 'dark', log: [] });
  });

  test('toggles between dark and light; each choice is applied and kept', () => {
    const { actor, log, state } = stageTheme();
    actor.send({ type: 'theme.toggle' });
    expect({ state: state(), log }).toEqual({ state: 'light', log: ['apply light', 'store light'] });
    actor.send({ type: 'theme.toggle' });
    expect({ state: state(), log: log.slice(2) }).toEqual({ state: 'dark', log: ['apply dark', 'store dark'] });
  });

  test('kept from an earlier visit or another tab is applied and not stored again', () => {
    const { actor, log, state } = stageTheme();
    actor.send({ type: 'theme.stored', theme: 'dark' });
    expect({ state: state(), log }).toEqual({ state: 'dark', log: [] });
    actor.send({ type: 'theme.stored', theme: 'light' });
    actor.send({ type: 'theme.stored', theme: 'light' });
    expect({ state: state(), log }).toEqual({ state: 'light', log: ['apply light'] });
    actor.send({ type: 'theme.stored', theme: 'dark' });
    expect({ state: state(), log }).toEqual({ state: 'dark', log: ['apply light', 'apply dark'] });
  });
});

function stageTheme() {
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
