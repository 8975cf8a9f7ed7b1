import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { SharedLink } from '#machines/events.ts';
import type { ShareResult } from '#machines/environment.ts';
import { SHARE_SHEET_OPENING, SHARE_TIMEOUT } from '#domain/timings.ts';
import { inviteMachine } from '#machines/inviteMachine.ts';
import { controlledCall } from './controlledCall.ts';
import { toast } from './openRoot.ts';
import { openSystem } from './openSystem.ts';

import { screening } from '../fixtures/bookingFixture.ts';

const invitation = {
  type: 'link.share',
  id: 't1',
  link: { kind: 'beside', screening, path: '/movie/Metropolis' },
} as const;

describe('inviting friends', () => {
  const offered = { shown: 'link', isBusy: false, sent: [] };
  const nothing = { shown: 'nothing', isBusy: false, sent: [] };

  test.each<[string, number, ShareResult['outcome'], object]>([
    ['a shared link needs no message', SHARE_TIMEOUT, 'shared', nothing],
    [
      'a copied link is announced',
      0,
      'copied',
      { ...nothing, sent: [toast('success', { code: 'link_copied' }, 'top-right')] },
    ],
    ['a link that the browser refuses to copy is shown', 0, 'refused', offered],
    ['a share sheet that the user closes shows nothing', SHARE_SHEET_OPENING, 'closed', nothing],
    [
      'a browser that opens no share sheet and calls it closed at once gets the link',
      SHARE_SHEET_OPENING - 1,
      'closed',
      offered,
    ],
  ])('%s', async (_, after, outcome, expected) => {
    const { actor, clock, shareLink, seen } = setUpInvite();
    actor.send(invitation);
    clock.increment(after);
    expect(seen()).toEqual({ ...nothing, isBusy: true });
    await shareLink.answer({ outcome });
    expect(seen()).toEqual(expected);
  });

  test('a browser that never answers gets the link, and the button works again', async () => {
    const { actor, clock, shareLink, seen } = setUpInvite();
    actor.send(invitation);
    clock.increment(SHARE_SHEET_OPENING);
    clock.increment(SHARE_TIMEOUT);
    expect(seen()).toEqual(offered);
    actor.send(invitation);
    expect(shareLink.inputs()).toHaveLength(2);
    expect(seen()).toEqual({ ...nothing, isBusy: true });
    clock.increment(SHARE_SHEET_OPENING);
    clock.increment(SHARE_TIMEOUT);
    await shareLink.answer({ outcome: 'shared' });
    expect(seen(), 'the sheet was open all the time').toEqual(nothing);
  });

  test('the share sheet opens once, even if the button is clicked twice', () => {
    const { actor, shareLink } = setUpInvite();
    actor.send(invitation);
    actor.send(invitation);
    expect(shareLink.inputs()).toHaveLength(1);
  });

  test('while a link is shown, the user can share another ticket', async () => {
    const { actor, shareLink } = setUpInvite();
    actor.send(invitation);
    await shareLink.answer({ outcome: 'refused' });
    actor.send({ ...invitation, id: 't2', link: { ...invitation.link, path: '/movie/The%20Kid' } });
    expect(actor.getSnapshot().context.id).toBe('t2');
    expect(shareLink.inputs().map(({ path }) => path)).toEqual(['/movie/Metropolis', '/movie/The%20Kid']);
  });
});

function setUpInvite() {
  const shareLink = controlledCall<ShareResult, SharedLink>();
  const clock = new SimulatedClock();
  const { parent, sent } = openSystem({ clock });
  const actor = createActor(inviteMachine.provide({ actors: { shareLink: shareLink.actor } }), { parent }).start();
  const seen = () => {
    const snapshot = actor.getSnapshot();
    return { shown: snapshot.hasTag('linkShown') ? 'link' : 'nothing', isBusy: snapshot.hasTag('busy'), sent };
  };
  return { actor, clock, shareLink, seen };
}
