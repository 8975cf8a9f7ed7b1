import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { SharedLink } from '#machines/events.ts';
import type { ShareResult } from '#machines/environment.ts';
import { inviteMachine } from '#machines/inviteMachine.ts';
import { controlledCall } from './controlledCall.ts';
import { toast } from './openRoot.ts';
import { openSystem } from './openSystem.ts';

import { screening } from '../fixtures/bookingFixture.ts';

const url = 'https://nobar.example/movie/Metropolis';
const invitation = {
  type: 'link.share',
  id: 't1',
  link: { kind: 'beside', screening, path: '/movie/Metropolis' },
} as const;

describe('inviting friends', () => {
  test.each<[ShareResult['outcome'], object]>([
    ['shared', { state: 'idle', url: '', sent: [] }],
    ['copied', { state: 'idle', url: '', sent: [toast('success', { code: 'link_copied' }, 'top-right')] }],
    ['refused', { state: 'showingLink', url, sent: [] }],
  ])('a link that was %s shows the right state and message', async (outcome, expected) => {
    const { actor, sent, shareLink, state } = setUpInvite();
    actor.send(invitation);
    await shareLink.answer({ outcome, url });
    expect({ state: state(), url: actor.getSnapshot().context.url, sent }).toEqual(expected);
  });

  test('the share sheet opens once, even if the button is clicked twice', () => {
    const { actor, shareLink } = setUpInvite();
    actor.send(invitation);
    actor.send(invitation);
    expect(shareLink.inputs()).toHaveLength(1);
  });

  test('while a link is shown, the user can share another ticket', async () => {
    const { actor, shareLink, state } = setUpInvite();
    actor.send(invitation);
    await shareLink.answer({ outcome: 'refused', url });
    actor.send({ ...invitation, id: 't2', link: { ...invitation.link, path: '/movie/The%20Kid' } });
    expect(state()).toBe('sharing');
    expect(actor.getSnapshot().context.id).toBe('t2');
    expect(shareLink.inputs().map(({ path }) => path)).toEqual(['/movie/Metropolis', '/movie/The%20Kid']);
  });
});

function setUpInvite() {
  const shareLink = controlledCall<ShareResult, SharedLink>();
  const { parent, sent } = openSystem();
  const actor = createActor(inviteMachine.provide({ actors: { shareLink: shareLink.actor } }), { parent }).start();
  return { actor, sent, shareLink, state: () => actor.getSnapshot().value };
}
