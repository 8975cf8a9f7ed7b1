import { cpSync, globSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offeredDates } from '#domain/calendar.ts';
import { backUp } from '../../src/server/db/backUp.ts';
import { openDatabase } from '../../src/server/db/openDatabase.ts';
import { runProgram } from '../programs/runProgram.ts';
import { addDoor } from './atTheDoor.ts';
import { sunrise } from './everyTable.ts';
import { freshFolder } from './freshFolder.ts';
import { openCinema } from './openCinema.ts';
import { addPerson, buy, heldBy } from './people.ts';
import { COMMON_VARIABLES } from './startServerProcess.ts';

const COMMANDS = join(import.meta.dirname, '../../src/server/commands');
const TOOL = join(import.meta.dirname, 'interruptions/interruptCommands.ts');
/** More sessions than the command deletes at once. */
const SESSIONS = 1001;
const START = Date.now();
const AN_HOUR = 3_600_000;

interface Row {
  readonly command: string;
  readonly args: readonly string[];
  /** Files of the working directory that the command starts without. */
  readonly without?: readonly string[];
  /** The message of a command that was already done when it was interrupted. Without it, the command must succeed again. */
  readonly done?: RegExp;
}

/** The commands by the names of their files, with a backup and another database in the data folder. */
const rows: readonly Row[] = [
  { command: 'audit', args: [] },
  { command: 'backup', args: ['new.sqlite'], done: /already exists/ },
  { command: 'catalogue', args: ['movies.json'] },
  // The link of a door that was opened by a killed command is lost: the operator closes the door and opens it again.
  { command: 'door', args: ['close', 'Entrance'], done: /No door with the name Entrance is open/ },
  { command: 'endSessions', args: [] },
  { command: 'migrate', args: [], without: ['data'] },
  { command: 'releaseHolds', args: ['ben'] },
  { command: 'restore', args: ['backup.sqlite'], without: ['data'], done: /already a database/ },
  { command: 'restore', args: ['backup.sqlite', '--replace'] },
];

const outcomesSchema = v.array(
  v.array(v.object({ step: v.string(), hadDatabase: v.boolean(), code: v.number(), said: v.string() })),
);

let folder = '';
let outcomes: v.InferOutput<typeof outcomesSchema> = [];

beforeAll(async () => {
  folder = await freshFolder('nobar-now-test-');
  const first = join(folder, 'first');
  mkdirSync(first);
  await fill(first);
  const plan = rows.map(({ command, args, without = [] }, index) => {
    const whole = join(folder, `${index}`);
    cpSync(first, whole, { recursive: true, filter: (path) => !without.includes(basename(path)) });
    return { command, args, whole, steps: `${whole}-steps` };
  });
  const said = await runProgram(process.execPath, [TOOL, JSON.stringify(plan)], {
    cwd: folder,
    env: { ...COMMON_VARIABLES, DATA_DIR: 'data' },
  });
  outcomes = v.parse(outcomesSchema, JSON.parse(said));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Fills a working directory: `data` is the data folder. */
async function fill(directory: string): Promise<void> {
  const data = join(directory, 'data');
  const cinema = await openCinema(openDatabase({ dataDirectory: data }), { now: START });
  const [, date = ''] = offeredDates(START, cinema.zone);
  const [ana, ben] = [await addPerson(cinema, { balance: 500_000 }), await addPerson(cinema, { balance: 500_000 })];
  await addDoor(cinema);
  await buy(cinema, ana, { showtimeDate: date });
  await heldBy(cinema, ben, [1, 2], { showtimeDate: date });
  const times = { created_at: 0, last_used_at: 0, expires_at: Number.MAX_SAFE_INTEGER };
  const sessions = Array.from({ length: SESSIONS }, (_, index) => ({
    token_hash: `${index}`,
    user_id: ben.id,
    ...times,
  }));
  await cinema.db.insertInto('sessions').values(sessions).execute();
  await cinema.db.updateTable('users').set({ username: 'ben', username_key: 'ben' }).where('id', '=', ben.id).execute();
  await backUp(data, join(directory, 'backup.sqlite'));
  await cinema.db.updateTable('users').set({ display_name: 'Changed since the backup' }).execute();
  await cinema.app.close();
  await cinema.db.destroy();
  writeFileSync(join(directory, 'movies.json'), JSON.stringify([sunrise]));
}

/** All files with their modes, and all rows of the databases. */
function stateOf(directory: string): Record<string, unknown> {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).toSorted();
  const replaced = names.find((name) => name.includes('.replaced-'));
  // Each restore keeps the database that it found. The first one has kept the operator's.
  const kept = names.filter((name) => !name.includes('.replaced-') || name === replaced);
  const modes = kept
    .filter((name) => !isEmptyFolder(join(directory, name)))
    .map((name) => [name === replaced ? 'replaced' : name, statSync(join(directory, name)).mode.toString(8)]);
  const rows = kept
    .filter((name) => /\.sqlite(?:\.replaced.*)?$/.test(name))
    .map((name) => rowsOf(join(directory, name)));
  return { modes, rows };
}

/** Such as the folder of a restore that was killed after its last step. It holds no data, and the next restore deletes it. */
function isEmptyFolder(path: string): boolean {
  return statSync(path).isDirectory() && readdirSync(path).length === 0;
}

/** The rows of all tables. The times at which the tests ran are left out. */
function rowsOf(file: string): string[] {
  const database = new DatabaseSync(file);
  try {
    const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
    return tables
      .flatMap(({ name }) =>
        database
          .prepare(`select * from ${String(name)}`)
          .all()
          .map((row) => `${String(name)} ${JSON.stringify(row, withoutTime)}`),
      )
      .toSorted();
  } finally {
    database.close();
  }
}

function withoutTime(_key: string, value: unknown): unknown {
  return typeof value === 'number' && value >= START - AN_HOUR && value < START + AN_HOUR ? 'now' : value;
}

describe('reliability 40: an operator runs a command again after it was killed', () => {
  test.each(rows.map((row, index) => ({ ...row, index })))(
    '$command $args has the same files and rows as without the interruption',
    ({ index, done, without }) => {
      const expected = stateOf(join(folder, `${index}`));
      const repeated = outcomes[index] ?? [];
      expect(repeated.length).toBeGreaterThan(1);
      if (done !== undefined) expect(repeated.at(-1)?.said, 'after the last step').toMatch(done);
      for (const { step, hadDatabase, code, said } of repeated) {
        const isDone = done?.test(said) === true;
        if (without === undefined) expect.soft(hadDatabase, `there is a database in ${step}`).toBe(true);
        expect.soft(code, said).toBe(isDone ? 1 : 0);
        expect.soft(stateOf(step), `${step} ${said}`).toEqual(expected);
      }
    },
  );

  test('is tested for each command', () => {
    const commands = globSync('*.ts', { cwd: COMMANDS }).map((file) => basename(file, '.ts'));
    expect(new Set(rows.map(({ command }) => command))).toEqual(
      new Set(commands.filter((name) => name !== 'runCommand')),
    );
  });
});
