import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import { toastsMachine, type Notification } from '#machines/toastsMachine.ts';

const TYPES: readonly Notification['type'][] = ['info', 'success', 'warning', 'error', 'default'];

describe('section 8: toasts', () => {
  test.each(TYPES.map((type) => [type]))(
    'of type %s disappear after 3.5 s at the bottom left and 5 s at the top right',
    (type) => {
      const actor = createActor(toastsMachine).start();
      actor.send({ type: 'notify', notification: { type, text: 'In a flow', placement: 'bottom-left' } });
      actor.send({ type: 'notify', notification: { type, text: 'Elsewhere', placement: 'top-right' } });
      expect(actor.getSnapshot().context.toasts).toEqual([
        { id: 1, type, text: 'In a flow', placement: 'bottom-left', duration: 3500 },
        { id: 2, type, text: 'Elsewhere', placement: 'top-right', duration: 5000 },
      ]);
    },
  );

  test('closing one keeps the others, and ids are never reused', () => {
    const actor = createActor(toastsMachine).start();
    const notify = () => {
      actor.send({ type: 'notify', notification: { type: 'info', text: 'Same', placement: 'top-right' } });
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
