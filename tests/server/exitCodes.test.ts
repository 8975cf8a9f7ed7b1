import { randomBytes } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { sql, type RawBuilder } from 'kysely';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { databaseFile, openDatabase } from '../../src/server/db/openDatabase.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { projectRoot } from '../../src/tooling/projectRoot.ts';
import { runToEnd } from '../programs/runProgram.ts';
import { recordSession } from './recordSession.ts';
import { COMMON_VARIABLES, startServerProcess } from './startServerProcess.ts';
import { testFolder } from './testFolder.ts';

const packageText = readFileSync(join(projectRoot, 'package.json'), 'utf8');
const { scripts } = v.parse(v.object({ scripts: v.record(v.string(), v.string()) }), JSON.parse(packageText));

/** The programs of other authors that the scripts run. */
const PROGRAMS = ['oxfmt', 'oxlint', 'tsc', 'knip', 'vitest', 'npm'];

/** Scripts that measure or draw pictures: a person reads what they print, and nothing depends on their exit codes. */
const READ_BY_PEOPLE = ['bench', 'bench:web', 'gallery'];

/** Scripts of which one exit code is held elsewhere, or that have only one. */
const ONE_CODE: Readonly<Record<string, string>> = {
  prepare: 'has nothing to refuse',
  build: 'is run by `npm run check`, which it would fail',
  dev: 'ends when it is stopped',
  'test:mutants': 'takes a minute to succeed',
};

/** A tool that the check runs without a script of its own. */
const BUDGETS = 'src/tooling/budgets.ts';

interface Row {
  /** The script in package.json, or the path of a tool without one. */
  readonly script: string;
  /** A program of another author chooses its own code for a failure. */
  readonly code: number | 'any but 0';
  readonly when: string;
  /** Runs the script; gives the exit code and all that was written. */
  readonly run: (name: string) => Promise<{ readonly code: unknown; readonly said: string }>;
  /** A part of what it says. */
  readonly says?: RegExp;
}

/** A project of its own: the package's scripts, and what the test puts beside them. */
function makeProject(): string {
  const folder = testFolder();
  writeFileSync(join(folder, 'package.json'), packageText);
  return folder;
}

/** Runs a script of the package with arguments as npm does, without npm's own start-up time. */
function runScript(
  folder: string,
  name: string,
  { variables = {}, args = [] }: { variables?: Readonly<Record<string, string>>; args?: readonly string[] } = {},
) {
  const path = [join(folder, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH']].join(delimiter);
  return runToEnd('sh', ['-c', `${scripts[name] ?? ''} "$@"`, name, ...args], {
    cwd: folder,
    env: { ...COMMON_VARIABLES, PATH: path, ...variables },
  });
}

/** A project in which each program, and each file that a lane of the check runs, ends with 0, but one. */
function withPrograms(failing?: string): Row['run'] {
  return (name) => {
    const folder = makeProject();
    for (const path of ['src/tooling/check.ts', 'src/tooling/projectRoot.ts'])
      cpSync(join(projectRoot, path), join(folder, path));
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    for (const program of PROGRAMS) {
      const code = program === failing ? 3 : 0;
      writeFileSync(join(folder, 'node_modules/.bin', program), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 });
    }
    for (const path of ['src/tooling/budgets.ts', 'tests/programs/install.ts']) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), `process.exitCode = ${basename(path, '.ts') === failing ? 3 : 0};\n`);
    }
    return runScript(folder, name);
  };
}

/** The product's own sources, in a working directory without the `.env` that a developer may have. */
function inProduct(variables: Readonly<Record<string, string>>, args: readonly string[]) {
  return (name: string) => {
    const folder = makeProject();
    for (const path of ['src', 'machines', 'tests', 'node_modules'])
      symlinkSync(join(projectRoot, path), join(folder, path));
    return runScript(folder, name, { variables, args });
  };
}

/** The tools alone, whose project is then this folder. */
function withTools(prepare: (folder: string) => void): Row['run'] {
  return async (name) => {
    const folder = makeProject();
    for (const path of ['src/tooling', 'src/inspector', 'src/server'])
      cpSync(join(projectRoot, path), join(folder, path), { recursive: true });
    symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
    prepare(folder);
    return name in scripts
      ? runScript(folder, name)
      : runToEnd(process.execPath, [join(folder, name)], { cwd: folder, env: COMMON_VARIABLES });
  };
}

/** A file of this name and text, in a folder that goes when the test has finished. */
function file(name: string, text: string): string {
  const path = join(testFolder(), name);
  writeFileSync(path, text);
  return path;
}

