import type { Location, Navigator, To } from 'react-router-dom';

/** The browser's address as one value that many may listen to and any may change. */
export interface BrowserHistory extends Navigator {
  readonly current: () => Location;
  readonly subscribe: (listener: () => void) => () => void;
}

/** The history of a window; going to another page starts at its top. */
export function createBrowserHistory(window: Window): BrowserHistory {
  const listeners = new Set<() => void>();
  let location = read(window);

  const update = () => {
    location = read(window);
    for (const listener of listeners) listener();
  };
  const change = (method: 'pushState' | 'replaceState', to: To, state: unknown) => {
    const before = location.pathname;
    window.history[method]({ state, key: crypto.getRandomValues(new Uint32Array(1)).join('') }, '', href(to));
    update();
    if (location.pathname !== before) window.document.documentElement.scrollTop = 0;
  };
  window.addEventListener('popstate', update);

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
