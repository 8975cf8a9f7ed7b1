import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../../src/tooling/projectRoot.ts';
import { runProgram, runToEnd } from '../../programs/runProgram.ts';
import { rounds } from '../../rounds.ts';
import { installApp, OFFLINE, OFFLINE_OLDEST, writeFiles } from './installApp.ts';
import { packInspector } from './packInspector.ts';

let tarball = '';
let folder = '';

beforeAll(async () => {
  tarball = await packInspector();
  folder = await installApp(tarball, { dependencies: OFFLINE });
});

afterAll(() => Promise.all([rm(dirname(tarball), { recursive: true }), rm(folder, { recursive: true })]));

describe('the tarball of the package', () => {
  test('has nothing that publint reports', async () => {
    const { buffer } = new Uint8Array(await readFile(tarball));
    const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages).toEqual([]);
  });

  test('has types for every way of resolving modules; CommonJS must import it dynamically, as it is an ES module', async () => {
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(tarball))));
    const problems = result.types === false ? ['no types'] : result.problems.map(({ kind }) => kind);
    expect(new Set(problems)).toEqual(new Set(['CJSResolvesToESM']));
  });

  test('contains its guide, its licence and its changelog', async () => {
    for (const name of ['README.md', 'LICENSE', 'CHANGELOG.md']) {
      const installed = await readFile(join(folder, 'node_modules/xstate-visit', name), 'utf8');
      expect(installed).toBe(await readFile(join(projectRoot, 'src/xstate-visit', name), 'utf8'));
    }
  });

  test('contains the licence of each package that the panel contains', async () => {
    const licences = await readFile(join(folder, 'node_modules/xstate-visit/dist/licences.txt'), 'utf8');
    const names = Array.from(licences.matchAll(/^## (\S+)/gm), ([, name = '']) => name);
    expect(new Set(names)).toEqual(
      new Set([
        '@xstate/react',
        'react',
        'react-dom',
        'scheduler',
        'use-isomorphic-layout-effect',
        'use-sync-external-store',
      ]),
    );
    expect(licences.split('Permission is hereby granted')).toHaveLength(names.length + 1);
  });
});

