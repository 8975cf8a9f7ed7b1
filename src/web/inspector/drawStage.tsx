import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AppRoot } from '../app/AppRoot.tsx';
import type { Stage } from './createStage.ts';

/** Draws a stage in the place of the product. */
export function drawStage({ document }: Window, { runtime }: Stage): void {
  const root = document.querySelector('#root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <AppRoot runtime={runtime} />
    </StrictMode>,
  );
}
