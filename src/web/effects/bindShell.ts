import { fromCallback } from 'xstate';
import { shellMachine } from '#machines/shellMachine.ts';
import type { Dependencies } from './dependencies.ts';

/** The shell bound to the window's scroll. */
export function bindShell({ window }: Dependencies) {
  return shellMachine.provide({
    actors: {
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
