import { StateMachine, type AnyActor, type AnyActorLogic, type ExecutableActionObject } from 'xstate';

/** XState's own actions, which a replay must run: they change or notify machines. `xstate.log` is missing, because it writes a log. */
const NEEDED = /^xstate\.(?:assign|cancel|emit|enqueueActions|raise|sendTo|spawnChild|stopChild)$/;

/**
 * Keeps a new actor from having effects: it runs no custom action, named or inline, and if it is an effect itself, such as a promise or
 * a callback, it does not start. Call it from the inspection event of the actor's creation, before the actor has a snapshot.
 */
export function silence(actor: AnyActor): void {
  // XState has no public way to intercept actions. Transition logic has no `start`: it is a pure function.
  const scope: { actionExecutor: (action: ExecutableActionObject) => void } = actor['_actorScope'];
  const run = scope.actionExecutor;
  scope.actionExecutor = (action) => run(NEEDED.test(action.type) ? action : { ...action, exec: undefined });
  if (!(actor.logic instanceof StateMachine) && 'start' in actor.logic) actor.logic = silent(actor.logic);
}

/** Logic that never starts, but handles the recorded results and values of the effect. */
function silent(logic: AnyActorLogic): AnyActorLogic {
  return {
    ...logic,
    start: () => undefined,
    transition: (...step) => {
      try {
        return logic.transition(...step);
      } catch {
        // A callback or an observable that has not started cannot handle an event or stop.
        return step[0];
      }
    },
  };
}
