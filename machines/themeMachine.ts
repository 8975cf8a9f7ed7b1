import { fromCallback, setup, type EventObject, type SnapshotFrom } from 'xstate';
import { environmentOf } from './environment.ts';

export type Theme = 'dark' | 'light';

export type ThemeEvent = { type: 'theme.toggle' } | { type: 'theme.stored'; theme: Theme };

export const themeMachine = setup({
  types: {} as {
    events: ThemeEvent;
  },
  actors: {
    watchStoredTheme: fromCallback<EventObject, undefined>(({ sendBack, system }) => {
      const { theme } = environmentOf(system).storage;
      const report = () => {
        const stored = theme.read();
        if (stored === 'dark' || stored === 'light') sendBack({ type: 'theme.stored', theme: stored });
      };
      report();
      return theme.subscribe(report);
    }),
  },
  guards: {
    isLight: (_, params: { theme: Theme }) => params.theme === 'light',
    isDark: (_, params: { theme: Theme }) => params.theme === 'dark',
  },
  actions: {
    applyTheme: ({ system }, { theme }: { theme: Theme }) => environmentOf(system).device.showTheme(theme),
    storeTheme: ({ system }, { theme }: { theme: Theme }) => environmentOf(system).storage.theme.write(theme),
  },
}).createMachine({
  id: 'theme',
  initial: 'dark',
  invoke: { id: 'watchStoredTheme', src: 'watchStoredTheme' },
  states: {
    dark: {
      description: 'The default (section 9).',
      on: {
        'theme.toggle': {
          target: 'light',
          actions: [
            { type: 'applyTheme', params: { theme: 'light' } },
            { type: 'storeTheme', params: { theme: 'light' } },
          ],
        },
        'theme.stored': {
          guard: { type: 'isLight', params: ({ event }) => event },
          target: 'light',
          actions: { type: 'applyTheme', params: { theme: 'light' } },
        },
      },
    },
    light: {
      description: 'Chosen by the visitor and kept across visits.',
      on: {
        'theme.toggle': {
          target: 'dark',
          actions: [
            { type: 'applyTheme', params: { theme: 'dark' } },
            { type: 'storeTheme', params: { theme: 'dark' } },
          ],
        },
        'theme.stored': {
          guard: { type: 'isDark', params: ({ event }) => event },
          target: 'dark',
          actions: { type: 'applyTheme', params: { theme: 'dark' } },
        },
      },
    },
  },
});

export type ThemeSnapshot = SnapshotFrom<typeof themeMachine>;
