import type { AnyStateMachine, InspectionEvent } from 'xstate';
import { asObject, createPlainData, harmless, startedActors, startVisit, withoutSecrets } from 'xstate-visit';
import { appMachine } from '#machines/appMachine.ts';
import './room.css.ts';
import { buildIn } from './buildIn.ts';
import { pages } from '../router/pages.ts';
import { createRedaction } from './redaction.ts';
import { replayedProduct } from './replayedProduct.ts';
import { reviveError } from './reviveError.ts';

/** Maximum number of messages that are queued until Stately's window is open. */
const WAITING_MESSAGES = 2000;

/**
 * Opens the inspector beside the product. Resolves with the function for the root actor's `inspect` option.
 * @param now the product's clock, in epoch milliseconds
 */
export async function inspectProduct(window: Window, now: () => number): Promise<(event: InspectionEvent) => void> {
  const { text, address } = createRedaction();
  const stately = wantsStately(window) ? await startStately(window) : undefined;
  const { inspect } = startVisit({
    window,
    machines: { app: appMachine },
    name: 'nobar-now',
    build: buildIn(window.document),
    epochMilliseconds: now,
    text,
    address: () => address(window.location),
    replayedMachines: async () => replayedProduct(await machinesOfPages()).machines,
    reviveError,
    button: stately && { label: 'Open Stately’s inspector', press: stately.open },
  });
  return (event) => {
    inspect(event);
    stately?.inspect(event);
  };
}

/** Whether the URL also asks for Stately's own inspector (`?inspect=stately`). */
function wantsStately({ location }: Window): boolean {
  return new URLSearchParams(location.search).get('inspect') === 'stately';
}

/** The machines of the pages. A static import would move them out of their pages' chunks. */
async function machinesOfPages(): Promise<readonly AnyStateMachine[]> {
  const modules = await Promise.all(pages.map((page) => page.fetch()));
  return modules.flatMap(({ data }) => [data?.machine ?? [], data?.command ?? []].flat());
}

/** Connects Stately's own inspector, without secrets. Its window opens at once; if the browser blocks it, a click must call `open`. */
async function startStately(window: Window) {
  const { createBrowserInspector } = await import('@statelyai/inspect');
  const plain = createPlainData(withoutSecrets());
  const { inspect, start } = createBrowserInspector({
    window,
    maxDeferredEvents: WAITING_MESSAGES,
    serialize: (event) => ({ ...event, ...asObject(plain(event)) }),
  });
  return { inspect: harmless(startedActors((event: InspectionEvent) => inspect.next?.(event))), open: start };
}
