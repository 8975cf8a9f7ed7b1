import { Actor, type ActorRefLike, type AnyMachineSnapshot, type InspectionEvent } from 'xstate';
import { createActorNames, machineOf } from '../../src/xstate-visit/recording/actors.ts';
import { pageOutline } from './pageOutline.ts';

/** The number of events that a failure lists for each machine. */
const EVENTS = 3;

/** The machines of the test's apps, with the types of the last events of each, oldest first. */
const lastEvents = new Map<ActorRefLike, string[]>();
let { nameOf } = createActorNames();

/** Records the events of each machine of an app, for the message of a failing test. */
export function followMachines(event: InspectionEvent): void {
  if (event.type !== '@xstate.event' || machineOf(event.actorRef) === undefined) return;
  const events = lastEvents.get(event.actorRef) ?? [];
  lastEvents.set(event.actorRef, [...events, event.event.type].slice(-EVENTS));
}

/** Forgets the machines of the test before. */
export function forgetMachines(): void {
  lastEvents.clear();
  ({ nameOf } = createActorNames());
}

/** Adds the machines and the accessibility tree of the page to the messages of a test's errors. */
export function explainFailure(errors: readonly { message: string }[] = []): void {
  if (errors.length === 0 || lastEvents.size === 0) return;
  const explanation = ['', '', 'Machines and their last events:', ...machines(), '', 'The page:', ...pageOutline()];
  for (const error of errors) error.message += explanation.join('\n');
}

/** The error of a query that found nothing, without the page's HTML: `explainFailure` adds what is of use. */
export function shortError(message: string | null): Error {
  const [cause = ''] = (message ?? '').split('\n\nHere are the');
  return Object.assign(new Error(cause), { name: 'TestingLibraryElementError' });
}

function machines(): string[] {
  return [...lastEvents].flatMap(([actor, events]) => {
    if (!(actor instanceof Actor)) return [];
    const snapshot: AnyMachineSnapshot = actor.getSnapshot();
    return snapshot.status === 'active' ? `${nameOf(actor)} | ${statesOf(snapshot)} | ${events.join(', ')}` : [];
  });
}

/** The active states that have no states of their own, by their paths. */
function statesOf({ _nodes: nodes }: AnyMachineSnapshot): string {
  const leaves = nodes.filter(({ type }) => type === 'atomic' || type === 'final');
  return leaves.map(({ path }) => path.join('.')).join(' + ');
}
