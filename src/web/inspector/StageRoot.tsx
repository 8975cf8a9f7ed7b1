import { useSyncExternalStore } from 'react';
import { createPath, Router, type Navigator } from 'react-router-dom';
import { AppRoot } from '../app/AppRoot.tsx';
import type { Stage } from './createStage.ts';

/** Goes nowhere: a moment stays as it was. */
const still: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  go: () => undefined,
  push: () => undefined,
  replace: () => undefined,
};

/** The product as a stage shows it, at the address of the moment. */
export function StageRoot({ stage }: { readonly stage: Stage }) {
  const location = useSyncExternalStore(stage.subscribe, stage.place);
  return (
    <Router location={location} navigator={still}>
      <AppRoot runtime={stage.runtime} />
    </Router>
  );
}
