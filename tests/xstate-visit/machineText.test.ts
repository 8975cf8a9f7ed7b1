import { stripTypeScriptTypes } from 'node:module';
import { minify, transformWithOxc } from 'vite';
import { createMachine, emit, fromTransition, not, setup, type MachineContext } from 'xstate';
import { describe, expect, test } from 'vitest';
import { isDeepSame } from '../../src/xstate-visit/recording/plainData.ts';
import { textOfMachine, withoutFormatting, type Fingerprint } from '../../src/xstate-visit/recording/machineText.ts';

/** A machine as somebody writes it in TypeScript. */
const SOURCE = `
const guard = ({ context, event }: { context: { name: string; count: number }, event: { list: readonly number[] } }) => {
  // Enough for a group.
  const { name, count } = context;
  if (name === 'ana' || name === "it's") { return count > 60_000; }
  return event.list.map((each) => each * 0.5).filter(each => each >= 1e3,).length > 0x10;
};
`;

describe('the text of a function', () => {
  test('is the same after each compiler, and another after a change', async () => {
    const inNode = stripTypeScriptTypes(SOURCE);
    const { code: inVite } = await transformWithOxc(SOURCE, 'machine.ts');
    expect(inVite).not.toBe(inNode);
    expect(withoutFormatting(inVite)).toBe(withoutFormatting(inNode));
    expect(withoutFormatting(inNode.replace('60_000', '60_001'))).not.toBe(withoutFormatting(inNode));
    expect(withoutFormatting(inNode.replace("'ana'", "'budi'"))).not.toBe(withoutFormatting(inNode));
  });

  test.each([
    '({ context }) => (context.a ? 1 : 2)',
    '({ event }) => (event as any).error',
    '({ context }) => (context.a && context.b) || context.c',
    '({ context }) => ({ ...(context.card as Card), x: 1 })',
    '({ context }) => context.ref!.x',
    String.raw`({ context }) => 'it\'s ' + context.n`,
    String.raw`({ context }) => "say \"x\""`,
    '({ context }) => { if (context.a) return 1; else return 2; }',
    '({ context }) => (context.x satisfies string)',
    '({ context }) => 1_000 + 0xff + 1e3 + .5 + 5.',
    '({ context, }) => ({ a: context.a, })',
    '(x: X) => x.y',
    '({ context }) => 2 * (context.a + 1)',
  ])('is the same in Vite and in Node: %s', async (text) => {
    const code = `export const f = ${text};`;
    const { code: inVite } = await transformWithOxc(code, 'machine.ts');
    expect(withoutFormatting(inVite)).toBe(withoutFormatting(stripTypeScriptTypes(code)));
  });

  test('keeps the parameters of a call', () => {
    expect(withoutFormatting('Math.max(0, event.n)')).not.toBe(withoutFormatting('Math.max(0, context.n)'));
  });

  test('names an import as the sources do', () => {
    const bundled =
      '({ event }) => (0, __vi_import_0__.isOpen)((0, __vi_import_1__.hours), event) && __vi_import_1__.LIMIT > 3';
    expect(withoutFormatting(bundled)).toBe(withoutFormatting('({ event }) => isOpen(hours, event) && LIMIT > 3'));
  });
});

const share = ({ characters, removable }: Fingerprint) => removable / characters;
const isFirst = () => 1 === Number('1');
const isSecond = () => 2 === Number('1');

const gate = (guard: () => boolean, target = 'open') =>
  textOfMachine(
    createMachine({ id: 'gate', initial: 'shut', states: { shut: { on: { go: { guard, target } } }, open: {} } }),
  ).fingerprint;

/** The fingerprint of a machine that names implementations, each in another part. */
const naming = (implementations: Parameters<typeof createMachine>[1]) =>
  textOfMachine(
    createMachine(
      {
        initial: 'first',
        on: { go: { guard: 'sure', target: '.second' }, ring: { actions: 'ring' } },
        states: { first: { after: { soon: 'second' } }, second: { invoke: { src: 'count' } } },
      },
      implementations,
    ),
  ).fingerprint;

const counter = (step: number) =>
  step === 1 ? fromTransition((count: number) => count + 1, 0) : fromTransition((count: number) => count + 2, 0);

/** The fingerprint of a machine whose initial data was made when its module was loaded. */
const loaded = (value: unknown) => textOfMachine(createMachine({ context: { value } })).fingerprint;

/** The fingerprint of a machine with an actor that counts in steps. */
const counting = (reducer: (count: number) => number) =>
  textOfMachine(createMachine({ invoke: { src: fromTransition(reducer, 0) } })).fingerprint;

