import type { ActorRef, ActorRefFrom } from 'xstate';
import type { AppEvent, AppSnapshot } from './appMachine.ts';
import type { authDialogMachine } from './authDialogMachine.ts';
import { findActor, type System } from './targets.ts';
import type { inviteMachine } from './inviteMachine.ts';
import type { moviesMachine } from './moviesMachine.ts';
import type { overlayMachine } from './overlayMachine.ts';
import type { sessionMachine } from './sessionMachine.ts';
import type { shellMachine } from './shellMachine.ts';
import type { themeMachine } from './themeMachine.ts';
import type { toastsMachine } from './toastsMachine.ts';

/** The actors that live as long as the product runs, by system id. Pages and views read their snapshots. */
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
  return findActor(system, id);
}
