import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { checkFile } from '../../src/xstate-visit/commandLine/checkFile.ts';
import { recordingText } from '../../src/xstate-visit/recording/recording.ts';
import { checkRecording, type CheckResult } from '../../src/xstate-visit/replay/checkRecording.ts';
import { testFolder } from '../server/testFolder.ts';
import { kitchen, recordTea } from './record.ts';

let file = '';
let printed = '';

beforeEach(async () => {
  file = join(testFolder(), 'tea.json');
  await writeFile(file, recordingText(await recordTea()));
  printed = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  onTestFinished(() => write.mockRestore());
});

/** Checks the recording of a visit, with a part of the result replaced. */
async function check(part: Partial<CheckResult>, expectations: readonly string[] = []): Promise<number> {
  const result = (text: string) => ({ ...checkRecording(text, kitchen), ...part });
  const { exitCode } = await checkFile(file, { expect: expectations }, result);
  return exitCode;
}

const NOT_COMPARABLE = { verdict: 'not comparable', notComparable: ['The machine lamp was not passed.'] } as const;
const DIFFERENT = {
  verdict: 'different',
  differences: [{ at: 0, frame: 0, actor: 'kettle', event: 'water.fill', parts: [] }],
} as const;
const BROKEN = { brokenRules: [{ at: 0, message: 'kettle: it holds 2 litres' }] };

test.each([
  [0, 'the verdict is same', {}, []],
  [1, 'the verdict is different', { verdict: 'different' }, []],
  [2, 'the verdict is not comparable', NOT_COMPARABLE, []],
  [1, 'a rule is broken in a recording that is not comparable', { ...NOT_COMPARABLE, ...BROKEN }, []],
  [0, 'the expectation is met although the recording differs', DIFFERENT, ['kettle.hot']],
  [2, 'the expectation is met in a recording that is not comparable', NOT_COMPARABLE, ['kettle.hot']],
  [2, 'the expectation is met, but differences have no verdict', { ...DIFFERENT, ...NOT_COMPARABLE }, ['kettle.hot']],
  [1, 'the expectation is not met', NOT_COMPARABLE, ['kettle.cold']],
] as const)('a check exits with %i when %s', async (code, _, part, expectations) => {
  expect(await check(part, expectations)).toBe(code);
});

test('a check of a recording that is not comparable prints the reason, and never that nothing differs', async () => {
  await check(NOT_COMPARABLE);
  expect(printed).toContain('Not comparable: The machine lamp was not passed.\n');
  expect(printed).toMatch(/^Verdict: not comparable\. No broken rule\.$/m);
  expect(printed).not.toContain('No difference');
});

test('a check names the guards that ran on placeholders', async () => {
  await check({ unjudged: ['The guard isTea of kettle reads a placeholder.'] });
  expect(printed).toContain('Not judged: The guard isTea of kettle reads a placeholder.');
});
