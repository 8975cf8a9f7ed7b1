import { createActor } from 'xstate';
import { expect, test } from 'vitest';
import { myInfoMachine } from '#machines/myInfoMachine.ts';
import { openSystem } from './openSystem.ts';

test('the account page has an empty password form, and other devices can be signed out', () => {
  const { parent } = openSystem();
  const { children } = createActor(myInfoMachine, { parent }).start().getSnapshot();
  expect(children.changePassword?.getSnapshot().matches('editing')).toBe(true);
  expect(children.signOutOthers?.getSnapshot().can({ type: 'others.signOut' })).toBe(true);
});
