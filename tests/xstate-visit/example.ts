import { createActor } from 'xstate';
import { checkRecording } from 'xstate-visit/check';
import { kettleMachine, kitchenMachine } from './kitchen.ts';

/** The machines that the app starts. */
const machines = { kitchen: kitchenMachine, kettle: kettleMachine };

/** Opens the inspector if the URL asks for it. */
async function openInspector({ location }: Window) {
  if (!new URLSearchParams(location.search).has('inspect')) return {};
  const { startVisit } = await import('xstate-visit');
  return startVisit({ machines });
}

/** Starts the app. */
export async function openKitchen(window: Window) {
  const options = await openInspector(window);
  const kitchen = createActor(kitchenMachine, { ...options }).start();
  const kettle = createActor(kettleMachine, { ...options, input: { owner: 'Ana' } });
  kettle.on('*', (event) => kitchen.send(event));
  return kettle.start();
}

/** Checks a saved recording, in Node or in a browser. */
export function checkKitchen(text: string) {
  return checkRecording(text, {
    machines,
    brokenRules: ({ machines }) => (machines.get('kettle')?.context.litres > 2 ? ['kettle: it holds 2 litres'] : []),
  });
}
