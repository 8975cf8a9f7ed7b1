import { createActor, SimulatedClock } from 'xstate';
import type { IntentsEmitted } from '#machines/intentMachine.ts';
import { intentsMachine } from '#machines/intentsMachine.ts';
import type { ToastPlacement, ToastType } from '#machines/toastsMachine.ts';
import { intentCalls } from './intentCalls.ts';

/** The intents as the root runs them: the real machines, their calls answered by the test. */
export function stageIntents() {
  const clock = new SimulatedClock();
  const { intent, ...calls } = intentCalls();
  const emitted: IntentsEmitted[] = [];
  const intents = createActor(intentsMachine.provide({ actors: { intent } }), { clock });
  intents.on('*', (event) => {
    if (!event.type.startsWith('intents.')) emitted.push(event);
  });
  intents.start();

  return {
    ...calls,
    intents,
    clock,
    /** What was told to whoever listens but the quiet line, in order. */
    emitted,
    isUnsettled: () =>
      Object.values(intents.getSnapshot().children).some((child) => child?.getSnapshot().matches('unsettled')),
    /** All that the intents and their children hold in memory, as text. */
    memory: () => JSON.stringify(intents.getPersistedSnapshot()),
  };
}

/** A root that has started these intents. */
export function rootWith(intents: ReturnType<typeof stageIntents>['intents']) {
  return { getSnapshot: () => ({ context: { intents } }), subscribe: () => ({ unsubscribe: () => undefined }) };
}

/** A toast as machines ask for it. */
export function toast(type: ToastType, text: string, placement: ToastPlacement) {
  return { type: 'notify', notification: { type, text, placement } } as const;
}

/** What the visitor is told who has bought a ticket, with the way to it. */
export function boughtToast(ticketId = 't1') {
  const link = { text: 'Open ticket', path: `/my-tickets/${ticketId}` };
  const text = 'Successful purchase of tickets';
  return { type: 'notify', notification: { type: 'success', text, placement: 'bottom-left', link } } as const;
}
