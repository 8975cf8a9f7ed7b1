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

/** The third-party programs that the scripts run. */
const PROGRAMS = ['oxfmt', 'oxlint', 'tsc', 'knip', 'vitest', 'npm'];

/** Scripts that measure or write screenshots. A person reads their output, and no program reads their exit codes. */
const WITHOUT_TESTED_CODES = ['bench', 'bench:web', 'bench:standby', 'gallery'];

/** Scripts with only one exit code to test here, with the reason. */
const ONE_CODE: Readonly<Record<string, string>> = {
  prepare: 'never fails',
  build: '`npm run check` runs it and fails if it fails',
  dev: 'runs until it is stopped',
  'test:mutants': 'a successful run takes a minute',
};

/** A tool of the check that has no script in package.json. */
const BUDGETS = 'src/tooling/budgets.ts';

interface Row {
  /** The script in package.json, or the path of a tool without one. */
  readonly script: string;
  /** `any but 0` for a third-party program, whose codes are not ours to choose. */
  readonly code: number | 'any but 0';
  readonly when: string;
  /** Runs the script and returns its exit code and its output (stdout and stderr). */
  readonly run: (name: string) => Promise<{ readonly code: unknown; readonly said: string }>;
  /** Matches a part of the output. */
  readonly says?: RegExp;
}

/** Creates a project with only this product's package.json, and returns its folder. */
function makeProject(): string {
  const folder = testFolder();
  writeFileSync(join(folder, 'package.json'), packageText);
  return folder;
}

/** Runs a script of package.json with arguments, as npm does but without npm's start-up time. */
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

/** Runs a script in a project whose programs and tools are fakes: `failing` exits with 3, and all others with 0. */
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

/** Runs a script on the product's own sources, in a working directory without a developer's `.env`. */
function inProduct(variables: Readonly<Record<string, string>>, args: readonly string[]) {
  return (name: string) => {
    const folder = makeProject();
    for (const path of ['src', 'machines', 'tests', 'node_modules'])
      symlinkSync(join(projectRoot, path), join(folder, path));
    return runScript(folder, name, { variables, args });
  };
}

/** Runs a script or tool on copies of the tools, in a project that `prepare` fills. */
function withTools(prepare: (folder: string) => void): Row['run'] {
  return async (name) => {
    const folder = makeProject();
    for (const path of ['src/tooling', 'src/xstate-visit', 'src/server', 'src/domain'])
      cpSync(join(projectRoot, path), join(folder, path), { recursive: true });
    symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
    prepare(folder);
    return name in scripts
      ? runScript(folder, name)
      : runToEnd(process.execPath, [join(folder, name)], { cwd: folder, env: COMMON_VARIABLES });
  };
}

/** Creates a file in a folder that is deleted after the test, and returns its path. */
function file(name: string, text: string): string {
  const path = join(testFolder(), name);
  writeFileSync(path, text);
  return path;
}

/** Creates a data folder with a migrated database, and runs `change` on it. */
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

/** Runs an operator's command on a migrated database. */
function onDatabase(args: readonly string[] = [], change?: RawBuilder<unknown>): Row['run'] {
  return async (name) => inProduct({ DATA_DIR: await dataFolder(change) }, args)(name);
}

/** Runs an operator's command in a data folder without a database. */
function withoutDatabase(args: readonly string[] = []): Row['run'] {
  return (name) => inProduct({ DATA_DIR: testFolder() }, args)(name);
}

const ALICE = sql`insert into users (id, username, username_key, display_name, age, password_hash, balance, ledger_entries, created_at)
  values ('a', 'Alice.Wong', 'alice.wong', 'Alice', 30, '', 0, 0, 0)`;

const wrongSetting: Row['run'] = (name) => inProduct({ DATA_DIR: testFolder(), PORT: 'http' }, [])(name);
const PORT_MESSAGE = /^PORT must be a whole number from 0 to 65535$/m;

/** Replays a recorded session after `change` has edited the recording. */
function replay(change: (text: string) => string, args: readonly string[] = []): Row['run'] {
  return async (name) => inProduct({}, [file('visit.json', change(await recordSession())), ...args])(name);
}

const asRecorded = (text: string) => text;
const withNegativeBalance = (text: string) => text.replaceAll('"balance":100000', '"balance":-1');
/** Changes the balance in the response, but not in the states recorded after it. */
const otherResponse = (text: string) => text.replace('"balance":100000', '"balance":7');
/** Lets the recording come from machines with other functions. */
function ofOtherMachines(change: (text: string) => string): (text: string) => string {
  return (text) => change(text).replaceAll('"functions":"', '"functions":"other-');
}

