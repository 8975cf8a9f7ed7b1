import { createActor } from 'xstate';
import { isInspected } from '../../src/inspector/isInspected.ts';
import { checkRecording } from '../../src/inspector/replay/checkRecording.ts';
import { kettleMachine, kitchenMachine } from './kitchen.ts';

/** The machines that a replay can start. */
const replayed = { machines: [kitchenMachine, kettleMachine] };

/** Opens the inspector if the URL asks for it. */
async function openInspector(window: Window) {
  if (!isInspected(window.location.search)) return {};
  const { startInspector } = await import('../../src/inspector/startInspector.ts');
  const inspect = startInspector(window, {
    name: 'kitchen',
    build: '1.0',
    epochMilliseconds: Date.now,
    address: () => window.location.pathname,
    replayed: () => Promise.resolve(replayed),
  });
  return { inspect };
}

/** Starts the app. */
export async function openKitchen(window: Window) {
  const inspected = await openInspector(window);
  const kitchen = createActor(kitchenMachine, inspected).start();
  const kettle = createActor(kettleMachine, { ...inspected, input: { owner: 'Ana' } });
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
