import { createHash } from 'node:crypto';
import type { InspectionEvent } from 'xstate';
import { ownName } from '../../src/xstate-visit/recording/actors.ts';
import { createPlainData } from '../../src/xstate-visit/recording/plainData.ts';
import type { SimulatedTime } from './simulatedTime.ts';

const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g;

/** A digest of all events that actors receive, with their data and time. Two runs of one scenario have the same. */
export class Trace {
  readonly #time: SimulatedTime;
  readonly #ids = new Map<string, string>();
  readonly #hash = createHash('sha256');
  readonly #plain = createPlainData((text) => text);

  constructor(time: SimulatedTime) {
    this.#time = time;
  }

  add(event: InspectionEvent): void {
    if (event.type !== '@xstate.event') return;
    const data = JSON.stringify(this.#plain(event.event)).replaceAll(UUID, (id) => this.#numberOf(id));
    this.#hash.update(`${this.#time.now} ${ownName(event.actorRef)} ${data}\n`);
  }

  /** The ids of tickets differ: no two in a process are the same, also of two runs. */
  #numberOf(id: string): string {
    const number = this.#ids.get(id) ?? String(this.#ids.size);
    this.#ids.set(id, number);
    return number;
  }

  digest(): string {
    return this.#hash.copy().digest('hex');
  }
}
