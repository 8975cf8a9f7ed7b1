import type { ActorRefFrom, AnyActorRef } from 'xstate';
import { environmentOf } from './environment.ts';
import type { sessionMachine } from './sessionMachine.ts';

type System = AnyActorRef['system'];

/** The session, for the machine of a page. */
export function sessionOf(system: System): ActorRefFrom<typeof sessionMachine> {
  return environmentOf(system).root.getSnapshot().children.session;
}
