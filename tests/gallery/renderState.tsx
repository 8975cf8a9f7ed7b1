import '../../src/web/styles/fonts.css.ts';
import '../../src/web/styles/theme.css.ts';
import '../../src/web/styles/global.css.ts';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { AppRoot } from '../../src/web/rendering/AppRoot.tsx';
import { frozenApp } from '../fixtures/frozenApp.ts';
import { renderedState } from '../fixtures/renderedStates.ts';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');
await renderInto(root, new URLSearchParams(window.location.search).get('state') ?? '');

/** Renders the product in the machine state with this id. */
async function renderInto(root: Element, id: string): Promise<void> {
  const state = renderedState(id);
  const { app } = await frozenApp(state);
  document.documentElement.dataset['theme'] = String(state.snapshots.get('theme')?.value);
  createRoot(root).render(
    <MemoryRouter initialEntries={[state.pathname + state.search]}>
      <AppRoot app={app} />
    </MemoryRouter>,
  );
}
