import type { InspectionEvent } from 'xstate';
import type { Network } from './network.ts';
import type { Person } from './person.ts';
import type { SimulatedTime } from './simulatedTime.ts';
import { Tab, type Surroundings } from './tab.ts';

/** Milliseconds after which a device that is awake knows what has changed: the feed reads the seats every second. */
const NEWS_DELAY = 5000;

export interface DeviceOptions {
  readonly name: string;
  readonly address: string;
  readonly person: Person;
  readonly time: SimulatedTime;
  readonly network: Network;
  readonly inspect: (tab: Tab, event: InspectionEvent) => void;
  readonly postLink: (path: string) => void;
}

/** A visitor's device: a browser with tabs, storage, a clock and a connection. */
export class Device implements Surroundings {
  readonly name: string;
  readonly address: string;
  readonly person: Person;
  readonly time: SimulatedTime;
  readonly network: Network;
  readonly inspect: DeviceOptions['inspect'];
  readonly postLink: DeviceOptions['postLink'];
  readonly storage = new Map<string, string>();
  readonly tabs: Tab[] = [];
  isOnline = true;
  isAsleep = false;
  #sleptAt = Number.POSITIVE_INFINITY;
  #wokeAt = Number.NEGATIVE_INFINITY;

  constructor(options: DeviceOptions) {
    this.name = options.name;
    this.address = options.address;
    this.person = options.person;
    this.time = options.time;
    this.network = options.network;
    this.inspect = options.inspect;
    this.postLink = options.postLink;
  }

  get now(): number {
    return this.time.now;
  }

  get isConnected(): boolean {
    return this.isOnline && !this.isAsleep;
  }

  get newsSince(): number {
    const recent = this.time.now - NEWS_DELAY;
    return this.#wokeAt < recent ? recent : Math.min(recent, this.#sleptAt - NEWS_DELAY);
  }

  openTab(path: string): void {
    this.tabs.push(new Tab(this, path));
    this.show(this.tabs.length - 1);
  }

  /** Shows one tab and hides the others. */
  show(index: number): void {
    for (const [each, tab] of this.tabs.entries()) tab.run(() => tab.setHidden(each !== index));
  }

  closeTab(index: number): void {
    for (const tab of this.tabs.splice(index, 1)) tab.close();
    this.show(0);
  }

  goOffline(): void {
    this.isOnline = false;
    this.network.cutFeeds(this.name);
  }

  goOnline(): void {
    this.isOnline = true;
    for (const tab of this.tabs) tab.run(() => tab.notifyOnline());
  }

  sleep(): void {
    if (this.#wokeAt < this.time.now - NEWS_DELAY) this.#sleptAt = this.time.now;
    this.isAsleep = true;
    for (const { owner } of this.tabs) owner.isAsleep = true;
    this.network.cutFeeds(this.name);
  }

  wake(): void {
    this.#wokeAt = this.time.now;
    this.isAsleep = false;
    for (const { owner } of this.tabs) this.time.wake(owner);
  }

  /** Other tabs of the browser learn of a change a moment later. */
  tellOtherTabs(from: Tab, tell: (tab: Tab) => void): void {
    for (const tab of this.tabs) {
      if (tab !== from) tab.run(() => setTimeout(() => tell(tab), 0));
    }
  }
}
