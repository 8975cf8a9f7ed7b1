import { createActor } from 'xstate';
import { replayMachine } from '#machines/replayMachine.ts';
import type { InspectedStep } from '#machines/inspectorMachine.ts';
import { parseRecording } from '../../recording/recording.ts';
import { replayRecording } from '../../recording/replayRecording.ts';
import { pageAt } from '../app/pages.ts';
import { bindInspector } from './bindInspector.ts';
import { createRecorder } from './createRecorder.ts';
import { createStage } from './createStage.ts';
import { drawStage } from './drawStage.tsx';
import { machinesOfPages } from './machinesOfPages.ts';
import { openPanel } from './openPanel.tsx';
import { ReplayControls } from './ReplayControls.tsx';
import { backToProduct } from './savedRecording.ts';

/** Draws the moments of a recording in the place of the product, beside the panel. Throws when the text holds none. */
export async function startReplay(window: Window, text: string): Promise<void> {
  const recording = parseRecording(text);
  const machineOf = await machinesOfPages();
  let at = 0;
  let taken = 0;
  const takenBefore: number[] = [];
  const recorder = createRecorder(() => at);
  const replayed = replayRecording(
    recording,
    machineOf,
    (event) => {
      recorder.inspect(event);
      if (event.type === '@xstate.snapshot') taken += 1;
    },
    (time) => {
      at = time;
      takenBefore.push(taken);
    },
  );
  // There is nothing to draw before the root is there.
  const frames = replayed.moments
    .map((moment, index) => ({ moment, taken: takenBefore[index + 1] ?? taken }))
    .filter(({ moment }) => moment.machines.has('app'));
  const [first] = frames;
  if (first === undefined) throw new Error('Nothing was recorded');
  const steps = await allSteps(recorder);
  const stage = createStage(window, first.moment, recording.began);
  const replay = createActor(replayMachine, { input: { moments: frames.map(({ moment }) => moment.input.at) } });
  const inspector = createActor(bindInspector(window, { ...recorder, subscribe: () => () => undefined })).start();

  const pathnames = new Set(frames.map(({ moment }) => moment.place.pathname));
  await Promise.all([...pathnames].map((pathname) => pageAt(pathname).load()));
  let shown = -1;
  replay.subscribe(({ context: { position } }) => {
    const frame = frames[position];
    if (position === shown || frame === undefined) return;
    shown = position;
    stage.show(frame.moment);
    inspector.send({ type: 'steps.shown', steps: steps.slice(0, frame.taken) });
  });
  replay.start();

  drawStage(window, stage);
  openPanel(window, {
    inspector,
    machineOf: recorder.machineOf,
    kind: 'Replay',
    controls: (
      <ReplayControls
        replay={replay}
        inputs={frames.map(({ moment }) => moment.input)}
        onLeave={() => backToProduct(window)}
      />
    ),
  });
}

/** The recorder tells of what it has seen soon after. */
function allSteps({ subscribe }: ReturnType<typeof createRecorder>): Promise<readonly InspectedStep[]> {
  return new Promise((resolve) => {
    subscribe(resolve);
  });
}
