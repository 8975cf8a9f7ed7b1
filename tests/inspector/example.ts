import { createActor } from 'xstate';
import { startInspector } from '../../src/inspector/startInspector.ts';
import { checkRecording } from '../../src/inspector/replay/checkRecording.ts';
import { kettleMachine, kitchenMachine } from './kitchen.ts';

/** The machines that a replay can start. */
const replayed = { machines: [kitchenMachine, kettleMachine] };

/** Starts the product with its inspector beside it. */
export async function openKitchen(window: Window) {
  const inspect = await startInspector(window, {
    name: 'kitchen',
    build: '1.0',
    epochMilliseconds: Date.now,
    address: () => window.location.pathname,
    replayed: () => Promise.resolve(replayed),
  });
  const kitchen = createActor(kitchenMachine, { inspect }).start();
  const kettle = createActor(kettleMachine, { inspect, input: { owner: 'Ana' } });
  kettle.on('*', (event) => kitchen.send(event));
  return kettle.start();
}

/** Checks a saved recording, in Node or in a browser. */
export function checkKitchen(text: string) {
  return checkRecording(text, {
    ...replayed,
    brokenRules: ({ machines }) => (machines.get('kettle')?.context.litres > 2 ? ['kettle: it holds 2 litres'] : []),
  });
}
