import './styles/fonts.css.ts';
import './styles/theme.css.ts';
import './styles/global.css.ts';
import { isInspected } from './inspectorOptions/isInspected.ts';
import { browserEnvironment } from './browser/browserEnvironment.ts';
import { openApp, resumeApp, type Inspect } from './actors/openApp.ts';

const element = document.querySelector('#root');
if (element === null) throw new Error('index.html has no #root');
void open(element).catch((cause: unknown) => {
  window.dispatchEvent(new Event('product.failed'));
  throw cause;
});

/**
 * Resumes the machines from the server-rendered document, or starts them if it carries no snapshot, then renders the views.
 * Each step, and loading the views, is a task of its own, so that the browser can paint and respond in between.
 */
async function open(root: Element): Promise<void> {
  const views = Promise.all([import('./router/pages.ts'), import('./rendering/renderApp.tsx')]);
  await nextTask();
  const environment = browserEnvironment(window);
  const inspector = await inspect(environment.clock.now);
  const [{ loadPage, locationOf }, { renderApp }] = await views;
  const options = { environment, loadPage, inspect: inspector };
  const json = document.querySelector('#snapshot')?.textContent ?? undefined;
  await nextTask();
  const resumed = await resumeApp(options, json, locationOf(window.location));
  await nextTask();
  await renderApp(root, resumed ?? openApp(options), resumed !== undefined);
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

async function inspect(now: () => number): Promise<Inspect | undefined> {
  if (!isInspected(window.location.search)) return undefined;
  const { inspectProduct } = await import('./inspectorOptions/inspectProduct.ts');
  return inspectProduct(window, now);
}
