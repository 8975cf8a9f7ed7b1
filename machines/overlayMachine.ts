import { assign, fromCallback, setup, type EventObject } from 'xstate';
import { OVERLAY_FADE_DELAY, OVERLAY_TIMEOUT } from '#domain/timings.ts';
import { environmentOf } from './environment.ts';

interface Context {
  pending: number;
}

export type OverlayEvent = { type: 'request.started' } | { type: 'request.settled' } | { type: 'overlay.dismiss' };

export const overlayMachine = setup({
  types: {} as {
    context: Context;
    events: OverlayEvent;
    tags: 'shown' | 'fading' | 'slow';
  },
  actors: {
    watchRequests: fromCallback<EventObject, undefined>(({ sendBack, system }) =>
      environmentOf(system).onRequest((type) => sendBack({ type })),
    ),
  },
  guards: {
    isLastRequest: ({ context }) => context.pending === 1,
  },
  actions: {
    countRequest: assign({ pending: ({ context }) => context.pending + 1 }),
    discountRequest: assign({ pending: ({ context }) => context.pending - 1 }),
  },
  delays: {
    timeout: OVERLAY_TIMEOUT,
    fadeDelay: OVERLAY_FADE_DELAY,
  },
}).createMachine({
  id: 'overlay',
  context: { pending: 0 },
  invoke: { id: 'watchRequests', src: 'watchRequests' },
  initial: 'hidden',
  states: {
    hidden: {
      description: 'No request sets the loading flag; the overlay is hidden.',
      on: {
        'request.started': { target: 'visible', actions: 'countRequest' },
      },
    },
    visible: {
      description: 'The wordmark covers the page while the global loading flag is set (section 2).',
      tags: 'shown',
      initial: 'patient',
      on: {
        'request.started': { actions: 'countRequest' },
        'request.settled': [
          { guard: 'isLastRequest', target: 'fading', actions: 'discountRequest' },
          { actions: 'discountRequest' },
        ],
      },
      states: {
        patient: {
          description: 'The requests have taken less than 10 s so far.',
          after: { timeout: 'slow' },
        },
        slow: {
          description: 'Calls have no timeout, so after 10 s the overlay says so and offers to carry on browsing.',
          tags: 'slow',
          on: { 'overlay.dismiss': '#overlay.dismissed' },
        },
      },
    },
    fading: {
      description: 'The overlay fades out 1000 ms after the flag clears and lets clicks through (section 4).',
      tags: ['shown', 'fading'],
      on: {
        'request.started': { target: 'visible', actions: 'countRequest' },
      },
      after: { fadeDelay: 'hidden' },
    },
    dismissed: {
      description: 'The user dismissed the overlay while slow requests are pending.',
      on: {
        'request.started': { actions: 'countRequest' },
        'request.settled': [
          { guard: 'isLastRequest', target: 'hidden', actions: 'discountRequest' },
          { actions: 'discountRequest' },
        ],
      },
    },
  },
});
