import type { AnyStateMachine } from 'xstate';

/** A machine as source that opens in the Stately tools: its tree with names only, what is a function left out. */
export function machineSource(machine: AnyStateMachine): string {
  const tree = JSON.stringify(machineTree(machine), null, 2);
  return `import { createMachine } from 'xstate';\n\nexport const machine = createMachine(${tree});\n`;
}

/** The tree of a machine as plain data. */
export function machineTree({ config }: AnyStateMachine): object {
  return withoutFunctions(config);
}

function withoutFunctions(tree: object): object {
  const entries = Object.entries(tree).filter(([, value]: [string, unknown]) => typeof value !== 'function');
  return Object.fromEntries(entries.map(([key, value]: [string, unknown]) => [key, plain(value)]));
}

function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.filter((item) => typeof item !== 'function').map(plain);
  return withoutFunctions(value);
}
