import { fromCallback } from 'xstate';
import { shellMachine } from '#machines/shellMachine.ts';
import type { Dependencies } from './dependencies.ts';
import { keepFocus } from './keepFocus.ts';

/** The shell bound to the window: its scroll and its focus. */
export function bindShell(dependencies: Dependencies) {
  const { window } = dependencies;
  return shellMachine.provide({
    actors: {
      keepFocus: keepFocus(dependencies),
      watchScroll: fromCallback<{ type: string }, { threshold: number }>(({ input, sendBack }) => {
        const report = () =>
          sendBack({ type: window.scrollY > input.threshold ? 'scroll.passedThreshold' : 'scroll.returnedToTop' });
        report();
        window.addEventListener('scroll', report, { passive: true });
        return () => window.removeEventListener('scroll', report);
      }),
    },
  });
}
