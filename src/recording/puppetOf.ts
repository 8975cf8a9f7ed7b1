import { START_INTENT } from './recordActors.ts';
import { fromPromise, StateMachine, type AnyActorLogic, type AnyStateMachine } from 'xstate';

/** An effect that does nothing until a replay says what it was answered. */
const inert = fromPromise<unknown, unknown>(() => new Promise(() => undefined));

const puppets = new WeakMap<AnyStateMachine, AnyStateMachine>();

/** The same machine without a world: its effects answer what a replay says, and what it does outside of itself is done by nobody. */
export function puppetOf(machine: AnyStateMachine): AnyStateMachine {
  const known = puppets.get(machine);
  if (known !== undefined) return known;
  const { actors, actions } = machine.implementations;
  const puppet = machine.provide({
    actors: Object.fromEntries(Object.entries(actors).map(([name, logic]) => [name, logicOf(logic)])),
    actions: Object.fromEntries(
      Object.entries(actions).flatMap(([name, action]: [string, unknown]) =>
        isOwn(action) && name !== START_INTENT ? [] : [[name, nobody]],
      ),
    ),
  });
  puppets.set(machine, puppet);
  return puppet;
}

function logicOf(logic: unknown): AnyActorLogic {
  return logic instanceof StateMachine ? puppetOf(logic) : inert;
}

/** An action that XState itself carries out within the machines: it assigns, emits, raises or sends. */
function isOwn(action: unknown): boolean {
  return typeof action === 'function' && 'resolve' in action;
}

function nobody(): void {}
