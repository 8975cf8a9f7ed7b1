import type { ActorRef, ActorRefFrom } from 'xstate';
import type { AppEvent, AppSnapshot } from './appMachine.ts';
import type { authDialogMachine } from './authDialogMachine.ts';
import type { System } from './environment.ts';
import type { inviteMachine } from './inviteMachine.ts';
import type { moviesMachine } from './moviesMachine.ts';
import type { overlayMachine } from './overlayMachine.ts';
import type { sessionMachine } from './sessionMachine.ts';
import type { shellMachine } from './shellMachine.ts';
import type { themeMachine } from './themeMachine.ts';
import type { toastsMachine } from './toastsMachine.ts';

/** The actors that live as long as the product runs, by system id. Other actors and views find them. */
interface Actors {
  readonly app: ActorRef<AppSnapshot, AppEvent>;
  readonly authDialog: ActorRefFrom<typeof authDialogMachine>;
  readonly invite: ActorRefFrom<typeof inviteMachine>;
  readonly movies: ActorRefFrom<typeof moviesMachine>;
  readonly overlay: ActorRefFrom<typeof overlayMachine>;
  readonly session: ActorRefFrom<typeof sessionMachine>;
  readonly shell: ActorRefFrom<typeof shellMachine>;
  readonly theme: ActorRefFrom<typeof themeMachine>;
  readonly toasts: ActorRefFrom<typeof toastsMachine>;
}

/** Finds a running actor by its system id. Throws when the system has none. */
export function actorOf<Id extends keyof Actors>(system: System, id: Id): Actors[Id] {
  const actor: Actors[Id] | undefined = system.get(id);
  if (actor === undefined) throw new Error(`No actor has the system id ${id}`);
  return actor;
}

interface WithSystem {
  readonly system: System;
}

/* Targets of `sendTo`. Their declared types keep TypeScript from resolving a machine's type while it infers that type. */
export const toInvite = ({ system }: WithSystem): Actors['invite'] => actorOf(system, 'invite');
export const toApp = ({ system }: WithSystem): Actors['app'] => actorOf(system, 'app');
export const toSession = ({ system }: WithSystem): Actors['session'] => actorOf(system, 'session');
export const toShell = ({ system }: WithSystem): Actors['shell'] => actorOf(system, 'shell');
export const toToasts = ({ system }: WithSystem): Actors['toasts'] => actorOf(system, 'toasts');
