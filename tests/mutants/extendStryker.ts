import * as t from '@babel/types';
import { allMutators } from '../../node_modules/@stryker-mutator/instrumenter/dist/src/mutators/mutate.js';
import { ownMutators } from './kinds.ts';

type Mutator = (typeof allMutators)[number];

const extended: readonly Mutator[] = [...allMutators, ...ownMutators];

/**
 * Adds our mutators to those of StrykerJS, which has no plugins for mutators.
 *
 * @param sample Keeps every nth mutant.
 * @param kind Keeps the mutator of this name only, such as `RemovedCondition`; undefined keeps all.
 * @param ignored Leaves out code outside of functions, which runs once per module, or all code outside of actors.
 */
export function extendStryker(sample = 1, kind?: string, ignored?: 'modules' | 'allButActors'): void {
  let count = 0;
  const kept = extended.filter(({ name }) => kind === undefined || name === kind);
  const sampled = kept.map((mutator): Mutator => ({
    name: mutator.name,
    filter: (mutants) => mutator.filter?.(mutants) ?? true,
    *mutate(path, context) {
      if (ignored !== undefined && path.getFunctionParent() === null) return;
      if (ignored === 'allButActors' && path.findParent(({ node }) => isActor(node)) === null) return;
      for (const replacement of mutator.mutate(path, context)) if (count++ % sample === 0) yield replacement;
    },
  }));
  allMutators.splice(0, allMutators.length, ...sampled);
}

/** Whether a node is the logic of a callback actor or of a promise actor. */
function isActor(node: t.Node): boolean {
  return t.isCallExpression(node) && t.isIdentifier(node.callee) && /^from(?:Callback|Promise)$/.test(node.callee.name);
}
