import type { Theme } from '#machines/themeMachine.ts';
import type { OpenFeed } from '../api/liveSeats.ts';
import type { StoredText } from './browserStorage.ts';
import type { Tabs } from './tabs.ts';

type Unsubscribe = () => void;

/** What the client tells of its calls: for the loading flag, and when a token is no longer known. */
export interface Calls {
  readonly tell: (news: CallNews) => void;
  readonly subscribe: (listener: (news: CallNews) => void) => Unsubscribe;
}

export type CallNews = 'request.started' | 'request.settled' | 'session.ended';

/** What differs between a browser, a server that draws a document, and a test. */
export interface World {
  /** The address of the API, with a slash at its end. */
  readonly apiUrl: string;
  readonly fetch: typeof fetch;
  readonly openFeed: OpenFeed;
  readonly calls: Calls;
  /** The present, in epoch milliseconds. */
  readonly now: () => number;
  /** The cinema's IANA time zone. */
  readonly zone: string;
  /** A random number from 0 to less than 1. */
  readonly chance: number;
  /** Resolves once there is somebody whose stored token can be read: never where a document is drawn. */
  readonly visitor: Promise<void>;
  readonly storedText: (area: 'localStorage' | 'sessionStorage', key: string) => StoredText;
  readonly tabs: Tabs;
  readonly device: Device;
}

/** What the machines hear from the browser around the pages, and what they ask of it. */
export interface Device {
  readonly isHidden: () => boolean;
  readonly onVisibilityChange: (listener: () => void) => Unsubscribe;
  readonly onOnline: (listener: () => void) => Unsubscribe;
  /** Tells how far the page is scrolled, in pixels, at once and after each change. */
  readonly onScroll: (listener: (pixels: number) => void) => Unsubscribe;
  /** Leads the focus to the content when the element that held it goes away. */
  readonly keepFocus: () => Unsubscribe;
  readonly focusContent: () => void;
  readonly scrollToTop: () => void;
  /** Scrolls as little as shows a part of the page, once it is drawn. */
  readonly reveal: (id: string) => void;
  /** Presses again what was pressed before there was anybody to hear it. */
  readonly pressAgain: () => void;
  /** Lifts what covers the document of somebody who was here before. */
  readonly uncover: () => void;
  readonly showTheme: (theme: Theme) => void;
  readonly print: () => void;
}
