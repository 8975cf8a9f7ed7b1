import type { Route, Section } from '#domain/paths.ts';

/** Where the visitor is, as the router has matched it. */
export interface AppLocation {
  /** Undefined where no page is. */
  readonly route: Route | undefined;
  /** The parameters of the route, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly pathname: string;
  /** The query, with its question mark. */
  readonly search: string;
  /** The page's title. */
  readonly title: string;
  /** The section whose navigation item is highlighted (section 2). */
  readonly section: Section | undefined;
  /** Whether the page is for a signed-in user alone: `guarded` by the root, or by the page itself; undefined of a public one. */
  readonly personal: 'guarded' | 'guardsItself' | undefined;
}

/** Somewhere was gone to: by a link, by what was done, or by Back or Forward. */
export interface LocationChange {
  readonly location: AppLocation;
  /** By Back or Forward, or on arrival. */
  readonly isReturn: boolean;
}

interface NavigateOptions {
  /** Whether the step of history that one is on is replaced. */
  readonly replace?: boolean;
  /** The state handed to the next page with its address. */
  readonly state?: unknown;
}

/** Asks the router to go somewhere; the root forwards it. */
export interface NavigateEvent extends NavigateOptions {
  readonly type: 'navigate';
  readonly to: string;
}

/** The event by which a machine goes to an address within the product. */
export function navigate(to: string, options: NavigateOptions = {}): NavigateEvent {
  return { type: 'navigate', to, ...options };
}
