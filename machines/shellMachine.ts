import { setup, type SnapshotFrom } from 'xstate';
import { SCROLL_THRESHOLD } from '#domain/timings.ts';
import { unprovidedCallback } from './unprovided.ts';

export type ShellEvent =
  | { type: 'drawer.open' }
  | { type: 'drawer.close' }
  | { type: 'location.changed' }
  | { type: 'scroll.passedThreshold' }
  | { type: 'scroll.returnedToTop' };

export const shellMachine = setup({
  types: {} as {
    events: ShellEvent;
  },
  actors: {
    watchScroll: unprovidedCallback<{ threshold: number }>('watchScroll'),
  },
}).createMachine({
  id: 'shell',
  type: 'parallel',
  invoke: { id: 'watchScroll', src: 'watchScroll', input: { threshold: SCROLL_THRESHOLD } },
  states: {
    drawer: {
      description: 'The side drawer with the MENU, PERSONAL and THEME groups (section 2).',
      initial: 'closed',
      states: {
        closed: {
          description: 'Out of sight and out of the tab order.',
          on: { 'drawer.open': 'open' },
        },
        open: {
          description: 'Over the page; going somewhere closes it.',
          on: { 'drawer.close': 'closed', 'location.changed': 'closed' },
        },
      },
    },
    topBar: {
      description: 'The bar changes style after 50 pixels of scroll (section 9).',
      initial: 'top',
      states: {
        top: {
          description: 'At most 50 pixels scrolled.',
          on: { 'scroll.passedThreshold': 'scrolled' },
        },
        scrolled: {
          description: 'More than 50 pixels scrolled.',
          on: { 'scroll.returnedToTop': 'top' },
        },
      },
    },
  },
});

export type ShellSnapshot = SnapshotFrom<typeof shellMachine>;
