import type { AnyActorRef, InspectionEvent } from 'xstate';
import type { NavigateEvent } from '#machines/navigation.ts';
import { actorOf } from '#machines/actors.ts';
import type { Device as DeviceInterface, StoredText } from '#machines/environment.ts';
import { createEnvironment } from '../../src/web/browser/createEnvironment.ts';
import { openApp, startApp, type App } from '../../src/web/actors/openApp.ts';
import type { Network } from './network.ts';
import { loadPage, locationOf, pages, type HistoryEntry } from './pages.ts';
import { ZONE } from './server.ts';
import type { Person } from './person.ts';
import type { Owner, SimulatedTime } from './simulatedTime.ts';

const nothing = () => undefined;
const never = () => nothing;

const ORIGIN = 'http://cinema.example';

/** The device that a tab runs on. */
export interface Surroundings {
  readonly name: string;
  readonly address: string;
  readonly person: Person;
  readonly time: SimulatedTime;
  readonly network: Network;
  /** The local storage, which all tabs share. */
  readonly storage: Map<string, string>;
  readonly tabs: readonly Tab[];
  readonly now: number;
  readonly isConnected: boolean;
  /** The true time from which the oldest news may be that reaches the device now. A response waits until the device wakes. */
  readonly newsSince: number;
  readonly inspect: (tab: Tab, event: InspectionEvent) => void;
  readonly postLink: (path: string) => void;
  readonly tellOtherTabs: (from: Tab, tell: (tab: Tab) => void) => void;
}

/** A tab of a browser: the real root machine with its pages, a history, and what views do without a visitor. */
export class Tab {
  owner: Owner;
  readonly device: Surroundings;
  app: App;
  isHidden = false;
  readonly #visibility = new Set<() => void>();
  readonly #online = new Set<() => void>();
  readonly #otherTab = new Set<() => void>();
  readonly #storage = new Map<string, Set<() => void>>();
  readonly #session = new Map<string, string>();
  #entries: HistoryEntry[];
  #index = 0;
  #keys = 0;
  #shownToasts = new Set<number>();
  #followed: AnyActorRef | undefined;

  constructor(device: Surroundings, path: string) {
    this.device = device;
    this.owner = this.#newOwner();
    this.#entries = [this.#entryAt(path, undefined)];
    this.app = this.#open();
  }

  get canGoBack(): boolean {
    return this.#index > 0;
  }

  get canGoForward(): boolean {
    return this.#index < this.#entries.length - 1;
  }

  get path(): string {
    const entry = this.#entries[this.#index];
    return `${entry?.pathname ?? ''}${entry?.search ?? ''}`;
  }

  /** Runs code as this tab, so that its timers stop with it. */
  run<Result>(act: () => Result): Result {
    return this.device.time.runAs(this.owner, act);
  }

  visit(
    path: string,
    { replace = false, state }: { readonly replace?: boolean | undefined; readonly state?: unknown } = {},
  ): void {
    const entry = this.#entryAt(path, state);
    if (!replace) this.#index += 1;
    const later = replace ? this.#entries.slice(this.#index + 1) : [];
    this.#entries = [...this.#entries.slice(0, this.#index), entry, ...later];
    this.#report(false);
  }

  go(steps: 1 | -1): void {
    this.#index += steps;
    this.#report(true);
  }

  reload(): void {
    this.close();
    this.owner = this.#newOwner();
    this.app = this.#open();
  }

  /** Stops the root. Requests on their way still reach the server, but their responses do not reach the tab. */
  close(): void {
    this.app.stop();
    this.owner.isGone = true;
    const { status, error } = this.app.getSnapshot();
    if (status === 'error') throw new Error('The root failed while it stopped', { cause: error });
  }

