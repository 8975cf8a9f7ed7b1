import { createMachine, type AnyStateMachine } from 'xstate';
import type { Route, Section } from '#domain/paths.ts';
import { findActor, type System } from './targets.ts';

/** The current URL and the page that it matches. */
export interface AppLocation {
  /** Undefined for the 404 page. */
  readonly route: Route | undefined;
  /** The parameters of the route, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly pathname: string;
  /** The query string with its question mark. */
  readonly search: string;
  /** The key of the history entry, which React Router creates; `default` for the first one and for links to a part of a page. */
  readonly key: string;
  /** The state of the history entry, which the previous page may have set. Untrusted: parse it. */
  readonly state: unknown;
  /** The section whose navigation item is highlighted (section 2). */
  readonly section: Section | undefined;
  /** `guarded`: the root shows the page to signed-in users only. `guardsItself`: the page does. Undefined: a public page. */
  readonly personal: 'guarded' | 'guardsItself' | undefined;
}

/** The router reports a new location. */
export interface LocationChange {
  readonly location: AppLocation;
  /** True for Back, Forward and the first location of a visit: the browser restores the scroll position. */
  readonly isReturn: boolean;
}

/**
 * Whether the page of one location stays open at the next one: the path is the same, and the new history entry has the same state
 * or none. A link to a part of a page has no state.
 */
export function isSamePage(shown: AppLocation | undefined, { pathname, state }: AppLocation): boolean {
  if (shown?.pathname !== pathname) return false;
  return (state ?? null) === null || JSON.stringify(state) === JSON.stringify(shown.state);
}

/** Whether two locations are the same history entry. The key is not enough: it is `default` for every link to a part of a page. */
export function isSameEntry(one: AppLocation, other: AppLocation): boolean {
  return one.key === other.key && one.pathname === other.pathname && one.search === other.search;
}

interface NavigateOptions {
  /** Replaces the current history entry. */
  readonly replace?: boolean;
  /** The state of the new history entry. */
  readonly state?: unknown;
}

/** Emitted by a machine; the router navigates. */
export interface NavigateEvent extends NavigateOptions {
  readonly type: 'navigate';
  readonly to: string;
}

/** The event that makes the router navigate to a path of the product. */
export function navigate(to: string, options: NavigateOptions = {}): NavigateEvent {
  return { type: 'navigate', to, ...options };
}

/** A placeholder for a machine in the chunk of a page. The runtime registers the real machine under the same name. */
export const notLoaded: AnyStateMachine = createMachine({});

/** The part of the root's context that is read here. */
interface Located {
  readonly location: AppLocation | undefined;
}

/** The location that the router reported last; undefined before the first report. */
export function currentLocation(system: System): AppLocation | undefined {
  const { location }: Located = findActor(system, 'app').getSnapshot().context;
  return location;
}

/** Calls the listener with the current location at once, then after each change. */
export function followLocation(system: System, listener: (location: AppLocation) => void): () => void {
  let reported: AppLocation | undefined;
  const report = () => {
    const location = currentLocation(system);
    if (location === undefined || location === reported) return;
    reported = location;
    listener(location);
  };
  report();
  const subscription = findActor(system, 'app').subscribe(report);
  return () => subscription.unsubscribe();
}