/** A data folder with a database that is migrated, and whose schema a statement has changed where one is given. */
async function dataFolder(change?: RawBuilder<unknown>): Promise<string> {
  const dataDirectory = testFolder();
  const database = openDatabase({ dataDirectory });
  try {
    await migrate(database, 0);
    await change?.execute(database.db);
  } finally {
    await database.db.destroy();
  }
  return dataDirectory;
}

/** An operator's command on a migrated database. */
function onDatabase(args: readonly string[] = [], change?: RawBuilder<unknown>): Row['run'] {
  return async (name) => inProduct({ DATA_DIR: await dataFolder(change) }, args)(name);
}

/** An operator's command in a data folder without a database. */
function onNothing(args: readonly string[] = []): Row['run'] {
  return (name) => inProduct({ DATA_DIR: testFolder() }, args)(name);
}

const wrongSetting: Row['run'] = (name) => inProduct({ DATA_DIR: testFolder(), PORT: 'http' }, [])(name);
const PORT_MESSAGE = /^PORT must be a whole number from 0 to 65535$/m;

/** A replay of the recorded session, changed by the test. */
function replay(change: (text: string) => string, args: readonly string[] = []): Row['run'] {
  return async (name) => inProduct({}, [file('visit.json', change(await recordSession())), ...args])(name);
}

const asRecorded = (text: string) => text;
const inDebt = (text: string) => text.replaceAll('"balance":100000', '"balance":-1');
/** The answer of the server is another than what came of it. */
const otherAnswer = (text: string) => text.replace('"balance":100000', '"balance":7');
/** Today's machines do more than this recording holds. */
const endsEarly = (text: string) => text.replace(/,\n[^\n]*\n\]\}\n$/, '\n]}\n');
/** Today's machines do less than this recording holds. */
const goesOn = (text: string) =>
  text.replace(/\n\]\}\n$/, ',\n{"type":"action","actor":"app","action":"reload"}\n]}\n');

/** A build of 2 KB with a budget of each of these sizes. */
const withBudgets = (...sizes: readonly number[]) =>
  withTools((folder) => {
    const budgets = sizes.map((kilobytes) => ({ name: 'All', modules: ['main'], without: [], kind: 'js', kilobytes }));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', budgets }));
    mkdirSync(join(folder, 'dist/.vite'), { recursive: true });
    writeFileSync(
      join(folder, 'dist/.vite/manifest.json'),
      JSON.stringify({ main: { file: 'main.js', name: 'main' } }),
    );
    writeFileSync(join(folder, 'dist/main.js'), randomBytes(2048));
  });

const DOOR = `import { setup } from 'xstate';
export const doorMachine = setup({}).createMachine({ id: 'door', initial: 'open', states: { open: {} } });
`;

/** The diagrams of a project with one machine, beside the diagram of a machine that is no more. */
function diagrams(...machines: readonly (readonly [name: string, text: string])[]): Row['run'] {
  return async (name) => {
    let folder = '';
    const outcome = await withTools((project) => {
      folder = join(project, 'machines');
      mkdirSync(join(folder, 'diagrams'), { recursive: true });
      writeFileSync(join(folder, 'diagrams/window.svg'), '');
      for (const [machine, text] of machines) writeFileSync(join(folder, machine), text);
    })(name);
    return { ...outcome, said: `${outcome.said}${readdirSync(join(folder, 'diagrams')).join(' ')}\n` };
  };
}

/** A backup of a database, whose schema a statement has changed where one is given, restored into an empty folder. */
function restoreBackup(change?: RawBuilder<unknown>): Row['run'] {
  return async (name) => onNothing([databaseFile(await dataFolder(change))])(name);
}

/** Starts what `npm start` starts after the build, and stops it as an operator does. */
async function startAndStop() {
  const server = startServerProcess({ DATA_DIR: testFolder(), LOG_LEVEL: 'silent' });
  await server.url;
  server.signal('SIGTERM');
  return { code: await server.ended, said: server.output() };
}

/** Without the packages that build the pages. */
const withoutPackages: Row['run'] = (name) => {
  const folder = makeProject();
  for (const path of ['src/tooling', 'src/server/errors.ts', 'src/contract', 'src/domain'])
    cpSync(join(projectRoot, path), join(folder, path), { recursive: true });
  return runScript(folder, name);
};

/** The programs that each of these scripts runs. */
const RUN_BY: Readonly<Record<string, readonly string[]>> = {
  format: ['oxfmt'],
  lint: ['oxlint'],
  typecheck: ['tsc'],
  check: ['oxfmt', 'oxlint', 'tsc', 'knip', 'npm', 'budgets', 'install', 'vitest'],
  'check:quick': ['oxfmt', 'oxlint', 'tsc', 'vitest'],
  test: ['npm'],
  'test:unit': ['vitest'],
  'test:browser': ['vitest'],
  'test:long': ['vitest'],
};

function failureOf(script: string, program: string): Row {
  return { script, code: 'any but 0', when: `${program} fails`, run: withPrograms(program) };
}