/** Checks the types of an app that uses the installed package. Resolves to the errors in the app and in the package. */
async function typeErrors(compilerOptions: object, text: string): Promise<readonly string[]> {
  await writeFile(join(folder, 'app.ts'), text);
  const base = { strict: true, noEmit: true, types: [], lib: ['ES2023'] };
  const config = { compilerOptions: { ...base, ...compilerOptions }, files: ['app.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { said } = await runToEnd(join(projectRoot, 'node_modules/.bin/tsc'), ['-p', folder]);
  // XState and valibot themselves need the library of the DOM.
  return said.split('\n').filter((line) => / error /.test(line) && !/node_modules\/(?:xstate|valibot)\//.test(line));
}

const NODE = ['nodenext', { module: 'nodenext' }] as const;
const BUNDLER = ['bundler', { module: 'ESNext', moduleResolution: 'bundler' }] as const;

test.each(rounds([NODE], [NODE, BUNDLER]))(
  'the types of the package need neither the types of Node nor the library of the DOM (module resolution %s)',
  async (_, options) => {
    const text = `import { setup } from 'xstate';
import { startVisit } from 'xstate-visit';
import { checkRecording, loadMachines, recordVisit, runCheck, type Verdict } from 'xstate-visit/check';
import { machineGraph } from 'xstate-visit/statechart';

const machines = { kettle: setup({}).createMachine({}) };
export const inspect = startVisit({ machines }).inspect;
export const verdict: Verdict = checkRecording('', { machines }).verdict;
export const all = [loadMachines, machineGraph, recordVisit({ machines }), runCheck];
// @ts-expect-error: there is no such option
startVisit({ machines, colour: 1 });
`;
    expect(await typeErrors(options, text)).toEqual([]);
  },
);

const MACHINES = `import { assign, setup } from 'xstate';
import { cups } from './lib/cups';

export const kettle = setup({
  types: {} as { context: { cups: number }; events: { type: 'pour' } },
  actions: { pour: assign({ cups: ({ context }) => context.cups + cups }) },
}).createMachine({ id: 'pot', context: { cups: 0 }, on: { pour: { actions: 'pour' } } });

export const teapot = setup({}).createMachine({
  id: 'pot',
  initial: 'empty',
  states: { empty: { on: { fill: 'full' } }, full: {} },
});
`;

const RECORD = `import { writeFileSync } from 'node:fs';
import { createActor } from 'xstate';
import { loadMachines, recordingText, recordVisit } from 'xstate-visit/check';

const { machines } = await loadMachines(new URL('machines.ts', import.meta.url));
const { inspect, recording } = recordVisit({ machines });
const kettle = createActor(machines.kettle, { inspect }).start();
createActor(machines.teapot, { inspect }).start().send({ type: 'fill' });
kettle.send({ type: 'pour' });
writeFileSync('visit.json', recordingText(recording()));
`;

/** Runs the installed command with arguments, separated by spaces. npx would take longer than the command. */
function run(command: string) {
  return runToEnd(join(folder, 'node_modules/.bin/xstate-visit'), command.split(' '), { cwd: folder });
}

describe('in Node alone, the installed command', () => {
  beforeAll(async () => {
    await writeFiles(folder, {
      'machines.ts': MACHINES,
      'lib/cups.ts': 'export const cups: number = 1;\n',
      'record.js': RECORD,
    });
    await runProgram(process.execPath, ['record.js'], { cwd: folder });
  });

  test('finds no difference in unchanged TypeScript machines with one id, whose imports have no ending', async () => {
    expect(await run('check visit.json --machines machines.ts')).toEqual({
      code: 0,
      said: expect.stringMatching(/^Verdict: same\. No difference, no broken rule\.$/m),
    });
  });

  test('gives the same exit codes with the oldest supported XState', async () => {
    const oldest = await installApp(tarball, {
      dependencies: OFFLINE_OLDEST,
      files: { 'machines.ts': MACHINES, 'lib/cups.ts': 'export const cups: number = 1;\n', 'record.js': RECORD },
    });
    await runProgram(process.execPath, ['record.js'], { cwd: oldest });
    const check = (machines: string) =>
      runToEnd('npx', ['--no-install', 'xstate-visit', 'check', 'visit.json', '--machines', machines], { cwd: oldest });
    expect(await check('machines.ts')).toMatchObject({ code: 0 });
    await writeFiles(oldest, {
      'changed/machines.ts': MACHINES.replace("fill: 'full'", 'fill: {}'),
      'changed/lib/cups.ts': 'export const cups = 1;\n',
    });
    expect(await check('changed/machines.ts')).toMatchObject({ code: 1 });
    await rm(oldest, { recursive: true });
  });

  test('finds the difference that the guide lets its reader make', async () => {
    const guide = await readFile(join(projectRoot, 'tests/xstate-visit/guide/machines.ts'), 'utf8');
    const record = `import { writeFileSync } from 'node:fs';
import { createActor } from 'xstate';
import { recordingText, recordVisit } from 'xstate-visit/check';
import { kettle } from './guide.ts';

const { inspect, recording } = recordVisit({ machines: { kettle }, isPublic: () => true });
const actor = createActor(kettle, { inspect }).start();
actor.send({ type: 'fill', litres: 2 });
actor.send({ type: 'start' });
writeFileSync('guide.json', recordingText(recording()));
actor.stop();
`;
    const changed = guide.replace("target: 'heating'", "target: 'hot'");
    await writeFiles(folder, { 'guide.ts': guide, 'changedGuide.ts': changed, 'recordGuide.js': record });
    await runProgram(process.execPath, ['recordGuide.js'], { cwd: folder });
    expect(await run('check guide.json --machines guide.ts')).toMatchObject({ code: 0 });
    const { code, said } = await run('check guide.json --machines changedGuide.ts');
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/kettle {2}start\n[^]* +state\n +recorded {2}heating\n +today {5}hot\n/),
    ]);
  });

  test('refuses XState 6 with a sentence, and so does the panel', async () => {
    const six = {
      'package.json': JSON.stringify({ name: 'xstate', version: '6.0.0', type: 'module', exports: './index.js' }),
      // It lacks names of XState 5, such as `assign` and `not`.
      'index.js': `export class Actor {}
export class StateMachine {}
export const [createActor, createMachine, getStateNodes, isMachineSnapshot, setup] = Array(5).fill(() => ({}));
`,
    };
    const files = Object.entries(six).map(([name, text]) => [`six/node_modules/xstate/${name}`, text]);
    await writeFiles(folder, { ...Object.fromEntries(files), 'six/package.json': '{"type":"module"}' });
    const installed = 'node_modules/xstate-visit';
    await cp(join(folder, installed), join(folder, 'six', installed), { recursive: true });
    const sentence = 'xstate-visit supports XState >=5.19 <6; the app has another version.';
    const inSix = (...args: readonly string[]) => runToEnd(process.execPath, args, { cwd: join(folder, 'six') });
    expect(
      await inSix(
        'node_modules/xstate-visit/dist/commandLine.js',
        'check',
        '../visit.json',
        '--machines',
        '../machines.ts',
      ),
    ).toEqual({ code: 3, said: `${sentence}\n` });
    const open = "import('xstate-visit').then(({ startVisit }) => startVisit({ machines: {} }))";
    expect(await inSix('-e', open)).toEqual({ code: 1, said: expect.stringContaining(`Error: ${sentence}`) });
  });

  test('finds the difference of a changed machine, and writes a test that fails until it is undone', async () => {
    const twice = MACHINES.replace('context.cups + cups', 'context.cups + 2 * cups');
    await writeFiles(folder, { 'changed/machines.ts': twice, 'changed/lib/cups.js': 'export const cups = 1;\n' });
    const { code, said } = await run('check visit.json --machines changed/machines.ts');
    expect([code, said]).toEqual([1, expect.stringMatching(/kettle {2}pour\n +cups\n +recorded {2}1\n +today {5}2\n/)]);

    const written = await run('test visit.json --machines changed/machines.ts --folder recordings');
    expect(written).toEqual({ code: 0, said: expect.stringContaining('Wrote recordings/visit.test.mjs: node --test') });
    const runTest = () => runToEnd(process.execPath, ['--test', 'recordings/visit.test.mjs'], { cwd: folder });
    expect(await runTest()).toEqual({ code: 1, said: expect.stringContaining("recorded: '1'") });
    await writeFiles(folder, { 'changed/machines.ts': MACHINES });
    expect((await runTest()).code).toBe(0);
  });

  test('says why it cannot compare a recording with machines that lack one, or that read something else', async () => {
    const imported = MACHINES.replace('export const teapot', 'const teapot');
    await writeFiles(folder, {
      'lacking.ts': imported,
      'other/machines.ts': MACHINES,
      'other/lib/cups.ts': 'export const cups = 2;\n',
    });
    expect(await run('check visit.json --machines lacking.ts')).toEqual({
      code: 2,
      said: expect.stringContaining('Not comparable: The root “teapot” is not among the machines: kettle.\n'),
    });
    expect(await run('check visit.json --machines other/machines.ts')).toEqual({
      code: 2,
      said: expect.stringContaining('Not comparable: The replay went otherwise in a step in which no changed'),
    });
  });

  test.each([
    ['the recording is missing', 'check gone.json --machines machines.ts', 'The file gone.json cannot be read.\n'],
    [
      'the recording is truncated',
      'check cut.json --machines machines.ts',
      /^This file is not a recording: it is not JSON/,
    ],
    ['the file is not a recording', 'check package.json --machines machines.ts', /^This file is not a recording/],
    ['the recording has another version', 'check old.json --machines machines.ts', /^This recording has version 1;/],
    ['the machines are missing', 'check visit.json --machines gone.ts', 'The file gone.ts cannot be read.\n'],
    ['the module exports no machine', 'check visit.json --machines record.js', 'record.js exports no machine.\n'],
    [
      'the module has syntax that Node cannot strip',
      'check visit.json --machines enum.ts',
      /^enum\.ts cannot be loaded in Node: TypeScript enum .*\n$/,
    ],
    [
      'the module imports a style',
      'check visit.json --machines style.ts',
      /^style\.ts cannot be loaded in Node: Unknown file extension "\.css" .*\n$/,
    ],
    [
      'the module imports a file that is gone',
      'check visit.json --machines import.ts',
      /^import\.ts cannot be loaded in Node: Cannot find module .*\n$/,
    ],
    ['nothing differs and the test has no expectation', 'test visit.json --machines machines.ts', /with --expect\.\n$/],
    [
      'the test is for an unknown program',
      'test visit.json --machines machines.ts --for jest',
      /--for jest is neither vitest nor node\.\n$/,
    ],
    ['no machines are named', 'check visit.json', /^xstate-visit check FILE --machines MODULE/],
    [
      'the command is unknown',
      'replay visit.json --machines machines.ts',
      /^xstate-visit check FILE --machines MODULE/,
    ],
  ])('exits with 3 and one message when %s', async (_, command, message) => {
    const text = await readFile(join(folder, 'visit.json'), 'utf8');
    await writeFiles(folder, {
      'cut.json': text.slice(0, 300),
      'old.json': text.replace(/"version":\d+/, '"version":1'),
      'enum.ts': 'export enum Taste { Mild }\n',
      'style.ts': "import './style.css';\n",
      'style.css': '',
      'import.ts': "import './gone';\n",
    });
    expect(await run(command)).toEqual({ code: 3, said: expect.stringMatching(message) });
  });
});
