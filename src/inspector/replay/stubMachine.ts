import { fromPromise, StateMachine, type AnyActorLogic, type AnyStateMachine } from 'xstate';

/** An effect that does nothing until a replay says what it answered. */
const silent = fromPromise<unknown, unknown>(() => new Promise(() => undefined));

const stubs = new WeakMap<AnyStateMachine, AnyStateMachine>();

/**
 * The same machine without effects: those it invokes answer what a replay says, and actions that reach outside of it do nothing.
 */
export function stubMachine(machine: AnyStateMachine): AnyStateMachine {
  const known = stubs.get(machine);
  if (known !== undefined) return known;
  const { actors, actions } = machine.implementations;
  const stub = machine.provide({
    actors: Object.fromEntries(Object.entries(actors).map(([name, logic]) => [name, stubLogic(logic)])),
    actions: Object.fromEntries(
      Object.entries(actions).flatMap(([name, action]: [string, unknown]) => (isOwn(action) ? [] : [[name, nothing]])),
    ),
  });
  stubs.set(machine, stub);
  return stub;
}

function stubLogic(logic: unknown): AnyActorLogic {
  return logic instanceof StateMachine ? stubMachine(logic) : silent;
}

/** An action that XState itself carries out among the machines: it assigns, emits, raises or sends. */
function isOwn(action: unknown): boolean {
  return typeof action === 'function' && 'resolve' in action;
}

function nothing(): void {}
