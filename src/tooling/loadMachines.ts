import { globSync } from 'node:fs';
import { StateMachine, type AnyStateMachine } from 'xstate';
import { projectRoot } from './projectRoot.ts';

/** Loads every machine of `machines/`, by the path of its file, in alphabetical order. */
export async function loadMachines(): Promise<ReadonlyMap<string, AnyStateMachine>> {
  const machines = new Map<string, AnyStateMachine>();
  for (const path of globSync('machines/*Machine.ts', { cwd: projectRoot }).toSorted()) {
    const exports: object = await import(/* @vite-ignore */ `${projectRoot}/${path}`);
    const machine = Object.values(exports).find((value) => value instanceof StateMachine);
    if (machine === undefined) throw new Error(`${path} exports no machine`);
    machines.set(path, machine);
  }
  return machines;
}
