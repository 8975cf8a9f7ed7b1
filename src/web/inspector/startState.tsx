import { createActor } from 'xstate';
import { puppetOf } from '../../recording/puppetOf.ts';
import { drawnStates, drawState, type Machines } from '../../states/drawnStates.ts';
import { findState } from '../../states/findState.ts';
import { pageAt } from '../app/pages.ts';
import { bindInspector } from './bindInspector.ts';
import { createRecorder } from './createRecorder.ts';
import { drawStage } from './drawStage.tsx';
import { machinesOfPages } from './machinesOfPages.ts';
import { openPanel } from './openPanel.tsx';
import { backToProduct } from './savedRecording.ts';
import { stageState } from './stageState.ts';
import { StatePart } from './StatePart.tsx';

/** What is drawn where a text asks for no state. */
const ELSE = 'movies.ready';

/** No delay ends but those of the way to a state. */
const stopped = { setTimeout: () => 0, clearTimeout: () => undefined };

/** Draws a state in the place of the product, with made-up data, beside the panel, which shows how the machine came to it. */
export async function startState(window: Window, asked: string): Promise<void> {
  const bound = await machinesOfPages();
  const machines: Machines = (id) => {
    const machine = bound(id);
    return machine && puppetOf(machine);
  };
  const states = drawnStates(machines);
  const found = findState(asked, states);
  const theme = window.document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark';
  const drawn = drawState('id' in found ? found.id : ELSE, machines, theme);
  await pageAt(drawn.pathname).load();

  drawStage(window, stageState(window, drawn));

  const recorder = createRecorder(() => 0);
  const inspector = createActor(bindInspector(window, recorder)).start();
  const { machine, input, events } = drawn;
  const actor = createActor(machine, { input, clock: stopped, inspect: recorder.inspect }).start();
  for (const event of events) actor.send(event);
  openPanel(window, {
    inspector,
    machineOf: recorder.machineOf,
    kind: 'Made up',
    controls: <StatePart asked={asked} found={found} states={states} onLeave={() => backToProduct(window)} />,
  });
}
