import { fromCallback } from 'xstate';
import { shellMachine } from '#machines/shellMachine.ts';
import { dependenciesOf } from './dependenciesOf.ts';

/** The shell bound to the window: its scroll and its focus. */
export const boundShell = shellMachine.provide({
  actors: {
    keepFocus: fromCallback(({ system }) => dependenciesOf(system).device.keepFocus()),
    watchScroll: fromCallback<{ type: string }, { threshold: number }>(({ input, sendBack, system }) =>
      dependenciesOf(system).device.onScroll((pixels) =>
        sendBack({ type: pixels > input.threshold ? 'scroll.passedThreshold' : 'scroll.returnedToTop' }),
      ),
    ),
  },
});
