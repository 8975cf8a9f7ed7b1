import { BrowserRouter } from 'react-router-dom';
import type { Runtime } from '../runtime/openApp.ts';
import { AppRoot } from './AppRoot.tsx';

/**
 * The whole product on the history of a browser. It goes to a page at once, not by a transition of React's: what machines change
 * with an address, such as who is here on LOG OUT, would be drawn on the page that is left.
 */
export function BrowserRoot({ runtime }: { readonly runtime: Runtime }) {
  return (
    <BrowserRouter useTransitions={false}>
      <AppRoot runtime={runtime} />
    </BrowserRouter>
  );
}
