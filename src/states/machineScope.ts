import {
  createActor,
  fromCallback,
  type AnyActorRef,
  type AnyStateMachine,
  type AnyTransitionDefinition,
} from 'xstate';

const nothing = () => undefined;

/** A scope in which nothing happens outside of a machine, and every microstep and action is told. */
export function machineScope(
  onMicrostep: (value: unknown, transitions: readonly AnyTransitionDefinition[]) => void = nothing,
  onAction: (action: { type: string; params: unknown }) => void = nothing,
): Parameters<AnyStateMachine['transition']>[2] {
  const idle = fromCallback(nothing);
  const parent = createActor(idle, {
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.microstep' || !('value' in inspected.snapshot)) return;
      const { snapshot, _transitions: transitions } = inspected;
      onMicrostep(snapshot.value, transitions);
    },
  });
  const self: AnyActorRef = createActor(idle, { parent });
  return {
    self,
    id: '',
    sessionId: '',
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    system: self.system,
    actionExecutor: ({ type, params }) => onAction({ type, params }),
  };
}
