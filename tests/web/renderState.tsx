import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { AppRoot } from '../../src/web/rendering/AppRoot.tsx';
import { frozenApp } from '../fixtures/frozenApp.ts';
import { renderedState } from '../fixtures/renderedStates.ts';

/** Renders the page that shows a machine's state. Its machines ignore every event. */
export async function renderState(
  id: string,
  onEvent?: Parameters<typeof frozenApp>[1],
  inDialog?: Parameters<typeof renderedState>[2],
) {
  const fetch = vi.fn<typeof globalThis.fetch>();
  vi.stubGlobal('fetch', fetch);
  const state = renderedState(id, undefined, inDialog);
  const { app, frozen } = await frozenApp(state, onEvent);
  onTestFinished(() => void app.stop());
  const { container } = render(
    <MemoryRouter initialEntries={[state.pathname + state.search]}>
      <AppRoot app={app} />
    </MemoryRouter>,
  );
  return { ...state, container, fetch, frozen };
}
