import { fromCallback } from 'xstate';
import { shellMachine } from '#machines/shellMachine.ts';
import type { Dependencies } from './dependencies.ts';

/** The shell bound to the window: its scroll and its focus. */
export function bindShell({ device }: Dependencies) {
  return shellMachine.provide({
    actors: {
      keepFocus: fromCallback(() => device.keepFocus()),
      watchScroll: fromCallback<{ type: string }, { threshold: number }>(({ input, sendBack }) =>
        device.onScroll((pixels) =>
          sendBack({ type: pixels > input.threshold ? 'scroll.passedThreshold' : 'scroll.returnedToTop' }),
        ),
      ),
    },
  });
}
