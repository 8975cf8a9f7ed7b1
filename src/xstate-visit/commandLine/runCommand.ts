import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { checkRecording } from '../check.ts';
import { requireSupportedXState } from '../supportedXState.ts';
import { CHECK_OPTIONS, checkFile, OPTIONS_HELP } from './checkFile.ts';
import { EXIT } from './exitCodes.ts';
import { loadMachines } from './loadMachines.ts';
import type { Runner } from './testText.ts';
import { importPath, writeTest } from './writeTest.ts';

const USAGE = `xstate-visit check FILE --machines MODULE [--expect EXPECTATION]... [--at SECONDS]
xstate-visit test FILE --machines MODULE [--for vitest|node] [--folder FOLDER] [--expect EXPECTATION]... [--at SECONDS]

check replays a saved recording on the machines of a module and lists the differences. It exits with 0 if the machines do the same,
1 if they do something else, 2 if the recording is not comparable, and 3 if a file or an argument cannot be used.
test writes a test that fails until the bug is fixed. It exits with 0 if it has written the test.

--machines  a JavaScript or TypeScript module that exports the machines under the keys that the app passes to startVisit
${OPTIONS_HELP.replaceAll(/^(--\w+) +/gm, (_, name: string) => name.padEnd(12))}--for       the program that runs the test; the default is vitest if package.json names it, otherwise node
--folder    the folder of the test; the default is tests/recordings
`;

/** Runs the command `xstate-visit`. Resolves to the exit code. Rejects with a message for the user when a file or an argument is unusable. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...CHECK_OPTIONS,
      machines: { type: 'string' },
      for: { type: 'string' },
      folder: { type: 'string', default: 'tests/recordings' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const [command, file, ...others] = positionals;
  const isKnown = command === 'check' || command === 'test';
  if (!isKnown || file === undefined || others.length > 0 || values.machines === undefined) throw new Error(USAGE);
  requireSupportedXState();
  const module = resolve(values.machines);
  const { machines, exported } = await loadMachines(pathToFileURL(module));
  const checked = await checkFile(file, values, (text) => checkRecording(text, { machines }));
  if (command === 'check') return checked.exitCode;
  const runner = runnerOf(values.for);
  const source = { machines: importPath(values.folder, module), exported };
  const test = writeTest(checked, { folder: values.folder, ending: '.test.mjs', runner, source });
  process.stdout.write(`Wrote ${test}: ${runner === 'vitest' ? `npx vitest run ${test}` : `node --test ${test}`}\n`);
  return EXIT.same;
}

const packageSchema = v.object({
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  devDependencies: v.optional(v.record(v.string(), v.string()), {}),
});

function runnerOf(named: string | undefined): Runner {
  if (named === 'vitest' || named === 'node') return named;
  if (named !== undefined) throw new Error(`--for ${named} is neither vitest nor node.`);
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), packageSchema), packageText(process.cwd()));
  if (!read.success) return 'node';
  return 'vitest' in { ...read.output.dependencies, ...read.output.devDependencies } ? 'vitest' : 'node';
}

/** The text of the nearest package.json in a folder or above. Empty if there is none. */
function packageText(folder: string): string {
  const path = join(folder, 'package.json');
  if (existsSync(path)) return readFileSync(path, 'utf8');
  return dirname(folder) === folder ? '' : packageText(dirname(folder));
}
