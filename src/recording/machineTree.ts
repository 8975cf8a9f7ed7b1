import type { AnyStateMachine } from 'xstate';
import { textHash } from './textHash.ts';

/** The tree of a machine as plain data: what is a function is left out. */
export function machineTree({ config }: AnyStateMachine): object {
  return withoutFunctions(config);
}

/** What tells a machine's tree from another: states, transitions and names. Descriptions and functions, which a build changes, count for nothing. */
export function machineFingerprint(machine: AnyStateMachine): string {
  return textHash(
    JSON.stringify(machineTree(machine), (key, value: unknown) => (key === 'description' ? undefined : value)),
  );
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
