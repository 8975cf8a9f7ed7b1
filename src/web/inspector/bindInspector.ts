import { fromCallback, fromPromise } from 'xstate';
import { inspectorMachine } from '#machines/inspectorMachine.ts';
import { parseRecording, recordingText } from '../../recording/recording.ts';
import type { VisitRecord } from '../../recording/recordVisit.ts';
import { saveFile } from '../effects/saveFile.ts';
import type { Recorder } from './createRecorder.ts';
import { machineSource } from './machineSource.ts';
import { goToReplay } from './savedRecording.ts';
import { streamToStately } from './streamToStately.ts';

/** The inspector's machine with its view of the product, the visit's record, the clipboard and the way to Stately bound to it. */
export function bindInspector(window: Window, recorder: Recorder, visit?: VisitRecord) {
  return inspectorMachine.provide({
    actors: {
      watchProduct: fromCallback(({ sendBack }) =>
        recorder.subscribe((steps) => {
          sendBack({ type: 'steps.recorded', steps });
          if (visit?.isFull() === true) sendBack({ type: 'recording.filled' });
        }),
      ),
      copyMachine: fromPromise(async ({ input }) => {
        const machine = recorder.machineOf(input.actorId);
        if (machine === undefined) throw new Error('Only a machine can be copied');
        await window.navigator.clipboard.writeText(machineSource(machine));
      }),
      openRecording: fromPromise(async ({ input }) => {
        const text = await input.file.text();
        parseRecording(text);
        goToReplay(window, text);
      }),
      saveRecording: fromPromise(async () => {
        if (visit === undefined) throw new Error('This visit is not recorded');
        const recording = visit.recording();
        const minute = new Date(recording.began).toISOString().slice(0, 16).replaceAll(':', '.');
        saveFile(window.document, {
          name: `nobar-now-${minute}.json`,
          type: 'application/json',
          text: recordingText(recording),
        });
      }),
      streamSteps: fromCallback(({ sendBack }) =>
        streamToStately(window, recorder, () => sendBack({ type: 'stream.broke' })),
      ),
    },
  });
}
