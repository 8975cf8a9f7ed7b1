import { describe, expect, test } from 'vitest';
import { getStateNodes } from 'xstate/graph';
import { createMachine, type AnyStateMachine, type AnyTransitionDefinition } from 'xstate';
import { loadMachines } from '../../src/tooling/loadMachines.ts';
import { branchActions } from '../fixtures/branchActions.ts';

const machines = [...(await loadMachines()).values()];

/** The actions of each branch of every event whose branches run different actions, by state and event. */
function differingBranches(machine: AnyStateMachine): (readonly [string, string[][]])[] {
  return [machine.root, ...getStateNodes(machine)].flatMap((node) =>
    [...node.transitions, ['always', node.always ?? []] as const].flatMap(([event, transitions]) => {
      const branches = transitions.map(actionsOf);
      const all = new Set(branches.flat());
      return branches.every((names) => all.size === new Set(names).size)
        ? []
        : [[`${node.id} on ${event}`, branches] as const];
    }),
  );
}

function actionsOf({ actions }: Pick<AnyTransitionDefinition, 'actions'>): string[] {
  return actions.map((action) => (typeof action === 'string' ? action : 'type' in action ? action.type : action.name));
}

describe('house style: an action that one branch of an event runs and another does not has a reason', () => {
  test('tests/fixtures/branchActions.ts lists every such event with its actions and the reason', () => {
    const found = Object.fromEntries(machines.flatMap(differingBranches));
    const listed = Object.fromEntries(Object.entries(branchActions).map(([name, { branches }]) => [name, branches]));
    expect(
      found,
      'A branch has gained or lost an action. If it was meant, edit tests/fixtures/branchActions.ts and say why',
    ).toEqual(listed);
  });

  test('the check reports a branch that lacks an action of its sibling', () => {
    const machine = createMachine({
      id: 'm',
      on: { move: [{ guard: 'isSamePage' }, { actions: 'closeDrawer' }] },
    });
    expect(differingBranches(machine)).toEqual([['m on move', [[], ['closeDrawer']]]]);
  });
});
