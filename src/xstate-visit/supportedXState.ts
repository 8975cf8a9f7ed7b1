import { createActor, setup } from 'xstate';
import { canBeSilenced, inspected } from './xstateInternals.ts';

const RANGE = '>=5.19 <6';

let isSupported: boolean | undefined;

/** Throws when the app has an unsupported version of XState. XState does not export its version, so this function tries its features. */
export function requireSupportedXState(): void {
  isSupported ??= hasFeatures();
  if (!isSupported) throw new Error(`xstate-visit supports XState ${RANGE}; the app has another version.`);
}

/** Whether XState reports actions and microsteps, and runs actions through the function that a replay replaces. */
function hasFeatures(): boolean {
  const reported = new Set<string | undefined>();
  try {
    const machine = setup({ actions: { act: () => undefined } }).createMachine({ entry: 'act', on: { go: {} } });
    const actor = createActor(machine, { inspect: (event) => void reported.add(inspected(event)?.kind) }).start();
    actor.send({ type: 'go' });
    actor.stop();
    return canBeSilenced(actor) && reported.has('action') && reported.has('transitions');
  } catch {
    return false;
  }
}
