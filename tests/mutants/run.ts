import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { extendStryker } from './extendStryker.ts';
import { filesOf, rooms, type Room } from './rooms.ts';
import { scoreOf } from './scoreOf.ts';
import { withoutSurvivors } from './withoutSurvivors.ts';

const FOLDER = '.cache/mutants';

const { values, positionals } = parseArgs({
  options: { sample: { type: 'string' }, kind: { type: 'string' }, force: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [filter = ''] = positionals;
const named = rooms.filter(({ name }) => filter === '' || name === filter);
const chosen =
  named.length > 0
    ? named.map((room) => ({ room, files: filesOf(room), sample: Number(values.sample ?? usualSample(room)) }))
    : rooms.map((room) => ({
        room,
        files: filesOf(room).filter((file) => file.includes(filter)),
        sample: Number(values.sample ?? 1),
      }));
const plan = chosen.filter(({ files, sample }) => files.length > 0 && Number.isSafeInteger(sample) && sample > 0);

if (plan.length === 0) {
  say('npm run test:mutants -- [ROOM or part of a file name] [--sample N] [--kind MUTATOR] [--force]');
  say(`Rooms: ${rooms.map(({ name }) => name).join(', ')}`);
  process.exitCode = 1;
} else {
  const lines: string[] = [];
  let isPassed = true;
  for (const { room, files, sample } of plan) {
    const runs = room.isRunByFile === true ? files.map((file) => [file]) : [files];
    const statuses: string[] = [];
    for (const run of runs) statuses.push(...(await mutate(room, run, sample)));
    const counted = room.isOnlyCovered === true ? statuses.filter((status) => status !== 'NoCoverage') : statuses;
    const { noticed, valid, percent } = scoreOf(counted);
    isPassed &&= percent >= room.break;
    lines.push(
      `${room.name}: ${noticed} of ${valid} mutants noticed, ${percent.toFixed(1)} % (minimum ${room.break} %)`,
    );
  }
  say(lines.join('\n'));
  process.exitCode = isPassed ? 0 : 1;
}

/** Runs the tests of a room with every `sample`th mutant of some of its files. Resolves to the status of each of these mutants. */
async function mutate(room: Room, files: readonly string[], sample: number): Promise<readonly string[]> {
  extendStryker(sample, values.kind, room.ignored);
  const [first = ''] = files;
  process.env['MUTATED_ROOM'] = room.name;
  process.env['MUTATED_FILE'] = room.isRunByFile === true ? first : '';
  mkdirSync(FOLDER, { recursive: true });
  const name = room.isRunByFile === true ? first.replaceAll('/', '-') : room.name;
  const part = [values.kind, sample === 1 ? undefined : `sample-${sample}`].filter((each) => each !== undefined);
  const incrementalFile = `${FOLDER}/${[name, ...part].join('-')}.json`;
  if (existsSync(incrementalFile)) {
    writeFileSync(incrementalFile, withoutSurvivors(readFileSync(incrementalFile, 'utf8')));
  }
  const results = await new Stryker({
    mutate: [...files],
    ignorePatterns: ['.cache', 'data', 'dist', 'gallery'],
    tempDirName: `${FOLDER}/copies`,
    tsconfigFile: 'none',
    disableTypeChecks: false,
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner'), `${import.meta.dirname}/ignoreDescriptions.ts`],
    ignorers: ['descriptions'],
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutants/vitest.config.ts', pool: 'forks' },
    coverageAnalysis: 'perTest',
    // A file that has only types runs no tests.
    allowEmpty: true,
    ignoreStatic: room.ignored !== undefined,
    incremental: true,
    force: values.force,
    incrementalFile,
    concurrency: 2,
    timeoutMS: 10_000,
    // On a busy machine the tests of pages take longer than the usual five minutes.
    dryRunTimeoutMinutes: 30,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { reportTests: false, allowEmojis: false },
    thresholds: { high: 100, low: room.break, break: null },
    warnings: false,
  }).runMutationTest();
  return results
    .filter(({ fileName }) => files.includes(relative(process.cwd(), fileName).replaceAll('\\', '/')))
    .map(({ status }) => status);
}

/** The room's sample. All mutants are tried when only one kind is, because there are few of a kind. */
function usualSample(room: Room): number {
  return values.kind === undefined ? room.sample : 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
