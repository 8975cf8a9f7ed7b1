import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, extname, relative, resolve } from 'node:path';
import type { Checked } from './checkFile.ts';
import { testText, type Runner, type Source } from './testText.ts';

interface Target {
  readonly folder: string;
  /** The ending of the test's file name. */
  readonly ending: '.test.ts' | '.test.mjs';
  readonly runner: Runner;
  readonly source: Source;
}

/** Writes a test that fails until the bug is fixed, and a copy of the recording in the same folder. Returns the path of the test. */
export function writeTest(
  { file, text, result, expectations, seconds }: Checked,
  { folder, ending, runner, source }: Target,
): string {
  const sameAsRecorded = expectations.length === 0 && result.brokenRules.length === 0;
  if (sameAsRecorded && result.verdict === 'same') {
    throw new Error(
      'Nothing differs from the recording and no rule is broken: state the correct behaviour with --expect.',
    );
  }
  const name = nameOf(file);
  const test = `${folder}/${name}${ending}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}.json`, text);
  writeFileSync(test, testText(name, { expectations, seconds, sameAsRecorded, runner, source }));
  return test;
}

/** The import path of a module in a test. */
export function importPath(folder: string, module: string): string {
  const path = relative(resolve(folder), resolve(module)).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** The base name of a file. A hyphen replaces each character that is unsafe in file names. */
function nameOf(file: string): string {
  return basename(file, extname(file)).replaceAll(/[^\w-]+/g, '-');
}
