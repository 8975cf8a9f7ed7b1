import './styles/fonts.css.ts';
import './styles/theme.css.ts';
import './styles/global.css.ts';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AppRoot } from './app/AppRoot.tsx';
import { loadAhead } from './app/loadAhead.ts';
import { withEarlyAnswers } from './effects/earlyAnswers.ts';
import { keepShell } from './effects/keepShell.ts';
import { startApp, type Inspect } from './app/startApp.ts';

if (new URLSearchParams(window.location.search).has('inspect')) {
  void import('./inspector/startInspector.tsx').then(({ startInspector }) => open(startInspector(window)));
} else {
  // In a task of its own, so that the browser can paint and answer between reading the script and running it.
  setTimeout(open);
}

function open(inspect?: Inspect) {
  const runtime = startApp(
    { window, fetch: withEarlyAnswers(window), openFeed: (url) => new EventSource(url), now: Date.now },
    inspect,
  );
  const root = document.querySelector('#root');
  if (root === null) throw new Error('index.html has no #root');

  const pages = createRoot(root);
  // A transition lets the browser paint and answer while the first page is drawn.
  startTransition(() =>
    pages.render(
      <StrictMode>
        <AppRoot runtime={runtime} />
      </StrictMode>,
    ),
  );
  loadAhead(window);
  if (import.meta.env.PROD) keepShell(window);
}
