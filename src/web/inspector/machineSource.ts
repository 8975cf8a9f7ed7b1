import type { AnyStateMachine } from 'xstate';

/** A machine as source that opens in the Stately tools: its tree with names only, what is a function left out. */
export function machineSource(machine: AnyStateMachine): string {
  const tree = JSON.stringify(machineTree(machine), null, 2);
  return `import { createMachine } from 'xstate';\n\nexport const machine = createMachine(${tree});\n`;
}

/** The tree of a machine as plain data. */
export function machineTree(machine: AnyStateMachine): object {
  return Object.fromEntries(
    Object.entries(machine.config)
      .filter(([, value]: [string, unknown]) => typeof value !== 'function')
      .map(([key, value]: [string, unknown]) => [key, withoutFunctions(value)]),
  );
}

function withoutFunctions(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.filter((item) => typeof item !== 'function').map(withoutFunctions);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]: [string, unknown]) => typeof item !== 'function')
      .map(([key, item]: [string, unknown]) => [key, withoutFunctions(item)]),
  );
}
