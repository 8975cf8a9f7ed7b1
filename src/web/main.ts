import './styles/fonts.css.ts';
import './styles/theme.css.ts';
import './styles/global.css.ts';
import { startApp, type Inspect } from './runtime/startApp.ts';
import { withEarlyAnswers } from './effects/earlyAnswers.ts';
import { registerServiceWorker } from './effects/registerServiceWorker.ts';
import { nextTask } from './effects/nextTask.ts';

const element = document.querySelector('#root');
if (element === null) throw new Error('index.html has no #root');
void open(element);

/**
 * Starts the machines, which need no view, then fetches what draws them; each step in a task of its own, so that the
 * browser can paint and answer in between.
 */
async function open(root: Element): Promise<void> {
  await nextTask();
  const runtime = startApp(
    { window, fetch: withEarlyAnswers(window), openFeed: (url) => new EventSource(url), now: Date.now },
    await inspect(),
  );
  const { createRoot } = await import('react-dom/client');
  await nextTask();
  const { drawApp } = await import('./app/drawApp.tsx');
  await nextTask();
  await drawApp(createRoot(root), runtime);
  if (import.meta.env.PROD) registerServiceWorker(window);
}

async function inspect(): Promise<Inspect | undefined> {
  if (!new URLSearchParams(window.location.search).has('inspect')) return undefined;
  const { startInspector } = await import('./inspector/startInspector.tsx');
  return startInspector(window);
}
