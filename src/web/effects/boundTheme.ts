import { fromCallback } from 'xstate';
import { themeMachine, type Theme } from '#machines/themeMachine.ts';
import { dependenciesOf } from './dependenciesOf.ts';

/** The theme bound to the document and to its storage. */
export const boundTheme = themeMachine.provide({
  actors: {
    watchStoredTheme: fromCallback(({ sendBack, system }) => {
      const stored = dependenciesOf(system).theme;
      const report = () => {
        const theme = parseTheme(stored.read());
        if (theme !== undefined) sendBack({ type: 'theme.stored', theme });
      };
      report();
      return stored.subscribe(report);
    }),
  },
  actions: {
    applyTheme: ({ system }, { theme }) => dependenciesOf(system).device.showTheme(theme),
    storeTheme: ({ system }, { theme }) => dependenciesOf(system).theme.write(theme),
  },
});

function parseTheme(text: string | undefined): Theme | undefined {
  return text === 'dark' || text === 'light' ? text : undefined;
}