describe('the fingerprint of a machine', () => {
  test('tells the part, and a change of its structure from a change of its functions', () => {
    const { parts } = gate(isFirst);
    expect(gate(isFirst).parts).toEqual(parts);
    expect(gate(isSecond).parts).toEqual({
      ...parts,
      'shut on go': {
        ...parts['shut on go'],
        functions: expect.not.stringMatching(`^${parts['shut on go']?.functions}$`),
      },
    });
    expect(gate(isFirst, 'shut').parts).toEqual({
      ...parts,
      'shut on go': {
        ...parts['shut on go'],
        structure: expect.not.stringMatching(`^${parts['shut on go']?.structure}$`),
      },
    });
  });

  test.each([
    ['a guard', { guards: { sure: isFirst } }, { guards: { sure: isSecond } }],
    [
      'a guard that another guard names',
      { guards: { sure: not('other'), other: isFirst } },
      { guards: { sure: not('other'), other: isSecond } },
    ],
    ['a delay', { delays: { soon: 1 } }, { delays: { soon: 2 } }],
    ['an emitted event', { actions: { ring: emit({ type: 'rung' }) } }, { actions: { ring: emit({ type: 'gone' }) } }],
    ['an effect', { actions: { ring: isFirst } }, { actions: { ring: isSecond } }],
    ['the reducer of an actor', { actors: { count: counter(1) } }, { actors: { count: counter(2) } }],
  ])('changes in each part that names %s of setup', (_, first, second) => {
    const [before, after] = [first, second].map((implementations) => naming(implementations).parts);
    const changed = Object.keys(before ?? {}).filter((name) => !isDeepSame(before?.[name], after?.[name]));
    expect(changed).toHaveLength(1);
  });

  test.each([
    ['the time', 1_772_717_700_000, 1_772_717_800_000],
    ['a random number', 0.123_456_789_01, 0.987_654_321_09],
    ['a text of the initial data', 'x1', 'y2'],
  ])('does not change with %s at which the module was loaded', (_, first, second) => {
    expect(loaded(first)).toEqual(loaded(second));
  });

  test.each([
    ['a number', 1, 2],
    ['a number of twelve characters', 100_000_000_000, 100_000_000_001],
    ['the type of a value', 1n, '1'],
    ['the class of a value', new Map(), new Set()],
    ['the number of values', [1], [1, 1]],
  ])('changes with %s in the initial data', (_, first, second) => {
    expect(loaded(first)).not.toEqual(loaded(second));
  });

  test('changes with the reducer of an actor', () => {
    expect(counting((count) => count + 1)).not.toEqual(counting((count) => count + 2));
  });

  test('has the same structure when a minifier writes the key of an object that has the name of an action', () => {
    const written = structureOf(({ context: { ring } }) => [{ ring }].length > 0);
    expect(structureOf(({ context: { ring: a } }) => [{ ring: a }].length > 0)).toBe(written);
  });

  test('says that a build is minified only if its names are short, too: some compilers remove white space alone', async () => {
    const source = stripTypeScriptTypes(SOURCE).replace('const guard', 'globalThis.guard');
    const built = async (options?: Parameters<typeof minify>[2]) => {
      const { code } = await minify('machine.js', source, options);
      // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the minified text must be the text of a function
      const guard: () => boolean = new Function(`${code}; return globalThis.guard;`)();
      return share(gate(guard));
    };
    expect(share(gate(isFirst))).toBeGreaterThan(0.1);
    expect(await built({ compress: false, mangle: false, codegen: { removeWhitespace: true } })).toBeGreaterThan(0.1);
    expect(await built()).toBeLessThan(0.05);
  });
});

/** The hash of the structure of an event with a guard, in a machine that has an action `ring`. */
function structureOf(guard: (args: { context: MachineContext }) => boolean) {
  const machine = setup({ actions: { ring: isFirst } }).createMachine({ on: { go: { guard } } });
  return textOfMachine(machine).fingerprint.parts['on go']?.structure;
}

test('the words of a machine are its names and the constant texts of its functions', () => {
  const machine = createMachine({
    id: 'tabs',
    context: { tab: 'home' },
    initial: 'idle',
    states: { idle: { on: { open: { guard: ({ event }) => ['cart', "it's", `help`].includes(event['tab']) } } } },
  });
  const { words } = textOfMachine(machine);
  expect(['tabs', 'home', 'idle', 'open', 'cart', "it's", 'help', 'guard'].filter((word) => !words.has(word))).toEqual(
    [],
  );
  expect(words.has('Ana')).toBe(false);
});
