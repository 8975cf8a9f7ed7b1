import { createActor, fromCallback, type AnyEventObject, type SimulatedClock } from 'xstate';
import { provideEnvironment, type Environment } from '#machines/environment.ts';
import { testEnvironment } from '../fixtures/testEnvironment.ts';

const SYSTEM_IDS = ['app', 'invite', 'session', 'shell', 'toasts'];

/** A system for one machine: create its actor with `parent`. The other actors of the system record the events that they receive. */
export function openSystem({
  clock,
  environment = testEnvironment(),
}: { clock?: SimulatedClock; environment?: Environment } = {}) {
  const sent: AnyEventObject[] = [];
  const parent = createActor(
    fromCallback(() => undefined),
    { ...(clock && { clock }) },
  );
  const recorder = fromCallback(({ receive }) => receive((event) => sent.push(event)));
  for (const systemId of SYSTEM_IDS) createActor(recorder, { parent, systemId }).start();
  provideEnvironment(parent, environment);
  parent.start();
  return { parent, sent };
}
