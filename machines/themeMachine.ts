import { fromCallback, setup, type EventObject } from 'xstate';
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
  },
  actions: {
    applyTheme: ({ system }, { theme }: { theme: Theme }) => environmentOf(system).device.showTheme(theme),
    storeTheme: ({ system }, { theme }: { theme: Theme }) => environmentOf(system).storage.theme.write(theme),
  },
}).createMachine({
  id: 'theme',
  initial: 'dark',
  invoke: { id: 'watchStoredTheme', src: 'watchStoredTheme' },
  on: {
    'theme.stored': [
      { guard: { type: 'isLight', params: ({ event }) => event }, target: '.light' },
      { target: '.dark', description: 'An earlier visit or another tab stored the theme.' },
    ],
  },
  states: {
    dark: {
      description: 'The default theme (section 9).',
      entry: { type: 'applyTheme', params: { theme: 'dark' } },
      on: { 'theme.toggle': { target: 'light', actions: { type: 'storeTheme', params: { theme: 'light' } } } },
    },
    light: {
      description: 'The user chose the light theme; later visits keep it.',
      entry: { type: 'applyTheme', params: { theme: 'light' } },
      on: { 'theme.toggle': { target: 'dark', actions: { type: 'storeTheme', params: { theme: 'dark' } } } },
    },
  },
});