const rows: readonly Row[] = [
  ...Object.keys(RUN_BY).map((script): Row => ({ script, code: 0, when: 'nothing fails', run: withPrograms() })),
  ...Object.entries(RUN_BY).flatMap(([script, programs]) => programs.map((program) => failureOf(script, program))),
  { script: 'prepare', code: 0, when: 'there is no git', run: (name) => runScript(makeProject(), name) },

  { script: 'start', code: 0, when: 'it is stopped', run: startAndStop },
  { script: 'start', code: 1, when: 'a package is missing', run: withoutPackages, says: /^The package vite is not/ },
  { script: 'dev', code: 1, when: 'a package is missing', run: withoutPackages, says: /^The package vite is not/ },
  { script: 'dev', code: 1, when: 'a setting is wrong', run: wrongSetting, says: PORT_MESSAGE },
  { script: 'build', code: 1, when: 'a package is missing', run: withoutPackages, says: /^The package vite is not/ },
  { script: BUDGETS, code: 0, when: 'each fits its budget', run: withBudgets(3, 3), says: /^ok {3}All: 2\.0 of 3 KB/ },
  {
    script: BUDGETS,
    code: 1,
    when: 'the first exceeds its budget',
    run: withBudgets(1, 3),
    says: /^OVER All: 2\.0 of 1 KB/,
  },

  ...['audit', 'backup', 'catalogue', 'restore', 'end-sessions', 'migrate'].map((script): Row => ({
    script,
    code: 1,
    when: 'a setting is wrong',
    run: wrongSetting,
    says: PORT_MESSAGE,
  })),
  { script: 'audit', code: 0, when: 'the books are sound', run: onDatabase(), says: /^0 users, .*the books are sound/ },
  {
    script: 'audit',
    code: 1,
    when: 'a guard is missing',
    run: onDatabase([], sql`drop trigger ledger_no_update`),
    says: /^The schema: 1 breaches$/m,
  },
  {
    script: 'backup',
    code: 0,
    when: 'there is a database',
    run: (name) => onDatabase([join(testFolder(), 'b.sqlite')])(name),
  },
  {
    script: 'backup',
    code: 1,
    when: 'no file is named',
    run: onDatabase(),
    says: /^Name the file to create: npm run backup/,
  },
  {
    script: 'backup',
    code: 1,
    when: 'the file is there',
    run: (name) => onDatabase([file('b.sqlite', '')])(name),
    says: /already exists$/m,
  },
  {
    script: 'catalogue',
    code: 0,
    when: 'the films can be read',
    run: (name) => onDatabase([file('films.json', '[]')])(name),
    says: /^Added: none$/m,
  },
  {
    script: 'catalogue',
    code: 1,
    when: 'the films cannot be read',
    run: (name) => onDatabase([file('films.json', '[{}]')])(name),
    says: /is invalid: film 1/,
  },
  {
    script: 'catalogue',
    code: 1,
    when: 'no file is named',
    run: onDatabase(),
    says: /^Name the catalogue file: npm run catalogue/,
  },
  { script: 'restore', code: 0, when: 'the backup is sound', run: restoreBackup(), says: /^0 sessions are ended/m },
  {
    script: 'restore',
    code: 1,
    when: 'the backup is not sound',
    run: restoreBackup(sql`drop trigger ledger_no_update`),
    says: /^The schema: 1 breaches$/m,
  },
  {
    script: 'restore',
    code: 1,
    when: 'the file is not a backup',
    run: (name) => onNothing([file('b.sqlite', 'text')])(name),
    says: /is not a backup: /,
  },
  {
    script: 'restore',
    code: 1,
    when: 'no file is named',
    run: onNothing(),
    says: /^Name the backup file: npm run restore/,
  },
  {
    script: 'restore',
    code: 1,
    when: 'an option is unknown',
    run: (name) => onNothing([file('b.sqlite', ''), '--force'])(name),
    says: /^Name the backup file/,
  },
  {
    script: 'end-sessions',
    code: 0,
    when: 'there is a database',
    run: onDatabase(),
    says: /^0 sessions are ended: all users must sign in again\.$/m,
  },
  {
    script: 'migrate',
    code: 0,
    when: 'there is no database yet',
    run: onNothing(),
    says: /^The database is ready\.$/m,
  },
  {
    script: 'migrate',
    code: 1,
    when: 'the films cannot be read',
    run: (name) => inProduct({ DATA_DIR: testFolder(), CATALOGUE: file('films.json', '[{}]') }, [])(name),
    says: /^The catalogue .* is invalid/,
  },

  {
    script: 'diagrams',
    code: 0,
    when: 'the machines can be drawn',
    run: diagrams(['doorMachine.ts', DOOR]),
    says: /^door\.svg$/m,
  },
  {
    script: 'diagrams',
    code: 1,
    when: 'one cannot',
    run: diagrams(['doorMachine.ts', DOOR], ['tapMachine.ts', 'export {};']),
    says: /^window\.svg$/m,
  },

  {
    script: 'test:mutants',
    code: 1,
    when: 'no room or file has this name',
    run: inProduct({}, ['no-such-room']),
    says: /^Rooms: domain, /m,
  },

  {
    script: 'replay',
    code: 0,
    when: 'all comes as recorded',
    run: replay(asRecorded),
    says: /^No difference, no broken rule\.$/m,
  },
  {
    script: 'replay',
    code: 1,
    when: 'a rule breaks as it did when it was recorded',
    run: replay(inDebt),
    says: /^No difference, 1 broken rule\.$/m,
  },
  {
    script: 'replay',
    code: 1,
    when: 'what came of it is other than recorded',
    run: replay(otherAnswer),
    says: /^1 difference, no broken rule\.$/m,
  },
  {
    script: 'replay',
    code: 1,
    when: 'today more happens at its end',
    run: replay(endsEarly),
    says: /^1 difference, no broken rule\.$/m,
  },
  {
    script: 'replay',
    code: 1,
    when: 'today less happens at its end',
    run: replay(goesOn),
    says: /^1 difference, no broken rule\.$/m,
  },
  {
    script: 'replay',
    code: 0,
    when: 'what is expected is so, though other than recorded',
    run: replay(otherAnswer, ['--expect', 'session.user.balance=7']),
    says: /^All expectations are met/m,
  },
  {
    script: 'replay',
    code: 1,
    when: 'what is expected is so, but a rule breaks',
    run: replay(inDebt, ['--expect', 'session.signedIn']),
    says: /breaks a rule/,
  },
  {
    script: 'replay',
    code: 1,
    when: 'what is expected is not so',
    run: replay(asRecorded, ['--expect', 'session.signedOut']),
    says: /^Expected session\.signedOut; it is/m,
  },
  {
    script: 'replay',
    code: 2,
    when: 'an expectation cannot be read',
    run: replay(asRecorded, ['--expect', 'signed out?']),
    says: /is not an expectation/,
  },
  {
    script: 'replay',
    code: 2,
    when: 'the time is no number',
    run: replay(asRecorded, ['--at', 'noon']),
    says: /^--at noon is not a number/,
  },
  {
    script: 'replay',
    code: 2,
    when: 'there is nothing to write a test of',
    run: replay(asRecorded, ['--test']),
    says: /state the correct behaviour with --expect/,
  },
  {
    script: 'replay',
    code: 2,
    when: 'the file is no recording',
    run: replay(() => '{}'),
    says: /^This file is not a recording/,
  },
  {
    script: 'replay',
    code: 2,
    when: 'the file is missing',
    run: inProduct({}, ['no-such-file.json']),
    says: /^The file .* cannot be read/,
  },
  { script: 'replay', code: 2, when: 'no file is named', run: inProduct({}, []), says: /^npm run replay -- FILE/ },
];