/** Removes the last entry, so the replay does more than was recorded. */
const lacksLastEntry = (text: string) => text.replace(/,\n[^\n]*\n\]\}\n$/, '\n]}\n');
/** Adds an entry, so the replay does less than was recorded. */
const hasExtraAction = (text: string) =>
  text.replace(/\n\]\}\n$/, ',\n{"type":"action","actor":"app","action":"reload"}\n]}\n');

/** Checks a build of 2 KB against one budget for each of these sizes, in KB. */
const withBudgets = (...sizes: readonly number[]) =>
  withTools((folder) => {
    const imports = { '#domain/*': './src/domain/*' };
    const budgets = sizes.map((kilobytes) => ({ name: 'All', modules: ['main'], without: [], kind: 'js', kilobytes }));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', imports, budgets }));
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

/** Writes the diagrams of these machines, where a diagram of a deleted machine exists. The output ends with the diagram files. */
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

/** Restores a backup of a database, on which `change` has run, into an empty folder. */
function restoreBackup(change?: RawBuilder<unknown>): Row['run'] {
  return async (name) => withoutDatabase([databaseFile(await dataFolder(change))])(name);
}

/** Starts the server as `npm start` does after the build, and stops it with SIGTERM. */
async function startAndStop() {
  const server = startServerProcess({ DATA_DIR: testFolder(), LOG_LEVEL: 'silent' });
  await server.url;
  server.signal('SIGTERM');
  return { code: await server.ended, said: server.output() };
}

/** Runs a script in a project without the packages that build the pages. */
const withoutPackages: Row['run'] = (name) => {
  const folder = makeProject();
  for (const path of ['src/tooling', 'src/server/errors.ts', 'src/contract', 'src/domain', 'src/messages'])
    cpSync(join(projectRoot, path), join(folder, path), { recursive: true });
  return runScript(folder, name);
};

/** The programs and tools that each of these scripts runs. */
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
  {
    script: BUDGETS,
    code: 0,
    when: 'every size is within its budget',
    run: withBudgets(3, 3),
    says: /^ok {3}All: 2\.0 of 3 KB/,
  },
  {
    script: BUDGETS,
    code: 1,
    when: 'the first size exceeds its budget',
    run: withBudgets(1, 3),
    says: /^OVER All: 2\.0 of 1 KB/,
  },

  ...['audit', 'backup', 'catalogue', 'restore', 'end-sessions', 'release-holds', 'migrate'].map((script): Row => ({
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
    when: 'the file already exists',
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
    run: (name) => withoutDatabase([file('b.sqlite', 'text')])(name),
    says: /is not a backup: /,
  },
  {
    script: 'restore',
    code: 1,
    when: 'no file is named',
    run: withoutDatabase(),
    says: /^Name the backup file: npm run restore/,
  },
  {
    script: 'restore',
    code: 1,
    when: 'an option is unknown',
    run: (name) => withoutDatabase([file('b.sqlite', ''), '--force'])(name),
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
    script: 'release-holds',
    code: 0,
    when: 'the user exists',
    run: onDatabase(['Alice.Wong'], ALICE),
    says: /^0 holds are released\./m,
  },
  {
    script: 'release-holds',
    code: 1,
    when: 'the user does not exist',
    run: onDatabase(['Nobody']),
    says: /^There is no user with the name nobody$/m,
  },
  {
    script: 'release-holds',
    code: 1,
    when: 'the film does not exist',
    run: onDatabase(['Nothing', '05 Mar', '20.35']),
    says: /^Nothing, 05 Mar, 20\.35: /m,
  },
  ...[[], ['The Kid', '05 Mar']].map((args): Row => ({
    script: 'release-holds',
    code: 1,
    when: args.length === 0 ? 'nothing is named' : 'the time is missing',
    run: onDatabase(args),
    says: /^Name a user or a showtime: npm run release-holds/,
  })),
  {
    script: 'migrate',
    code: 0,
    when: 'there is no database yet',
    run: withoutDatabase(),
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
    when: 'all machines can be rendered',
    run: diagrams(['doorMachine.ts', DOOR]),
    says: /^door\.svg$/m,
  },
  {
    script: 'diagrams',
    code: 1,
    when: 'one machine cannot be rendered',
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
    when: 'the replay matches the recording',
    run: replay(asRecorded),
    says: /^No difference, no broken rule\.$/m,
  },
  {
    script: 'replay',
    code: 1,
    when: 'the replay breaks a rule, as the recording did',
    run: replay(withNegativeBalance),
    says: /^No difference, 1 broken rule\.$/m,
  },
  {
    script: 'replay',
    code: 1,
    when: 'a state differs from the recording',
    run: replay(ofOtherMachines(otherResponse)),
    says: /^1 difference, no broken rule\.$/m,
  },
  {
    script: 'replay',
    code: 2,
    when: 'a state differs although the machines have the same text',
    run: replay(otherResponse),
    says: /^Not comparable, 1 difference without a verdict, no broken rule\.$/m,
  },
  {
    script: 'replay',
    code: 1,
    when: 'the replay has more steps at its end',
    run: replay(ofOtherMachines(lacksLastEntry)),
    says: /^1 difference, no broken rule\.$/m,
  },
  {
    script: 'replay',
    code: 1,
    when: 'the replay has fewer steps at its end',
    run: replay(ofOtherMachines(hasExtraAction)),
    says: /^1 difference, no broken rule\.$/m,
  },
  {
    script: 'replay',
    code: 0,
    when: 'the expectation is met, although a state differs from the recording',
    run: replay(otherResponse, ['--expect', 'session.user.balance=7']),
    says: /^All expectations are met/m,
  },
  {
    script: 'replay',
    code: 1,
    when: 'the expectation is met, but a rule is broken',
    run: replay(withNegativeBalance, ['--expect', 'session.signedIn']),
    says: /breaks a rule/,
  },
  {
    script: 'replay',
    code: 1,
    when: 'the expectation is not met',
    run: replay(asRecorded, ['--expect', 'session.signedOut']),
    says: /^Expected session\.signedOut; it is/m,
  },
  {
    script: 'replay',
    code: 3,
    when: 'an expectation cannot be read',
    run: replay(asRecorded, ['--expect', 'signed out?']),
    says: /is not an expectation/,
  },
  {
    script: 'replay',
    code: 3,
    when: 'the time is not a number',
    run: replay(asRecorded, ['--at', 'noon']),
    says: /^--at noon is not a number/,
  },
  {
    script: 'replay',
    code: 3,
    when: 'a test is requested without an expectation',
    run: replay(asRecorded, ['--test']),
    says: /state the correct behaviour with --expect/,
  },
  {
    script: 'replay',
    code: 3,
    when: 'the file is not a recording',
    run: replay(() => '{}'),
    says: /^This file is not a recording/,
  },
  {
    script: 'replay',
    code: 3,
    when: 'the file is missing',
    run: inProduct({}, ['no-such-file.json']),
    says: /^The file .* cannot be read/,
  },
  { script: 'replay', code: 3, when: 'no file is named', run: inProduct({}, []), says: /^npm run replay -- FILE/ },
  {
    script: 'simulate',
    code: 0,
    when: 'every rule held',
    run: inProduct({}, ['--visitors', '2', '--steps', '10']),
    says: /Every rule held/,
  },
  {
    script: 'simulate',
    code: 1,
    when: 'there are no visitors',
    run: inProduct({}, ['--visitors', '0']),
    says: /^npm run simulate -- /,
  },
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
      return WITHOUT_TESTED_CODES.includes(script) || isWhole || (own.length > 0 && script in ONE_CODE) ? [] : [script];
    });
    expect(lacking, 'add rows for these scripts to `rows` in tests/server/exitCodes.test.ts').toEqual([]);
    const gone = [...codes.keys(), ...WITHOUT_TESTED_CODES].filter(
      (script) => !(script in scripts) && script !== BUDGETS,
    );
    expect(gone, 'not a script of package.json: remove it from tests/server/exitCodes.test.ts').toEqual([]);
  });

  test('is tested for every command of the server', () => {
    const commands = globSync('src/server/commands/*.ts', { cwd: projectRoot }).filter((path) =>
      readFileSync(join(projectRoot, path), 'utf8').includes('await runCommand('),
    );
    const withoutScript = commands.filter(
      (path) => !Object.values(scripts).some((script) => script.endsWith(` ${path}`)),
    );
    expect(withoutScript, 'add a script to package.json, then rows to tests/server/exitCodes.test.ts').toEqual([]);
  });
});
