import type { ActorRef, AnyActorRef, Snapshot } from 'xstate';
import type { AppMessage, InviteMessage, SessionMessage, ShellMessage } from './events.ts';
import type { ToastsEvent } from './toastsMachine.ts';

/** The actor system: a root actor and its descendants share one. */
export type System = AnyActorRef['system'];

interface WithSystem {
  readonly system: System;
}

type Target<Message extends { type: string }> = ActorRef<Snapshot<unknown>, Message>;

/** Finds an actor that lives as long as the product runs, by its system id. Throws when the system has none. */
export function findActor(system: System, id: string): AnyActorRef {
  const actor: AnyActorRef | undefined = system.get(id);
  if (actor === undefined) throw new Error(`No actor has the system id ${id}`);
  return actor;
}

/* Targets of `sendTo`. They know the events of an actor, but not its machine. */
export const toInvite = ({ system }: WithSystem): Target<InviteMessage> => findActor(system, 'invite');
export const toApp = ({ system }: WithSystem): Target<AppMessage> => findActor(system, 'app');
export const toSession = ({ system }: WithSystem): Target<SessionMessage> => findActor(system, 'session');
export const toShell = ({ system }: WithSystem): Target<ShellMessage> => findActor(system, 'shell');
export const toToasts = ({ system }: WithSystem): Target<ToastsEvent> => findActor(system, 'toasts');
