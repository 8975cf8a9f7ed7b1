import type { AnyStateMachine } from 'xstate';
import { hashOfFunctions } from './machineText.ts';
import type { ProvidedPart } from './recording.ts';

const KINDS = ['guards', 'actions', 'delays', 'actors'] as const;

/** Lists the implementations that the app gave to a machine with `provide`. The known machine lacks them or has others. */
export function providedParts(running: AnyStateMachine, known: AnyStateMachine): ProvidedPart[] {
  if (running === known) return [];
  return KINDS.flatMap((kind) => {
    const [own, other] = [implementationsOf(running, kind), implementationsOf(known, kind)];
    return [...own].flatMap(([name, implementation]) => {
      if (implementation === other.get(name)) return [];
      const hash = kind === 'actors' ? undefined : hashOfFunctions(implementation, kind);
      return [{ kind, name, ...(hash === undefined ? {} : { hash }) }];
    });
  });
}

/** Names the first part that a machine lacks or has in another version, such as `has no guard “isOpen”`. Undefined if it has all. */
export function missingPart(machine: AnyStateMachine, parts: readonly ProvidedPart[]): string | undefined {
  for (const { kind, name, hash } of parts) {
    const found = implementationsOf(machine, kind).get(name);
    const text = `the ${kind.slice(0, -1)} “${name}”`;
    // Actions with effects do not run in a replay.
    if (found === undefined && (kind !== 'actions' || hash !== undefined)) return `has no ${text.slice(4)}`;
    if (hash !== undefined && kind !== 'actors' && hashOfFunctions(found, kind) !== hash)
      return `has another ${text.slice(4)}`;
  }
  return undefined;
}

function implementationsOf(machine: AnyStateMachine, kind: ProvidedPart['kind']): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(machine.implementations[kind]));
}
