import type { AnyStateMachine, InspectionEvent } from 'xstate';
import './room.css.ts';
import { startInspector } from '../../inspector/startInspector.ts';
import { pages } from '../app/pages.ts';
import { createRedaction } from './redaction.ts';
import { replayedProduct } from './replayedProduct.ts';
import { startStately } from './startStately.ts';

/**
 * Opens the inspector beside the product. Resolves with the function for the root actor's `inspect` option.
 * @param now the product's clock, in epoch milliseconds
 */
export async function inspectProduct(window: Window, now: () => number): Promise<(event: InspectionEvent) => void> {
  const { text, address } = createRedaction();
  const stately = wantsStately(window) ? await startStately(window) : undefined;
  const inspect = startInspector(window, {
    name: 'nobar-now',
    build: buildIn(window.document),
    epochMilliseconds: now,
    text,
    address: () => address(window.location),
    replayed: async () => replayedProduct(await machinesOfPages()),
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

/** The file name of the entry script, whose hash identifies the build. */
function buildIn(document: Document): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script?.src.split('/').at(-1) ?? 'unknown';
}
