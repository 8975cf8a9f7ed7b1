import { readFileSync } from 'node:fs';
import type { CheckResult } from '../replay/checkRecording.ts';
import { EXIT } from './exitCodes.ts';
import { printable, reportText } from './report.ts';

const NONE: string[] = [];

/** The options of every check, as `parseArgs` expects them. */
export const CHECK_OPTIONS = {
  expect: { type: 'string', multiple: true, default: NONE },
  at: { type: 'string' },
} as const;

export const OPTIONS_HELP = `--expect  a state (MACHINE.STATE), data (MACHINE.PATH=JSON) or an action (MACHINE does ACTION, or MACHINE does ACTION JSON)
--at      when the expectation must be met, in seconds; the default is the end
`;

const RIGHT = 'All expectations are met: the machines work correctly. If the screen was wrong, the bug is in a view.\n';

/** The result of a checked file. */
export interface Checked {
  readonly file: string;
  /** The text of the file. */
  readonly text: string;
  readonly result: CheckResult;
  readonly expectations: readonly string[];
  /** The time at which the expectations must be met. Undefined means the end of the recording. */
  readonly seconds: number | undefined;
  readonly exitCode: number;
}

/** Checks a file and prints the result. Throws when the file or an argument is unusable. */
export async function checkFile(
  file: string,
  { expect: expectations, at }: { readonly expect: readonly string[]; readonly at?: string | undefined },
  checkRecording: (text: string) => CheckResult | Promise<CheckResult>,
): Promise<Checked> {
  const seconds = at === undefined ? undefined : secondsOf(at);
  const text = textOf(file);
  const result = await checkRecording(text);
  const unmet = expectations.flatMap((each) => result.unmet(each, seconds) ?? []);
  process.stdout.write(printable(reportText(result)));
  for (const each of unmet) process.stdout.write(printable(`${each}\n`));
  const exitCode = exitCodeOf(result, expectations, unmet);
  if (expectations.length > 0 && exitCode === EXIT.same) process.stdout.write(RIGHT);
  return { file, text, result, expectations, seconds, exitCode };
}

function exitCodeOf(
  { brokenRules, verdict }: CheckResult,
  expectations: readonly string[],
  unmet: readonly string[],
): number {
  if (brokenRules.length > 0 || unmet.length > 0) return EXIT.different;
  // The recording can contain the bug, so differences do not matter if the user has stated expectations.
  return expectations.length > 0 && verdict === 'different' ? EXIT.same : EXIT[verdict];
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(`The file ${file} cannot be read.`);
  }
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (text.trim() === '' || Number.isNaN(seconds)) throw new Error(`--at ${text} is not a number of seconds.`);
  return seconds;
}
