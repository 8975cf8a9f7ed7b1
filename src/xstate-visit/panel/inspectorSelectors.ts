import type { Verdict } from '../replay/checkRecording.ts';
import { parseData, positionIn, type EventDraft, type InspectorSnapshot } from './inspectorMachine.ts';
import type { InspectedActor, InspectedStep } from './stepLog.ts';

/** The actors that the list shows: those that ran after the selected step. If no step is selected, those that run now. */
export function selectActors({ context }: InspectorSnapshot): readonly InspectedActor[] {
  const { hiddenIds, lookedAt, live } = context;
  const actors = lookedAt?.running ?? live.at(-1)?.running ?? [];
  return actors.filter(({ id, crash }) => crash === undefined || !hiddenIds.includes(id));
}

/** Whether the panel shows the running app, so that the user can send events. */
export function selectIsPresent(snapshot: InspectorSnapshot): boolean {
  return snapshot.matches({ time: 'now', flow: 'shown' });
}

/** The previous step of the actor that handled the selected step. Undefined if the log has none. */
export function selectPrevious(snapshot: InspectorSnapshot): InspectedStep | undefined {
  const { lookedAt, live, replayed } = snapshot.context;
  if (lookedAt === undefined) return undefined;
  const steps = snapshot.matches({ time: 'replay' }) ? replayed : live;
  return steps.findLast(({ id, actorId }) => actorId === lookedAt.actorId && id < lookedAt.id);
}

/** Whether an actor would handle the typed event. Undefined if the event is incomplete or the answer unknown. Runs guards of the app. */
export function wouldTake(actor: InspectedActor, { eventType, data }: EventDraft): boolean | undefined {
  const parsed = parseData(data);
  const type = eventType.trim();
  return parsed === undefined || type === '' ? undefined : actor.can({ ...parsed, type });
}

/** The actors of the list that match the search. */
export function selectFoundActors(snapshot: InspectorSnapshot): readonly InspectedActor[] {
  return selectActors(snapshot).filter(({ name, state }) => isFound(snapshot, `${name} ${state}`));
}

/** The chosen actor as it was after the selected step. If no step is selected, as it is now. Undefined if it does not run. */
export function selectChosen(snapshot: InspectorSnapshot): InspectedActor | undefined {
  const { chosenId, lookedAt } = snapshot.context;
  if (lookedAt?.actorId === chosenId) return lookedAt?.actor;
  return selectActors(snapshot).find(({ id }) => id === chosenId);
}

/** The steps in the event log that match the search, newest first. */
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

/** The index of the shown step of a replay, starting at 0, and the number of its steps. */
export function selectPosition({ context }: InspectorSnapshot): { readonly position: number; readonly count: number } {
  return { position: positionIn(context), count: context.replayed.length };
}

/** Error messages. The panel shows each beside its control, and a live region announces it. */
export const inspectorMessages = {
  sending: 'Event data is a JSON object, such as {"count": 2}',
  untyped: 'Enter the type of the event',
  blocked: 'The browser blocked the window. Allow pop-ups for this page, then try again.',
} as const;

/** The first line of a replay. */
export const verdicts: Readonly<Record<Verdict, string>> = {
  same: 'Same as recorded',
  different: 'Different',
  'not comparable': 'Not comparable',
};

/** Formats a number of steps, such as `1 step`. */
export function stepsText(count: number): string {
  return `${count} ${count === 1 ? 'step' : 'steps'}`;
}

/** The text of the live region. */
export function selectAnnouncement(snapshot: InspectorSnapshot): string {
  const { fileError, heldCount, result } = snapshot.context;
  return [
    result === undefined ? '' : verdicts[result.verdict],
    snapshot.matches({ file: 'refused' }) ? fileError : '',
    snapshot.matches({ flow: 'held' }) ? 'The log is paused' : '',
    snapshot.matches({ flow: { shown: 'resumed' } })
      ? `The log goes on with ${stepsText(heldCount)} since the pause`
      : '',
    snapshot.matches({ panel: { open: 'blocked' } }) ? inspectorMessages.blocked : '',
    snapshot.matches({ sending: 'untyped' }) ? inspectorMessages.untyped : '',
    snapshot.matches({ sending: 'refused' }) ? inspectorMessages.sending : '',
    snapshot.matches({ recording: 'saved' }) ? 'The recording is saved' : '',
  ]
    .filter((text) => text !== '')
    .join('. ');
}
