import { createHash } from 'node:crypto';
import type { InspectionEvent } from 'xstate';
import type { SimulatedTime } from './simulatedTime.ts';

/** A digest of all events that actors receive, and when. Two runs of one scenario have the same. */
export class Trace {
  readonly #time: SimulatedTime;
  readonly #hash = createHash('sha256');

  constructor(time: SimulatedTime) {
    this.#time = time;
  }

  add(event: InspectionEvent): void {
    if (event.type === '@xstate.event') this.#hash.update(`${this.#time.now} ${event.event.type}\n`);
  }

  digest(): string {
    return this.#hash.copy().digest('hex');
  }
}
