import { assign, fromCallback, setup, type EventObject } from 'xstate';
import { SCROLL_THRESHOLD } from '#domain/timings.ts';
import { environmentOf } from './environment.ts';
import type { ShellMessage } from './events.ts';
import type { AppLocation } from './navigation.ts';

type Context = {
  /** The location of the page that was opened last; undefined on the first page of the visit. */
  page: AppLocation | undefined;
  /** The number of commands whose outcome is unknown. */
  unsettled: number;
};

type WithLocation = { readonly location: AppLocation };

export type ShellEvent =
  | ({ type: 'page.changed' } & WithLocation)
  | { type: 'drawer.open' | 'drawer.close' | 'userMenu.toggle' | 'userMenu.open' | 'userMenu.close' }
  | ShellMessage
  | { type: 'scroll.passedThreshold' | 'scroll.returnedToTop' };

export const shellMachine = setup({
  types: {} as {
    context: Context;
    events: ShellEvent;
  },
  actors: {
    retainFocus: fromCallback<EventObject, undefined>(({ system }) => environmentOf(system).device.retainFocus()),
    watchScroll: fromCallback<EventObject, { threshold: number }>(({ input, sendBack, system }) =>
      environmentOf(system).device.onScroll((pixels) =>
        sendBack({ type: pixels > input.threshold ? 'scroll.passedThreshold' : 'scroll.returnedToTop' }),
      ),
    ),
  },
  guards: { isLastUnsettled: ({ context }) => context.unsettled === 1 },
  actions: {
    addUnsettled: assign({ unsettled: ({ context }) => context.unsettled + 1 }),
    removeUnsettled: assign({ unsettled: ({ context }) => context.unsettled - 1 }),
    storePage: assign((_, { location }: WithLocation) => ({ page: location })),
  },
}).createMachine({
  id: 'shell',
  type: 'parallel',
  context: { page: undefined, unsettled: 0 },
  invoke: [
    { id: 'retainFocus', src: 'retainFocus' },
    { id: 'watchScroll', src: 'watchScroll', input: { threshold: SCROLL_THRESHOLD } },
  ],
  on: {
    'page.changed': { actions: { type: 'storePage', params: ({ event }) => event } },
  },
  states: {
    drawer: {
      description: 'The side drawer with the MENU, PERSONAL and THEME groups (section 2).',
      initial: 'closed',
      states: {
        closed: {
          description: 'Hidden and not in the tab order.',
          on: { 'drawer.open': 'open' },
        },
        open: {
          description: 'Open above the page. Navigation closes it, and so does the user menu.',
          on: {
            'drawer.close': 'closed',
            'userMenu.open': 'closed',
            'userMenu.toggle': 'closed',
          },
        },
      },
    },
    userMenu: {
      description: 'The personal links and LOG OUT behind the display name (section 2).',
      initial: 'closed',
      states: {
        closed: {
          description: 'Only the display name is visible.',
          on: { 'userMenu.open': 'open', 'userMenu.toggle': 'open' },
        },
        open: {
          description: 'Open below the display name, as soon as its code is loaded. Navigation closes it.',
          on: {
            'userMenu.close': 'closed',
            'userMenu.toggle': 'closed',
            'drawer.open': 'closed',
          },
        },
      },
    },
    command: {
      description: 'Whether the outcome of a command is unknown. A status line below the top bar says so.',
      initial: 'none',
      states: {
        none: {
          description: 'No command has an unknown outcome.',
          on: { 'command.unsettled': { target: 'unsettled', actions: 'addUnsettled' } },
        },
        unsettled: {
          description: 'A command retries until the server reports its outcome.',
          on: {
            'command.unsettled': { actions: 'addUnsettled' },
            'command.settled': [
              { guard: 'isLastUnsettled', target: 'none', actions: 'removeUnsettled' },
              { actions: 'removeUnsettled' },
            ],
          },
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