describe('the exit code', () => {
  test.each(rows)('of $script is $code when $when', async ({ script, code, run, says = /(?:)/ }) => {
    const outcome = await run(script);
    expect(outcome.code !== 0 && code === 'any but 0' ? code : outcome.code, outcome.said).toBe(code);
    expect(outcome.said).toMatch(says);
  });

  test('is tested for success and failure of every script of package.json', () => {
    const codes = Map.groupBy(rows, ({ script }) => script);
    const lacking = [...Object.keys(scripts), BUDGETS].flatMap((script) => {
      const own = codes.get(script) ?? [];
      const isWhole = own.some(({ code }) => code === 0) && own.some(({ code }) => code !== 0);
      return READ_BY_PEOPLE.includes(script) || isWhole || (own.length > 0 && script in ONE_CODE) ? [] : [script];
    });
    expect(lacking, 'add rows for these scripts to `rows` in tests/server/exitCodes.test.ts').toEqual([]);
    const gone = [...codes.keys(), ...READ_BY_PEOPLE].filter((script) => !(script in scripts) && script !== BUDGETS);
    expect(gone, 'no script of package.json: take it out of tests/server/exitCodes.test.ts').toEqual([]);
  });

  test('is tested for every command of the server', () => {
    const commands = globSync('src/server/commands/*.ts', { cwd: projectRoot }).filter((path) =>
      readFileSync(join(projectRoot, path), 'utf8').includes('await runCommand('),
    );
    const withoutScript = commands.filter((path) => !Object.values(scripts).includes(`node ${path}`));
    expect(withoutScript, 'add a script to package.json, then rows to tests/server/exitCodes.test.ts').toEqual([]);
  });
});
