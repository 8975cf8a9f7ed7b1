import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import { notify, toastsMachine, type Notification } from '#machines/toastsMachine.ts';
import { ticketOf } from '../fixtures/people.ts';

const TYPES: readonly Notification['type'][] = ['info', 'success', 'warning', 'error', 'default'];

describe('section 8: toasts', () => {
  test.each(TYPES.map((type) => [type]))(
    'of type %s disappear after 3.5 s at the bottom left and 5 s at the top right',
    (type) => {
      const actor = createActor(toastsMachine).start();
      actor.send({ type: 'notify', notification: { type, content: { code: 'bought' }, placement: 'bottom-left' } });
      actor.send({ type: 'notify', notification: { type, content: { code: 'signed_in' }, placement: 'top-right' } });
      expect(actor.getSnapshot().context.toasts).toEqual([
        { id: 1, type, content: { code: 'bought' }, placement: 'bottom-left', duration: 3500 },
        { id: 2, type, content: { code: 'signed_in' }, placement: 'top-right', duration: 5000 },
      ]);
    },
  );

  test('of a purchase link to the ticket and can invite friends', () => {
    const link = { page: 'ticket', path: '/my-tickets/t1' } as const;
    const invitation = { ticket: ticketOf('t1'), friends: [1] };
    const actor = createActor(toastsMachine).start();
    actor.send(notify('success', { code: 'bought' }, 'bottom-left', link, invitation));
    expect(actor.getSnapshot().context.toasts).toEqual([
      {
        id: 1,
        type: 'success',
        content: { code: 'bought' },
        placement: 'bottom-left',
        duration: 3500,
        link,
        invitation,
      },
    ]);
  });

  test('closing one keeps the others, and ids are never reused', () => {
    const actor = createActor(toastsMachine).start();
    const notify = () => {
      actor.send({
        type: 'notify',
        notification: { type: 'info', content: { code: 'link_copied' }, placement: 'top-right' },
      });
    };
    notify();
    notify();
    notify();
    actor.send({ type: 'toast.close', id: 3 });
    actor.send({ type: 'toast.close', id: 1 });
    actor.send({ type: 'toast.close', id: 99 });
    notify();
    expect(actor.getSnapshot().context.toasts.map(({ id }) => id)).toEqual([2, 4]);
  });
});
