import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import {
  createActor,
  type ActorRefFrom,
  type AnyActor,
  type AnyStateMachine,
  type EventFromLogic,
  type InputFrom,
  type Snapshot,
  type SnapshotFrom,
} from 'xstate';
import { provideEnvironment } from '#machines/environment.ts';
import { useRuntime } from './RuntimeContext.ts';
import type { Runtime } from './openApp.ts';

/** With what the machine of a page begins. */
interface Beginning<Machine extends AnyStateMachine> {
  readonly input?: InputFrom<Machine>;
  /** Where it stood when the server rendered the document. */
  readonly snapshot?: Snapshot<unknown> | undefined;
  /** Events that it is sent first. */
  readonly events?: readonly EventFromLogic<Machine>[];
}

/** Gives that, from what is running. */
export type Begin<Machine extends AnyStateMachine> = (runtime: Runtime) => Beginning<Machine>;

/** The part of a page's actor that its views may use. */
export type PageActor<Machine extends AnyStateMachine> = Pick<
  ActorRefFrom<Machine>,
  'getSnapshot' | 'send' | 'subscribe'
>;

/** Runs the machine of a page for as long as it stands, in the environment of the product; what it emits is sent to the root. */
export function usePageActor<Machine extends AnyStateMachine>(
  machine: Machine,
  begin: Begin<Machine>,
): PageActor<Machine>;
export function usePageActor(machine: AnyStateMachine, begin: Begin<AnyStateMachine>): PageActor<AnyStateMachine> {
  const runtime = useRuntime();
  const [actor] = useState(() => {
    const { app, environment, inspect, notify } = runtime;
    const { events = [], input, snapshot } = begin(runtime);
    const created = createActor(machine, { inspect, input, ...(snapshot && { snapshot }) });
    provideEnvironment(created, environment, app);
    created.on('*', notify);
    for (const event of events) created.send(event);
    return created;
  });
  const [run] = useState(() => runOf(actor));
  useEffect(run, [run]);
  return actor;
}

/** The same where the views of a page share its snapshot: gives that and the actor's `send`. */
export function usePage<Machine extends AnyStateMachine>(
  machine: Machine,
  begin: Begin<Machine>,
): readonly [snapshot: SnapshotFrom<Machine>, send: PageActor<Machine>['send']];
export function usePage(machine: AnyStateMachine, begin: Begin<AnyStateMachine>) {
  const actor = usePageActor(machine, begin);
  return [useSelector(actor, (snapshot) => snapshot), actor.send] as const;
}

/**
 * Starts an actor and gives what stops it. React begins every page twice while one develops: an actor that is begun again at once goes
 * on, so that it calls nothing twice, which `useActorRef` does.
 */
function runOf(actor: Pick<AnyActor, 'start' | 'stop'>) {
  let begun = 0;
  return () => {
    begun += 1;
    actor.start();
    return () => {
      begun -= 1;
      queueMicrotask(() => begun === 0 && actor.stop());
    };
  };
}
