/** What a test holds a recording to. */
export interface Demands {
  readonly expectations: readonly string[];
  /** When they are to be met; at the end without it. */
  readonly seconds: number | undefined;
  /** Whether everything has to come as it was recorded. */
  readonly sameAsRecorded: boolean;
}

/** A Vitest file that replays the recording beside it and fails until what is demanded holds. */
export function testText(name: string, { expectations, seconds, sameAsRecorded }: Demands): string {
  const tests = [
    testOf('breaks no rule of the product', 'expect(verdict.breaches).toEqual([]);'),
    ...(sameAsRecorded ? [testOf('comes as it was recorded', 'expect(verdict.differences).toEqual([]);')] : []),
    ...expectations.map((each) => {
      const at = seconds === undefined ? '' : `, ${seconds}`;
      const name = `leads to ${each}${seconds === undefined ? '' : ` after ${seconds} s`}`;
      return testOf(name, `expect(verdict.wanting(${literal(each)}${at})).toBeUndefined();`);
    }),
  ];
  return `import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { judgeReplay } from '../../src/recording/judgeReplay.ts';

const verdict = judgeReplay(readFileSync(\`\${import.meta.dirname}/${name}.json\`, 'utf8'));

describe(${literal(`recording: ${name}`)}, () => {
${tests.join('\n\n')}
});
`;
}

function testOf(name: string, body: string): string {
  return `  test(${literal(name)}, () => {\n    ${body}\n  });`;
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}
