import { createActor, fromCallback, type EventObject, type SimulatedClock } from 'xstate';

/** A parent that remembers what its child told it on the way; its end is in the child's snapshot. */
export function listeningParent(clock: SimulatedClock) {
  const news: EventObject[] = [];
  const parent = createActor(
    fromCallback(({ receive }) => {
      receive((event) => {
        if (!event.type.startsWith('xstate.')) news.push(event);
      });
    }),
    { clock },
  ).start();
  return { parent, news };
}
