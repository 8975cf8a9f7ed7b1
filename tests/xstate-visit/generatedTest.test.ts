import { expect, test } from 'vitest';
import { testText } from '../../src/xstate-visit/commandLine/testText.ts';

const AT_END = {
  seconds: undefined,
  sameAsRecorded: false,
  runner: 'vitest',
  source: { checkRecording: '../check.ts' },
} as const;

test('a generated test contains the expectations for the recording', () => {
  const text = testText('cold-tea', { ...AT_END, expectations: ['kettle.hot'], seconds: 3 });
  expect(text).toContain("import { checkRecording } from '../check.ts';");
  expect(text).toContain("readFileSync(`${import.meta.dirname}/cold-tea.json`, 'utf8')");
  expect(text).toContain(
    "  test('leads to kettle.hot after 3 s', () => {\n    expect(result.unmet('kettle.hot', 3)).toBeUndefined();",
  );
  expect(text).not.toContain('differences');
});

test('a generated test escapes apostrophes and backslashes', () => {
  const text = testText('tea', { ...AT_END, expectations: [String.raw`kettle.note="ana's \ tea"`] });
  expect(text).toContain(String.raw`result.unmet('kettle.note="ana\'s \\ tea"')`);
});

test('a generated test for node:test uses its assertions, and loads the machines as the command does', () => {
  const source = { machines: '../machines.ts', exported: ['kettle'] };
  const text = testText('tea', { ...AT_END, expectations: [], sameAsRecorded: true, runner: 'node', source });
  expect(text).toContain("import { checkRecording, loadMachines } from 'xstate-visit/check';");
  expect(text).toContain("await loadMachines(new URL('../machines.ts', import.meta.url));");
  expect(text).toContain('    assert.deepEqual(result.differences, []);');
  expect(text).toContain('    assert.deepEqual(result.notComparable, []);');
});

test.each([
  [['kettle', 'default'], "const machines = { 'kettle': app['kettle'], 'default': app['default'] };"],
  ['machines', 'const machines = app.machines;'],
  ['default', 'const machines = app.default;'],
] as const)('a generated test for Vitest imports machines that are exported as %s', (exported, line) => {
  const source = { machines: '../machines.ts', exported };
  const text = testText('tea', { ...AT_END, expectations: [], source });
  expect(text).toContain("import * as app from '../machines.ts';");
  expect(text).toContain(line);
});
