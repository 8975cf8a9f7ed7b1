import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runToEnd } from '../programs/runProgram.ts';
import { testFolder } from './testFolder.ts';

const SCRIPT = join(import.meta.dirname, '../../src/server/cluster/startDatabase.sh');
/** The programs of PostgreSQL's image that the script runs. */
const PROGRAMS = ['install', 'pg_isready', 'gosu', 'pg_controldata', 'docker-entrypoint.sh'];

/** The files in the data folder of a database that the script looks for. */
const DATA = {
  nothing: [],
  'a copy': ['PG_VERSION', 'standby.signal'],
  'data of a primary': ['PG_VERSION'],
} as const;

/** Runs the script of `west` with programs that print their name and arguments. */
async function start(primary: string, data: keyof typeof DATA) {
  const folder = testFolder();
  const PGDATA = join(folder, 'data');
  mkdirSync(PGDATA);
  for (const file of DATA[data]) writeFileSync(join(PGDATA, file), '15\n');
  for (const program of PROGRAMS) {
    const path = join(folder, program);
    const line = program === 'pg_controldata' ? "Latest checkpoint's TimeLineID:       2" : `${program} $*`;
    writeFileSync(path, `#!/bin/sh\necho "${line}"\n`);
    chmodSync(path, 0o755);
  }
  writeFileSync(join(folder, 'primary'), `${primary}\n`);
  writeFileSync(join(folder, 'replication_password'), 'secret\n');
  const PATH = [folder, process.env['PATH'] ?? ''].join(delimiter);
  const { code, said } = await runToEnd('sh', [SCRIPT], {
    env: { PATH, PGDATA, NAME: 'west', CONFIGURATION: folder, SECRETS: folder },
  });
  return {
    code,
    said,
    hasCopied: said.includes(`pg_basebackup --host ${primary} `),
    settings: /docker-entrypoint\.sh postgres .*\/(\w+)\.conf -c/.exec(said)?.[1],
  };
}

describe('reliability 44: a database of two machines starts', () => {
  test.each([
    ['as the first primary', 'west', 'nothing', { settings: 'primary', hasCopied: false }],
    ['as the same primary again', 'west', 'data of a primary', { settings: 'primary', hasCopied: false }],
    ['as a new standby, which copies the primary', 'east', 'nothing', { settings: 'standby', hasCopied: true }],
    ['as the same standby again', 'east', 'a copy', { settings: 'standby', hasCopied: false }],
    ['as a standby until it is promoted', 'west alone', 'a copy', { settings: 'standby', hasCopied: false }],
    [
      'without a standby once it is promoted',
      'west alone',
      'data of a primary',
      { settings: 'standby', hasCopied: false },
    ],
    ['as a standby although it is to be the primary', 'west', 'a copy', { settings: 'standby', hasCopied: false }],
  ] as const)('%s', async (_, primary, data, expected) => {
    expect(await start(primary, data)).toMatchObject({ code: 0, ...expected });
  });

  test.each(['east', 'east alone'])(
    'neither as a second primary nor with advice to delete data that may be the newest (primary: %s)',
    async (primary) => {
      const { code, said, settings } = await start(primary, 'data of a primary');
      expect([code, settings]).toEqual([1, undefined]);
      expect(said).toContain('west does not start');
      expect(said).toContain('Delete nothing before you know');
      expect(said).toContain('TimeLineID:       2\n');
    },
  );
});
