import { fromCallback } from 'xstate';
import { shellMachine } from '#machines/shellMachine.ts';
import type { Dependencies } from './dependencies.ts';
import { watchPage } from './watchPage.ts';

/** The shell bound to the window: its scroll, its focus and the title of its page. */
export function bindShell(dependencies: Dependencies) {
  const { device, history } = dependencies;
  return shellMachine.provide({
    actors: {
      keepFocus: fromCallback(() => device.keepFocus(history)),
      watchPage: watchPage(dependencies),
      watchScroll: fromCallback<{ type: string }, { threshold: number }>(({ input, sendBack }) =>
        device.onScroll((pixels) =>
          sendBack({ type: pixels > input.threshold ? 'scroll.passedThreshold' : 'scroll.returnedToTop' }),
        ),
      ),
    },
  });
}
