/** The program that runs a generated test. */
export type Runner = 'vitest' | 'node';

/** The import path of a generated test: a module of the app with a `checkRecording`, or the module with the app's machines. */
export type Source =
  | { readonly checkRecording: string }
  /** `exported` has the names of the exported machines, or the name of the object that has all machines. */
  | { readonly machines: string; readonly exported: readonly string[] | 'machines' | 'default' };

/** Options of a generated test. */
export interface Expected {
  readonly expectations: readonly string[];
  /** The time at which the expectations must be met. Undefined means the end of the recording. */
  readonly seconds: number | undefined;
  /** Whether the test fails if something differs from the recording. */
  readonly sameAsRecorded: boolean;
  readonly runner: Runner;
  readonly source: Source;
}

const FRAMEWORKS = {
  vitest: {
    imports: ["import { readFileSync } from 'node:fs';", "import { describe, expect, test } from 'vitest';"],
    isEmpty: (list: string) => `expect(${list}).toEqual([]);`,
    isUndefined: (value: string) => `expect(${value}).toBeUndefined();`,
  },
  node: {
    imports: [
      "import assert from 'node:assert/strict';",
      "import { readFileSync } from 'node:fs';",
      "import { describe, test } from 'node:test';",
    ],
    isEmpty: (list: string) => `assert.deepEqual(${list}, []);`,
    isUndefined: (value: string) => `assert.equal(${value}, undefined);`,
  },
} as const;

/** The source of a test. The test replays the recording in the same folder, and fails until the expectations are met. */
export function testText(name: string, { expectations, seconds, sameAsRecorded, runner, source }: Expected): string {
  const { imports, isEmpty, isUndefined } = FRAMEWORKS[runner];
  const check = checkIn(source, runner);
  const tests = [
    testOf('breaks no rule of the product', isEmpty('result.brokenRules')),
    ...(sameAsRecorded
      ? [
          testOf('behaves as recorded', isEmpty('result.differences')),
          testOf('can be compared as a whole', isEmpty('result.notComparable')),
        ]
      : []),
    ...expectations.map((each) => {
      const at = seconds === undefined ? '' : `, ${seconds}`;
      const title = `leads to ${each}${seconds === undefined ? '' : ` after ${seconds} s`}`;
      return testOf(title, isUndefined(`result.unmet(${literal(each)}${at})`));
    }),
  ];
  return `${[...imports, ...check.imports].join('\n')}

// The recording contains the results of effects: a bug in an effect needs a test that runs the effect.
const text = readFileSync(\`\${import.meta.dirname}/${name}.json\`, 'utf8');
${check.statements.join('\n')}

describe(${literal(`recording: ${name}`)}, () => {
${tests.join('\n\n')}
});
`;
}

function checkIn(source: Source, runner: Runner) {
  if ('checkRecording' in source) {
    return {
      imports: [`import { checkRecording } from ${literal(source.checkRecording)};`],
      statements: ['const result = await checkRecording(text);'],
    };
  }
  const { machines, exported } = source;
  const result = 'const result = checkRecording(text, { machines });';
  if (runner === 'node') {
    return {
      imports: ["import { checkRecording, loadMachines } from 'xstate-visit/check';"],
      statements: [`const { machines } = await loadMachines(new URL(${literal(machines)}, import.meta.url));`, result],
    };
  }
  const imports = [
    "import { checkRecording } from 'xstate-visit/check';",
    `import * as app from ${literal(machines)};`,
  ];
  if (typeof exported === 'string') return { imports, statements: [`const machines = app.${exported};`, result] };
  const entries = exported.map((each) => `${literal(each)}: app[${literal(each)}]`);
  return { imports, statements: [`const machines = { ${entries.join(', ')} };`, result] };
}

function testOf(title: string, body: string): string {
  return `  test(${literal(title)}, () => {\n    ${body}\n  });`;
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}
