/** Options of a generated test. */
export interface Expected {
  readonly expectations: readonly string[];
  /** When the expectations must be met; undefined means at the end. */
  readonly seconds: number | undefined;
  /** Whether the test requires that nothing differs from the recording. */
  readonly sameAsRecorded: boolean;
  /** Import path of a `checkRecording` that is bound to the app. */
  readonly checkRecording: string;
}

/** Source of a Vitest file that replays the recording beside it and fails until the expectations are met. */
export function testText(name: string, { expectations, seconds, sameAsRecorded, checkRecording }: Expected): string {
  const tests = [
    testOf('breaks no rule of the product', 'expect(result.brokenRules).toEqual([]);'),
    ...(sameAsRecorded ? [testOf('behaves as recorded', 'expect(result.differences).toEqual([]);')] : []),
    ...expectations.map((each) => {
      const at = seconds === undefined ? '' : `, ${seconds}`;
      const title = `leads to ${each}${seconds === undefined ? '' : ` after ${seconds} s`}`;
      return testOf(title, `expect(result.unmet(${literal(each)}${at})).toBeUndefined();`);
    }),
  ];
  return `import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkRecording } from '${checkRecording}';

// The recording contains the results of effects: a bug in an effect needs a test that runs the effect.
const result = await checkRecording(readFileSync(\`\${import.meta.dirname}/${name}.json\`, 'utf8'));

describe(${literal(`recording: ${name}`)}, () => {
${tests.join('\n\n')}
});
`;
}

function testOf(title: string, body: string): string {
  return `  test(${literal(title)}, () => {\n    ${body}\n  });`;
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}
