import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { EndedSessions } from '#contract/user.ts';
import { CallFailed } from '#domain/failure.ts';
import { signOutOthersMachine, type SignOutOthersEmitted } from '#machines/signOutOthersMachine.ts';
import { controlledCall } from './controlledCall.ts';

describe('signing out other devices', () => {
  test('is one call for one ask, and says how many devices it met', async () => {
    const { actor, emitted, signOutOthers, state } = setUpOthers();
    actor.send({ type: 'others.signOut' });
    actor.send({ type: 'others.signOut' });
    expect({ state: state(), calls: signOutOthers.inputs().length }).toEqual({ state: 'signingOut', calls: 1 });
    await signOutOthers.answer({ ended: 2 });
    expect({ state: state(), emitted }).toEqual({
      state: 'idle',
      emitted: [toast('success', '2 other devices were signed out')],
    });
  });

  test('can be asked again, also after a failure, which is told', async () => {
    const { actor, emitted, signOutOthers } = setUpOthers();
    actor.send({ type: 'others.signOut' });
    await signOutOthers.fail(new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' }));
    actor.send({ type: 'others.signOut' });
    await signOutOthers.answer({ ended: 0 });
    expect(emitted).toEqual([
      toast('error', 'The cinema cannot be reached.'),
      toast('success', 'No other device was signed in'),
    ]);
  });
});

function setUpOthers() {
  const signOutOthers = controlledCall<EndedSessions, undefined>();
  const emitted: SignOutOthersEmitted[] = [];
  const actor = createActor(signOutOthersMachine.provide({ actors: { signOutOthers: signOutOthers.actor } }));
  actor.on('*', (event) => emitted.push(event));
  actor.start();
  return { actor, emitted, signOutOthers, state: () => actor.getSnapshot().value };
}

function toast(type: 'error' | 'success', text: string) {
  return { type: 'notify', notification: { type, text, placement: 'top-right' } };
}
