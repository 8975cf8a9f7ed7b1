import { createActor } from 'xstate';
import { expect, test } from 'vitest';
import { CallFailed, failed } from '#domain/failure.ts';
import type { EndedSessions } from '#contract/user.ts';
import { signOutOthersMachine } from '#machines/signOutOthersMachine.ts';
import { notify } from '#machines/toastsMachine.ts';
import { controlledCall } from './controlledCall.ts';
import { openSystem } from './openSystem.ts';

test('a toast shows how many devices were signed out, and a second click during the request is ignored', async () => {
  const { actor, sent, signOutOthers } = setUpSignOut();
  actor.send({ type: 'others.signOut' });
  actor.send({ type: 'others.signOut' });
  expect({ isBusy: actor.getSnapshot().hasTag('busy'), calls: signOutOthers.inputs().length }).toEqual({
    isBusy: true,
    calls: 1,
  });
  await signOutOthers.answer({ ended: 2 });
  expect({ isBusy: actor.getSnapshot().hasTag('busy'), sent }).toEqual({
    isBusy: false,
    sent: [notify('success', { code: 'signed_out_others', count: 2 })],
  });
});

test('a toast shows why other devices could not be signed out, and the user can try again', async () => {
  const { actor, sent, signOutOthers } = setUpSignOut();
  actor.send({ type: 'others.signOut' });
  await signOutOthers.fail(new CallFailed({ code: 'unreachable' }));
  expect({ canRepeat: actor.getSnapshot().can({ type: 'others.signOut' }), sent }).toEqual({
    canRepeat: true,
    sent: [notify('error', failed('unreachable'))],
  });
});

function setUpSignOut() {
  const signOutOthers = controlledCall<EndedSessions, undefined>();
  const { parent, sent } = openSystem();
  const machine = signOutOthersMachine.provide({ actors: { signOutOthers: signOutOthers.actor } });
  return { actor: createActor(machine, { parent }).start(), sent, signOutOthers };
}
