import { positionIn, type InspectorSnapshot } from './inspectorMachine.ts';
import type { InspectedActor, InspectedStep } from './stepLog.ts';

/** The actors that ran right after the step looked at, or run now. */
export function selectActors({ context: { lookedAt, live } }: InspectorSnapshot): readonly InspectedActor[] {
  return lookedAt?.running ?? live.at(-1)?.running ?? [];
}

/** The chosen actor at the step looked at, or now; undefined once it has ended. */
export function selectChosen(snapshot: InspectorSnapshot): InspectedActor | undefined {
  const { chosenId, lookedAt } = snapshot.context;
  if (lookedAt?.actorId === chosenId) return lookedAt?.actor;
  return selectActors(snapshot).find(({ id }) => id === chosenId);
}

/** The steps that the event log lists, newest first. */
export function selectSteps(snapshot: InspectorSnapshot): readonly InspectedStep[] {
  const { live, replayed, chosenId } = snapshot.context;
  const isListed = snapshot.matches({ log: 'chosen' })
    ? ({ actorId }: InspectedStep) => actorId === chosenId
    : ({ actor }: InspectedStep) => actor.machine !== undefined;
  return (snapshot.matches({ time: 'replay' }) ? replayed : live).filter(isListed).toReversed();
}

/** Where a replay stands: the step that is shown, and how many there are. */
export function selectPosition({ context }: InspectorSnapshot): { readonly position: number; readonly count: number } {
  return { position: positionIn(context), count: context.replayed.length };
}

/** The error message, shown where the action was asked for. */
export const inspectorMessages = {
  full: 'The recording is as long as it may be and has ended. Save it; reload the page to begin another.',
  sending: 'Event data is a JSON object, such as {"count": 2}',
} as const;

/** The text of the live region. */
export function selectAnnouncement(snapshot: InspectorSnapshot): string {
  if (snapshot.matches({ file: 'refused' })) return snapshot.context.fileError;
  if (snapshot.matches({ sending: 'refused' })) return inspectorMessages.sending;
  if (snapshot.matches({ recording: 'full' })) return inspectorMessages.full;
  if (snapshot.matches({ recording: 'saved' })) return 'The recording is saved';
  return '';
}
