import { BrowserRouter } from 'react-router-dom';
import type { App } from '../runtime/openApp.ts';
import { AppRoot } from './AppRoot.tsx';

/** The views with the browser's history. The router does not use React transitions, so the root gets each location at once. */
export function BrowserRoot({ app }: { readonly app: App }) {
  return (
    <BrowserRouter useTransitions={false}>
      <AppRoot app={app} />
    </BrowserRouter>
  );
}
