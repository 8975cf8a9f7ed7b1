import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sql, type RawBuilder } from 'kysely';
import { expect, describe, test } from 'vitest';
import { databaseFile, openDatabase } from '../../src/server/db/openDatabase.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { projectRoot } from '../../src/tooling/projectRoot.ts';
import { runToEnd } from '../programs/runProgram.ts';
import { rounds } from '../rounds.ts';
import { COMMON_VARIABLES } from './startServerProcess.ts';
import { testFolder } from './testFolder.ts';

const FOLDER = 'src/server/commands';

/** The names of the operators' commands. */
const commands = globSync(`${FOLDER}/*.ts`, { cwd: projectRoot })
  .filter((path) => readFileSync(join(projectRoot, path), 'utf8').includes('await runCommand('))
  .map((path) => basename(path, '.ts'));

interface Run {
  readonly args?: readonly string[];
  /** The data folder; by default one without a database. */
  readonly dataDirectory?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Runs an operator's command in a working directory without a developer's `.env`. */
function run(command: string, { args = [], dataDirectory = testFolder(), variables = {} }: Run) {
  return runToEnd(process.execPath, [join(projectRoot, FOLDER, `${command}.ts`), ...args], {
    cwd: testFolder(),
    env: { ...COMMON_VARIABLES, DATA_DIR: dataDirectory, ...variables },
  });
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

const OPEN_DOOR = sql`insert into doors values ('d', 'Entrance', 'hash', 0, 9000000000000, null)`;
const ALICE = sql`insert into users (id, username, username_key, display_name, age, password_hash, balance, ledger_entries, created_at)
  values ('a', 'Alice.Wong', 'alice.wong', 'Alice', 30, '', 0, 0, 0)`;
const UNSOUND = sql`drop trigger ledger_no_update`;

/** For each command: a run that succeeds, and one that is refused, with a part of what the command says. The check runs three refusals. */
const EXPECTED: Readonly<Record<string, readonly (readonly [run: () => Promise<Run>, code: 0 | 1, says: RegExp])[]>> = {
  audit: [
    [async () => ({ dataDirectory: await dataFolder() }), 0, /^0 users, .*the books are sound/],
    [async () => ({ dataDirectory: await dataFolder(UNSOUND) }), 1, /^The schema: 1 breaches$/m],
  ],
  backup: [
    [async () => ({ dataDirectory: await dataFolder(), args: [join(testFolder(), 'b.sqlite')] }), 0, /b\.sqlite/],
    [async () => ({ dataDirectory: await dataFolder(), args: [file('b.sqlite', '')] }), 1, /already exists$/m],
  ],
  catalogue: [
    [async () => ({ dataDirectory: await dataFolder(), args: [file('films.json', '[]')] }), 0, /^Added: none$/m],
    [async () => ({ dataDirectory: await dataFolder(), args: [file('films.json', '[{}]')] }), 1, /is invalid: film 1/],
  ],
  door: [
    [
      async () => ({
        dataDirectory: await dataFolder(),
        args: ['open', 'Main entrance', '--hours', '2'],
        variables: { PUBLIC_ORIGIN: 'https://nobar.example' },
      }),
      0,
      /^The door Main entrance is open until .*\nhttps:\/\/nobar\.example\/door#[\w-]{43}\n.*\/id\/door#[\w-]{43}$/m,
    ],
    [async () => ({ dataDirectory: await dataFolder(), args: ['open', 'Entrance'] }), 1, /^Set PUBLIC_ORIGIN to/m],
  ],
  endSessions: [
    [
      async () => ({ dataDirectory: await dataFolder(OPEN_DOOR) }),
      0,
      /^0 sessions are ended: .* 1 doors are closed\.$/m,
    ],
    [async () => ({ variables: { PORT: 'http' } }), 1, /^PORT must be a whole number from 0 to 65535$/m],
  ],
  migrate: [
    [async () => ({}), 0, /^The database is ready\.$/m],
    [async () => ({ variables: { CATALOGUE: file('films.json', '[{}]') } }), 1, /^The catalogue .* is invalid/],
  ],
  releaseHolds: [
    [async () => ({ dataDirectory: await dataFolder(ALICE), args: ['Alice.Wong'] }), 0, /^0 holds are released\./m],
    [
      async () => ({ dataDirectory: await dataFolder(), args: ['Nothing', '05 Mar', '20.35'] }),
      1,
      /^Nothing, 05 Mar, 20\.35: /m,
    ],
  ],
  restore: [
    [async () => ({ args: [databaseFile(await dataFolder())] }), 0, /^0 sessions are ended/m],
    [async () => ({ args: [databaseFile(await dataFolder(UNSOUND))] }), 1, /^The schema: 1 breaches$/m],
  ],
};

describe('reliability 38: a command of an operator', () => {
  test('is in this table', () => {
    expect(Object.keys(EXPECTED).toSorted()).toEqual(commands.toSorted());
  });

  const runs = Object.entries(EXPECTED).flatMap(([command, each]) =>
    each.map(([prepare, code, says]) => ({ command, prepare, code, says })),
  );
  const few = runs.filter(
    ({ command, code }) => code === 0 || ['audit', 'backup', 'releaseHolds', 'restore'].includes(command),
  );
  test.each(rounds(few, runs))('$command exits with $code and says $says', async ({ command, prepare, code, says }) => {
    const outcome = await run(command, await prepare());
    expect(outcome.said).toMatch(says);
    expect(outcome.code).toBe(code);
  });
});
