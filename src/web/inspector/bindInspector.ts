import { fromCallback, fromPromise } from 'xstate';
import { inspectorMachine } from '#machines/inspectorMachine.ts';
import type { Recorder } from './createRecorder.ts';
import { machineSource } from './machineSource.ts';
import { streamToStately } from './streamToStately.ts';

/** The inspector's machine with its view of the product, the clipboard and the way to Stately bound to it. */
export function bindInspector(window: Window, recorder: Recorder) {
  return inspectorMachine.provide({
    actors: {
      watchProduct: fromCallback(({ sendBack }) =>
        recorder.subscribe((steps) => sendBack({ type: 'steps.recorded', steps })),
      ),
      copyMachine: fromPromise(async ({ input }) => {
        const machine = recorder.machineOf(input.actorId);
        if (machine === undefined) throw new Error('Only a machine can be copied');
        await window.navigator.clipboard.writeText(machineSource(machine));
      }),
      streamSteps: fromCallback(({ sendBack }) =>
        streamToStately(window, recorder, () => sendBack({ type: 'stream.broke' })),
      ),
    },
  });
}
