import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { CheckedProduct } from '../../src/xstate-visit/replay/checkRecording.ts';
import { recordVisit } from '../../src/xstate-visit/recording/recordVisit.ts';
import { recordingText, type Entry, type Recording } from '../../src/xstate-visit/recording/recording.ts';
import { kettleMachine, kitchenMachine } from './kitchen.ts';

/** The check of recordings of the kitchen, with a rule about the temperature of the water. */
export const kitchen: CheckedProduct = {
  machines: { kitchen: kitchenMachine, kettle: kettleMachine },
  brokenRules: ({ machines }) =>
    machines.get('kettle')?.context.celsius > 100 ? ['kettle: water is not hotter than 100 °C'] : [],
  testsOf: (machine) => (machine === 'kettle' ? ['tests/thermometer.test.ts'] : []),
};

/** Recording options with the given clock. */
export function visitOn(now: () => number) {
  return {
    now,
    epochMilliseconds: () => Date.parse('2026-03-05T03:00:00Z'),
    address: () => '/kitchen',
    text: (text: string) => text,
    build: 'main-test.js',
  };
}

/** A visit that makes tea, with the given result of the thermometer and optionally a faulty kettle. */
export async function recordTea({
  machine = kettleMachine,
  measure = () => Promise.resolve(20),
}: { machine?: typeof kettleMachine; measure?: () => Promise<number> } = {}): Promise<Recording> {
  const clock = new SimulatedClock();
  const { inspect, recording } = recordVisit(visitOn(() => clock.now()));
  const kitchen = createActor(kitchenMachine, { inspect }).start();
  const provided = machine.provide({
    actors: { measure: fromPromise<number, { owner: string; litres: number }>(measure) },
  });
  const kettle = createActor(provided, { inspect, clock, input: { owner: 'Ana' } });
  kettle.on('*', (event) => kitchen.send(event));
  kettle.start();
  await new Promise((resolve) => setTimeout(resolve));
  kettle.send({ type: 'water.fill', litres: 2 });
  clock.increment(1000);
  kettle.send({ type: 'kettle.start' });
  clock.increment(3000);
  return recording();
}

/** The text of a recording with each entry changed or removed. */
export function changed(recording: Recording, change: (entry: Entry) => Entry | readonly Entry[]): string {
  return recordingText({ ...recording, entries: recording.entries.flatMap(change) });
}
