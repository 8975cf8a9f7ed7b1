import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Stage } from './createStage.ts';
import { StageRoot } from './StageRoot.tsx';

/** Draws a stage in the place of the product. */
export function drawStage({ document }: Window, stage: Stage): void {
  const root = document.querySelector('#root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <StageRoot stage={stage} />
    </StrictMode>,
  );
}
