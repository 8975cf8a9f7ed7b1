/** The expectations of a test about a recording. */
export interface Expected {
  readonly expectations: readonly string[];
  /** When they are to be met; at the end without it. */
  readonly seconds: number | undefined;
  /** Whether everything has to come as it was recorded. */
  readonly sameAsRecorded: boolean;
  /** The module from which the test takes `checkRecording`, bound to the product. */
  readonly checkRecording: string;
}

/** A Vitest file that replays the recording beside it and fails until what is expected holds. */
export function testText(name: string, { expectations, seconds, sameAsRecorded, checkRecording }: Expected): string {
  const tests = [
    testOf('breaks no rule of the product', 'expect(result.brokenRules).toEqual([]);'),
    ...(sameAsRecorded ? [testOf('comes as it was recorded', 'expect(result.differences).toEqual([]);')] : []),
    ...expectations.map((each) => {
      const at = seconds === undefined ? '' : `, ${seconds}`;
      const title = `leads to ${each}${seconds === undefined ? '' : ` after ${seconds} s`}`;
      return testOf(title, `expect(result.unmet(${literal(each)}${at})).toBeUndefined();`);
    }),
  ];
  return `import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkRecording } from '${checkRecording}';

// The answers of effects are part of the recording: a fault in an effect needs a test that runs the effect itself.
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
