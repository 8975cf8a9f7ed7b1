import { fromPromise, StateMachine, type AnyActorLogic, type AnyStateMachine } from 'xstate';

/** An effect that never ends by itself. A replay sends its recorded result. */
const silent = fromPromise<unknown, unknown>(() => new Promise(() => undefined));

const stubs = new WeakMap<AnyStateMachine, AnyStateMachine>();

/** Copies a machine without its effects. Invoked effects wait until a replay sends their results; custom actions do nothing. */
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

/** Whether an action is one of XState's own (assign, emit, raise, sendTo), which the copy keeps. */
function isOwn(action: unknown): boolean {
  return typeof action === 'function' && 'resolve' in action;
}

function nothing(): void {}
