import { positionIn, type InspectorSnapshot } from './inspectorMachine.ts';
import type { InspectedActor, InspectedStep } from './stepLog.ts';

/** The actors that ran after the selected step, or run now without a selection. */
export function selectActors({ context: { lookedAt, live } }: InspectorSnapshot): readonly InspectedActor[] {
  return lookedAt?.running ?? live.at(-1)?.running ?? [];
}

/** Those of these actors that the search finds. */
export function selectFoundActors(snapshot: InspectorSnapshot): readonly InspectedActor[] {
  return selectActors(snapshot).filter(({ name, state }) => isFound(snapshot, `${name} ${state}`));
}

/** The chosen actor at the selected step, or now; undefined if it does not run then. */
export function selectChosen(snapshot: InspectorSnapshot): InspectedActor | undefined {
  const { chosenId, lookedAt } = snapshot.context;
  if (lookedAt?.actorId === chosenId) return lookedAt?.actor;
  return selectActors(snapshot).find(({ id }) => id === chosenId);
}

/** The steps of the event log that the search finds, newest first. */
export function selectSteps(snapshot: InspectorSnapshot): readonly InspectedStep[] {
  const { live, replayed, chosenId } = snapshot.context;
  const isListed = snapshot.matches({ log: 'chosen' })
    ? ({ actorId }: InspectedStep) => actorId === chosenId
    : ({ actor }: InspectedStep) => actor.machine !== undefined;
  return (snapshot.matches({ time: 'replay' }) ? replayed : live)
    .filter((step) => isListed(step) && isFound(snapshot, `${step.actor.name} ${step.event.type}`))
    .toReversed();
}

function isFound({ context: { search } }: InspectorSnapshot, text: string): boolean {
  return text.toLowerCase().includes(search.trim().toLowerCase());
}

/** The index of the shown step of a replay, from 0, and the number of steps. */
export function selectPosition({ context }: InspectorSnapshot): { readonly position: number; readonly count: number } {
  return { position: positionIn(context), count: context.replayed.length };
}

/** Messages that show beside their control and are announced. */
export const inspectorMessages = {
  full: 'The recording has reached its maximum length and has ended. Save it; reload the page to begin another.',
  sending: 'Event data is a JSON object, such as {"count": 2}',
} as const;

/** The text of the live region. */
export function selectAnnouncement(snapshot: InspectorSnapshot): string {
  return [
    snapshot.matches({ file: 'refused' }) ? snapshot.context.fileError : '',
    snapshot.matches({ sending: 'refused' }) ? inspectorMessages.sending : '',
    snapshot.matches({ recording: 'full' }) ? inspectorMessages.full : '',
    snapshot.matches({ recording: 'saved' }) ? 'The recording is saved' : '',
  ]
    .filter((text) => text !== '')
    .join('. ');
}
