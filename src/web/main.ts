import './styles/fonts.css.ts';
import './styles/theme.css.ts';
import './styles/global.css.ts';
import { registerServiceWorker } from './app/registerServiceWorker.ts';
import { browserEnvironment } from './environment/browserEnvironment.ts';
import { readSnapshots } from './runtime/snapshots.ts';
import { openApp, resumeApp, type Inspect } from './runtime/openApp.ts';

const element = document.querySelector('#root');
if (element === null) throw new Error('index.html has no #root');
void open(element).catch((cause: unknown) => {
  window.dispatchEvent(new Event('product.failed'));
  throw cause;
});

/**
 * Goes on from where the machines of the document stand, or starts them if it carries none; then draws them.
 * Each step is a task of its own, the reading of the views too, so that the browser can paint and answer in between.
 */
async function open(root: Element): Promise<void> {
  const views = import('./app/renderApp.tsx');
  await nextTask();
  const environment = browserEnvironment(window);
  const snapshots = readSnapshots(
    document.querySelector('#snapshots')?.textContent ?? undefined,
    environment.clock.now(),
  );
  const looking = await inspect(environment.clock.now);
  const resumed = resumeApp(environment, { inspect: looking, snapshots });
  const runtime = resumed ?? openApp(environment, { inspect: looking });
  const { renderApp } = await views;
  await nextTask();
  await renderApp(root, runtime, resumed !== undefined);
  if (import.meta.env.PROD) registerServiceWorker(window);
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

async function inspect(now: () => number): Promise<Inspect | undefined> {
  if (!new URLSearchParams(window.location.search).has('inspect')) return undefined;
  const { inspectProduct } = await import('./inspection/inspectProduct.ts');
  return inspectProduct(window, now);
}
