import { parseArgs } from 'node:util';
import type { CheckResult } from '../replay/checkRecording.ts';
import { CHECK_OPTIONS, checkFile, OPTIONS_HELP } from './checkFile.ts';
import { exitWith } from './exitCodes.ts';
import { importPath, writeTest } from './writeTest.ts';

/** The app's own parts of the command. */
export interface CheckCommand {
  /** The command that the user types, such as `node check.ts`. */
  readonly command: string;
  /** The path of the module that exports `checkRecording`. Generated tests import it. */
  readonly module: string;
  readonly checkRecording: (text: string) => CheckResult | Promise<CheckResult>;
  /** The folder of generated tests. They run in Vitest. */
  readonly folder: string;
  /** Returns the command that runs a generated test. */
  readonly run: (test: string) => string;
}

function usage(command: string): string {
  return `${command} FILE [--expect EXPECTATION]... [--at SECONDS] [--test]

Replays a saved recording on the current machines and lists the differences. Exits with 0 if there are none, 1 if there are any,
2 if the recording is not comparable, and 3 if the file or an argument cannot be used.
${OPTIONS_HELP}--test    writes a test that fails until the bug is fixed
`;
}

/** Runs an app's own check command. Reads the arguments of the process and sets its exit code. */
export async function runCheck(app: CheckCommand): Promise<void> {
  await exitWith(() => check(app));
}

async function check({ command, module, checkRecording, folder, run }: CheckCommand): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { ...CHECK_OPTIONS, test: { type: 'boolean', default: false } },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new Error(usage(command));
  const checked = await checkFile(file, values, checkRecording);
  if (values.test) {
    const source = { checkRecording: importPath(folder, module) };
    const test = writeTest(checked, { folder, ending: '.test.ts', runner: 'vitest', source });
    process.stdout.write(`Wrote ${test}: ${run(test)}\n`);
  }
  return checked.exitCode;
}
