import { fromCallback } from 'xstate';
import { themeMachine, type Theme } from '#machines/themeMachine.ts';
import type { Dependencies } from './dependencies.ts';

/** The theme bound to the document and to its storage. */
export function bindTheme({ theme: stored, device }: Dependencies) {
  return themeMachine.provide({
    actors: {
      watchStoredTheme: fromCallback(({ sendBack }) => {
        const report = () => {
          const theme = parseTheme(stored.read());
          if (theme !== undefined) sendBack({ type: 'theme.stored', theme });
        };
        report();
        return stored.subscribe(report);
      }),
    },
    actions: {
      applyTheme: (_, { theme }) => device.showTheme(theme),
      storeTheme: (_, { theme }) => stored.write(theme),
    },
  });
}

function parseTheme(text: string | undefined): Theme | undefined {
  return text === 'dark' || text === 'light' ? text : undefined;
}