  setHidden(isHidden: boolean): void {
    if (this.isHidden === isHidden) return;
    this.isHidden = isHidden;
    for (const listener of new Set(this.#visibility)) listener();
  }

  notifyOnline(): void {
    for (const listener of new Set(this.#online)) listener();
  }

  notifyOfOtherTab(): void {
    for (const listener of new Set(this.#otherTab)) listener();
  }

  notifyOfStorage(key: string): void {
    for (const listener of new Set(this.#storage.get(key))) listener();
  }

  #open(): App {
    return this.run(() => {
      this.#shownToasts = new Set();
      this.#followed = undefined;
      const environment = createEnvironment({
        apiUrl: `${ORIGIN}/api/`,
        fetch: this.device.network.fetchFrom(this.#sender()),
        openFeed: this.device.network.openFeedFrom(this.#sender()),
        now: () => this.device.now,
        zone: ZONE,
        visitor: Promise.resolve(),
        storedText: (area, key) => this.#storedText(area, key),
        device: this.#device(),
      });
      const app = openApp({ environment, loadPage, inspect: (event) => this.#inspect(event) });
      app.on('navigate', (event) => this.#navigate(event));
      app.subscribe(() => this.#followPage(app));
      app.send({ type: 'location.changed', location: locationOf(this.#entry()), isReturn: true });
      startApp(app);
      const toasts = actorOf(app.system, 'toasts');
      toasts.subscribe(() => this.#closeToastsInTime(app));
      return app;
    });
  }

  #newOwner(): Owner {
    return { name: `${this.device.name} tab`, isAsleep: false, isGone: false };
  }

  #sender() {
    const { device, owner } = this;
    return { name: device.name, address: device.address, owner, isOnline: () => device.isConnected };
  }

  #inspect(event: InspectionEvent): void {
    this.device.inspect(this, event);
  }

  #entry(): HistoryEntry {
    const entry = this.#entries[this.#index];
    if (entry === undefined) throw new Error('The history has no such entry');
    return entry;
  }

  #entryAt(path: string, state: unknown): HistoryEntry {
    const { pathname, search } = new URL(path, ORIGIN);
    this.#keys += 1;
    return { pathname, search, key: `key-${this.#keys}`, state };
  }

  #report(isReturn: boolean): void {
    this.app.send({ type: 'location.changed', location: locationOf(this.#entry()), isReturn });
  }

  /** The router navigates after the event that caused it, as React's effects do. */
  #navigate({ to, replace, state }: NavigateEvent): void {
    const { app } = this;
    queueMicrotask(() => {
      if (this.app === app && !this.owner.isGone) this.visit(to, { replace, state });
    });
  }

  #followPage(app: App): void {
    const { page } = app.getSnapshot().children;
    if (page === this.#followed) return;
    this.#followed = page;
    page?.on('navigate', (event: NavigateEvent) => this.#navigate(event));
  }

  #closeToastsInTime(app: App): void {
    const toasts = actorOf(app.system, 'toasts');
    for (const { id, duration } of toasts.getSnapshot().context.toasts) {
      if (duration === null || this.#shownToasts.has(id)) continue;
      this.#shownToasts.add(id);
      setTimeout(() => toasts.send({ type: 'toast.close', id }), duration);
    }
  }

  #storedText(area: 'localStorage' | 'sessionStorage', key: string): StoredText {
    const texts = area === 'localStorage' ? this.device.storage : this.#session;
    const change = (text: string | undefined) => {
      if (text === texts.get(key)) return;
      if (text === undefined) texts.delete(key);
      else texts.set(key, text);
      if (area === 'localStorage') this.device.tellOtherTabs(this, (tab) => tab.notifyOfStorage(key));
    };
    return {
      read: () => texts.get(key),
      write: change,
      remove: () => change(undefined),
      subscribe: (listener) => subscribe(this.#listenersOf(key), listener),
    };
  }

  #listenersOf(key: string): Set<() => void> {
    const listeners = this.#storage.get(key) ?? new Set();
    this.#storage.set(key, listeners);
    return listeners;
  }

  #device(): DeviceInterface {
    return {
      isHidden: () => this.isHidden,
      onVisibilityChange: (listener) => subscribe(this.#visibility, listener),
      onOnline: (listener) => subscribe(this.#online, listener),
      onOtherTab: (listener) => subscribe(this.#otherTab, listener),
      notifyTabs: () => this.device.tellOtherTabs(this, (tab) => tab.notifyOfOtherTab()),
      reload: () => queueMicrotask(() => this.reload()),
      shareLink: async ({ path }) => {
        this.device.postLink(path);
        return { outcome: 'copied' };
      },
      urlOf: ({ path }) => new URL(path, ORIGIN).href,
      onScroll: never,
      retainFocus: never,
      focusContent: nothing,
      scrollToTop: nothing,
      reveal: nothing,
      takeOverDocument: nothing,
      showTheme: nothing,
      canPrint: () => true,
      print: nothing,
    };
  }
}

/** The pages that a visitor reaches without a link to a film or a ticket. */
export const PLAIN_PATHS = pages.map(({ route }) => route).filter((route) => !route.includes(':'));

function subscribe(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
