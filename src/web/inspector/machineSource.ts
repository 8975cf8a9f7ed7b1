import type { AnyStateMachine } from 'xstate';
import { machineTree } from '../../recording/machineTree.ts';

/** A machine as source that opens in the Stately tools: its tree with names only, what is a function left out. */
export function machineSource(machine: AnyStateMachine): string {
  const tree = JSON.stringify(machineTree(machine), null, 2);
  return `import { createMachine } from 'xstate';\n\nexport const machine = createMachine(${tree});\n`;
}
