import type { babel } from '@stryker-mutator/instrumenter';
import * as t from '@babel/types';

/** Plugin of StrykerJS: descriptions of states and of API calls are for developers, and change no behaviour. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'descriptions',
    value: {
      shouldIgnore: ({ node }: babel.NodePath) =>
        t.isObjectProperty(node) && t.isIdentifier(node.key, { name: 'description' }) ? 'A description' : undefined,
    },
  },
];
