import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { AnyStateMachine } from 'xstate';
import type { InspectedActor, InspectedStep } from '#machines/inspectorMachine.ts';
import { machineTree } from '../../recording/machineTree.ts';

/** The messages' form, as the library that carries them writes it. */
const PROTOCOL = '0.7.2';

/** What the Stately inspector is told when it first hears of an actor. */
export function actorEvent(actor: InspectedActor, machine: AnyStateMachine | undefined): StatelyInspectionEvent {
  const parent = actor.above.at(-1);
  return {
    ...envelope(actor),
    type: '@xstate.actor',
    name: actor.name,
    definition: JSON.stringify(machine === undefined ? { id: actor.name } : machineTree(machine)),
    parentId: parent === undefined ? undefined : sessionIdOf(parent),
    snapshot: snapshotOf(actor),
  };
}

/** What it is told of a step: the event, then the snapshot that came of it. */
export function stepEvents({ actor, event }: InspectedStep): readonly StatelyInspectionEvent[] {
  const plain = { ...(typeof event.data === 'object' ? event.data : {}), type: event.type };
  return [
    { ...envelope(actor), type: '@xstate.event', event: plain, sourceId: undefined },
    { ...envelope(actor), type: '@xstate.snapshot', event: plain, snapshot: snapshotOf(actor) },
  ];
}

function envelope({ id, above }: InspectedActor) {
  return {
    id: '',
    sessionId: sessionIdOf(id),
    rootId: sessionIdOf(above[0] ?? id),
    createdAt: String(Date.now()),
    _version: PROTOCOL,
  };
}

function snapshotOf({ value, data, tags }: InspectedActor) {
  const plain = typeof data === 'object' ? data : {};
  return { status: 'active' as const, output: undefined, error: undefined, value, tags, ...plain };
}

function sessionIdOf(actorId: number): string {
  return `x:${actorId}`;
}
