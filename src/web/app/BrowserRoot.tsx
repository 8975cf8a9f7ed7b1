import { BrowserRouter } from 'react-router-dom';
import type { App } from '../runtime/openApp.ts';
import { AppRoot } from './AppRoot.tsx';

/** The product on the browser's history. The router navigates without a React transition, so that the root hears of each location at once. */
export function BrowserRoot({ app }: { readonly app: App }) {
  return (
    <BrowserRouter useTransitions={false}>
      <AppRoot app={app} />
    </BrowserRouter>
  );
}
