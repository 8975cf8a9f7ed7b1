import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { describe, expect, test } from 'vitest';
import { StateMachine, type AnyStateMachine } from 'xstate';
import { getStateNodes } from 'xstate/graph';
import { testsOf } from '../../src/tooling/checkRecording.ts';

const folder = join(import.meta.dirname, '../../machines');
const modules: Record<string, Record<string, unknown>> = import.meta.glob('../../machines/*Machine.ts', {
  eager: true,
});
const machines = Object.entries(modules).map(([path, exports]) => {
  const file = path.split('/').at(-1) ?? path;
  return { file, machine: machineIn(file, exports) };
});

describe.each(machines)('house style: $file', ({ file, machine }) => {
  test('the file name and the id match the name of the machine', () => {
    expect(`${machine.id}Machine.ts`).toBe(file);
  });

  test('every state has a description', () => {
    const silent = getStateNodes(machine).filter(({ description = '' }) => description.trim() === '');
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  test('the config has no inline functions except params, input, output and context', () => {
    expect(inlineFunctions(readFileSync(join(folder, file), 'utf8'))).toEqual([]);
  });
});

describe('house style', () => {
  test.each([
    ['a guard', "({}).createMachine({ on: { go: { guard: () => true, target: 'x' } } })", ['guard']],
    ['a shorthand method', '({}).createMachine({ invoke: { onDone() {} } })', ['onDone']],
    ['no mapper', '({}).createMachine({ context: () => [1].map((x) => x), entry: { params: () => 1 } })', []],
  ])('the check of inline functions finds %s', (_, source, keys) => {
    expect(inlineFunctions(source)).toEqual(keys);
  });

  test('every machine with effects has page tests to name when a replay finds a fault in an effect', () => {
    const lost = machines.flatMap(({ machine: { id, implementations } }) => {
      const effects = Object.values(implementations.actors).filter((logic) => !(logic instanceof StateMachine));
      return effects.length === 0 ? [] : testsOf(id).filter((path) => !existsSync(join(folder, '..', path)));
    });
    expect(lost, 'write these tests, or name existing ones in src/tooling/checkRecording.ts').toEqual([]);
  });
});

function machineIn(file: string, exports: Record<string, unknown>): AnyStateMachine {
  const found = Object.values(exports).filter((each) => each instanceof StateMachine);
  const [machine] = found;
  if (machine === undefined || found.length > 1) throw new Error(`${file} does not export exactly one machine`);
  return machine;
}

/** The keys of the inline functions in the config of `createMachine`, except mappers and their contents. */
function inlineFunctions(source: string): string[] {
  const trees: Span[] = [];
  const functions: Span[] = [];
  const keys = new Map<number, string>();
  new Visitor({
    CallExpression: ({ callee, arguments: [tree] }) => {
      if (callee.type !== 'MemberExpression' || tree === undefined) return;
      if (callee.property.type === 'Identifier' && callee.property.name === 'createMachine') trees.push(tree);
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier') keys.set(value.start, key.name);
    },
    ArrowFunctionExpression: (node) => {
      functions.push(node);
    },
    FunctionExpression: (node) => {
      functions.push(node);
    },
  }).visit(parseSync('machine.ts', source).program);
  const inTree = functions.filter((each) => trees.some((tree) => holds(tree, each)));
  const isMapper = ({ start }: Span) => ['params', 'input', 'output', 'context'].includes(keys.get(start) ?? '');
  const mappers = inTree.filter(isMapper);
  return inTree
    .filter((each) => !isMapper(each) && !mappers.some((mapper) => holds(mapper, each)))
    .map(({ start }) => keys.get(start) ?? '?');
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function holds(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
