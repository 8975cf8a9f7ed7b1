import type { Location, Navigator, To } from 'react-router-dom';

/** The browser's address as one value that many may listen to and any may change. */
export interface BrowserHistory extends Navigator {
  readonly current: () => Location;
  readonly subscribe: (listener: Listener) => () => void;
}

/** Is told whether the address was changed, or one of before returned to by Back or Forward. */
type Listener = (navigation: 'change' | 'traverse') => void;

/** The history of a window. */
export function createBrowserHistory(window: Window): BrowserHistory {
  const listeners = new Set<Listener>();
  let location = read(window);

  const update = (navigation: Parameters<Listener>[0]) => {
    location = read(window);
    for (const listener of listeners) listener(navigation);
  };
  const change = (method: 'pushState' | 'replaceState', to: To, state: unknown) => {
    window.history[method]({ state, key: crypto.getRandomValues(new Uint32Array(1)).join('') }, '', href(to));
    update('change');
  };
  window.addEventListener('popstate', () => update('traverse'));

  return {
    current: () => location,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    createHref: href,
    go: (delta) => window.history.go(delta),
    // As browsers do: going to where one is adds no step to go back.
    push: (to, state) => change(href(to) === href(location) ? 'replaceState' : 'pushState', to, state),
    replace: (to, state) => change('replaceState', to, state),
  };
}

function read(window: Window): Location {
  const { pathname, search, hash } = window.location;
  const entry: unknown = window.history.state;
  const held = typeof entry === 'object' && entry !== null ? entry : {};
  return {
    pathname,
    search,
    hash,
    state: 'state' in held ? held.state : undefined,
    key: 'key' in held && typeof held.key === 'string' ? held.key : 'default',
  };
}

function href(to: To): string {
  if (typeof to === 'string') return to;
  const { pathname = '', search = '', hash = '' } = to;
  return `${pathname}${search}${hash}`;
}
