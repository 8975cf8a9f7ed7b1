import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEnvFile } from '../../src/server/envFile.ts';
import { OperatorError } from '../../src/server/errors.ts';
import { readEnvironment } from '../../src/server/environment.ts';
import { runToEnd } from '../programs/runProgram.ts';
import { testFolder } from './testFolder.ts';

const PROXIES =
  'the addresses or networks of your proxies (10.0.0.2, 10.1.0.0/16), the length of the chain of proxies (1), or off';
const OUT_OF_RANGE = ['0.0.0.0/0', '::/0', '10.0.0.256', '10.0.0.0/33', 'fd00::/129', '10.0.0.1/8/8'];

/** Each variable with its invalid values and the error message for them. */
const REFUSED: readonly (readonly [name: string, message: string, values: readonly string[]])[] = [
  ['PORT', 'PORT must be a whole number from 0 to 65535', ['http', '65536', '-1']],
  ['METRICS_PORT', 'METRICS_PORT must be a whole number from 0 to 65535', ['x']],
  [
    'DATABASE_URL',
    'DATABASE_URL must read like postgres://user@host/database',
    ['mysql://somewhere', 'postgres://first:5432,second:5432/db', 'somewhere'],
  ],
  ['CINEMA_TIME_ZONE', 'CINEMA_TIME_ZONE must be a time zone such as Asia/Jakarta', ['Asia/Nowhere', 'UTC+7', 'Z']],
  [
    'CINEMA_TIME_ZONE',
    'CINEMA_TIME_ZONE must be a time zone such as Asia/Jakarta, not an offset such as +07:00',
    ['+07:00', '+0700', '-03', '+00:00'],
  ],
  [
    'PUBLIC_ORIGIN',
    'PUBLIC_ORIGIN must read like https://cinema.example, without a path',
    ['nobar.example', 'ftp://nobar.example', 'https://nobar.example/cinema', 'https://user@nobar.example'],
  ],
  [
    'SECURITY_CONTACT',
    'SECURITY_CONTACT must read like mailto:security@cinema.example or https://cinema.example/security',
    ['security@cinema.example', 'mailto:a@b.example\nExpires: never', 'http://cinema.example'],
  ],
  ['MAX_UNBACKED_SEATS', 'MAX_UNBACKED_SEATS must be a whole number from 0 to 64', ['65', '-1', 'many']],
  ['MAX_HELD_SEATS_PER_ADDRESS', 'MAX_HELD_SEATS_PER_ADDRESS must be a whole number from 0 to 64', ['65', '1.5']],
  ['DOOR_OPENS_MINUTES', 'DOOR_OPENS_MINUTES must be a whole number from 0 to 1440', ['1441', 'an hour']],
  ['HSTS_SUBDOMAINS', 'HSTS_SUBDOMAINS must be on or off', ['preload', '1']],
  ['LOG_LEVEL', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent', ['loud']],
  [
    'TRUST_PROXY',
    `TRUST_PROXY must not trust every client, because each could then fake its address: set it to ${PROXIES}`,
    ['on', 'True', 'yes'],
  ],
  ['TRUST_PROXY', `TRUST_PROXY must be ${PROXIES}`, ['perhaps', '-1', '10.0.0.1,', '100', ...OUT_OF_RANGE]],
];

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, '../..', name), 'utf8');
}

describe('the environment of the server', () => {
  test('missing and empty variables have their defaults', () => {
    const defaults = {
      port: 3000,
      host: '127.0.0.1',
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      dataDirectory: resolve('./data'),
      databaseUrl: undefined,
      cataloguePath: undefined,
      zone: 'Asia/Jakarta',
      trustProxy: 0,
      hstsSubdomains: false,
      publicOrigin: undefined,
      securityContact: undefined,
      holdLimits: { unbackedSeats: 16, seatsOfNetwork: 24 },
      doorOpensMinutes: 60,
      logLevel: 'info',
    };
    expect(readEnvironment({})).toEqual(defaults);
    expect(readEnvironment({ PORT: '', HOST: ' ', DATABASE_URL: '', TRUST_PROXY: '', LOG_LEVEL: '' })).toEqual(
      defaults,
    );
  });

  test.each([
    ['off', 0],
    ['False', 0],
    ['0', 0],
    ['2', 2],
    ['10.0.0.2', ['10.0.0.2']],
    ['10.0.0.0/8, FD00::/8', ['10.0.0.0/8', 'fd00::/8']],
  ])('reliability 47: parses TRUST_PROXY=%s', (value, proxies) => {
    expect(readEnvironment({ TRUST_PROXY: value }).trustProxy).toEqual(proxies);
  });

  test.each([
    ['asia/jakarta', 'Asia/Jakarta'],
    ['utc', 'UTC'],
    ['Etc/GMT-7', 'Etc/GMT-7'],
  ])('CINEMA_TIME_ZONE=%s becomes %s, the canonical name', (value, zone) => {
    expect(readEnvironment({ CINEMA_TIME_ZONE: value }).zone).toBe(zone);
  });

  test.each(['DATA_DIR', 'CATALOGUE', 'DATABASE_PASSWORD_FILE'])(
    'reliability 69: refuses a %s that no shell has expanded',
    (name) => {
      for (const [value, reason] of [
        ['"/srv/x"', 'has quotation marks'],
        ["'/srv/x'", 'has quotation marks'],
        ['~/data', 'begins with ~'],
        ['$HOME/data', 'contains a variable,'],
        ['/srv/${NAME}', 'contains a variable,'],
        ['%APPDATA%/nobar', 'contains a variable of Windows'],
        ['C:\\data', 'is a path of Windows'],
        ['\\\\server\\data', 'is a path of Windows'],
      ] as const) {
        expect(() => readEnvironment({ [name]: value }), value).toThrow(`${name} ${reason}`);
      }
    },
  );

  test('accepts a path with an apostrophe, a percent sign or a tilde that is a part of a name', () => {
    for (const path of ["/srv/O'Brien", '/srv/50% off', '/srv/old~']) {
      expect(readEnvironment({ DATA_DIR: path }).dataDirectory).toBe(path);
    }
  });

  test.each(REFUSED)('reliability 47: refuses %s with a message', (name, message, values) => {
    for (const value of values) expect(() => readEnvironment({ [name]: value }), value).toThrow(message);
  });

  test.each([
    [{ DATABASE_URL: 'postgres://a:b@c/d' }, /^DATABASE_PASSWORD_FILE needs a DATABASE_URL like /],
    [{}, /^DATABASE_PASSWORD_FILE needs a DATABASE_URL like /],
    [{ DATABASE_URL: 'postgres://a@c/d' }, /^DATABASE_PASSWORD_FILE \/no\/such cannot be read \(ENOENT\)$/],
  ])('reliability 57: refuses an unusable password file with a message (%o)', (variables, message) => {
    expect(() => readEnvironment({ DATABASE_PASSWORD_FILE: '/no/such', ...variables })).toThrow(message);
  });

  test('reliability 57: skips a byte order mark of a password file, and refuses a file that is not UTF-8', () => {
    const file = join(testFolder(), 'password');
    const variables = { DATABASE_PASSWORD_FILE: file, DATABASE_URL: 'postgres://a@c/d' };
    writeFileSync(file, '\uFEFFs\u00E9cret\r\n');
    expect(readEnvironment(variables).databaseUrl).toBe('postgres://a:s%C3%A9cret@c/d');
    for (const encoding of ['latin1', 'utf16le'] as const) {
      writeFileSync(file, '\uFEFFs\u00E9cret', encoding);
      expect(() => readEnvironment(variables), encoding).toThrow(`DATABASE_PASSWORD_FILE ${file} cannot be read`);
    }
  });

  test('reliability 58: README and .env.example list every variable, and git and docker ignore .env', () => {
    const names = [...read('src/server/environment.ts').matchAll(/^ {2}([A-Z_]+): v\./gm)].map(([, name = '']) => name);
    expect(names).toContain('METRICS_PORT');
    const table = /## Variables\n([^]*?)\n## /.exec(read('src/server/README.md'))?.[1] ?? '';
    expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
    expect(names.filter((name) => !read('.env.example').includes(`# ${name}=`))).toEqual([]);
    for (const file of ['.gitignore', '.dockerignore']) expect(read(file).split('\n')).toContain('.env');
  });
});

/** Runs a file of the server in a folder with this `.env`, until it exits. */
async function runIn(folder: string, file: string, variables: Readonly<Record<string, string>> = {}) {
  const path = join(import.meta.dirname, '../../src/server', file);
  return runToEnd(process.execPath, [path], { cwd: folder, env: variables });
}

function folderWith(text: string | Uint8Array): string {
  const folder = testFolder();
  writeFileSync(join(folder, '.env'), text);
  return folder;
}

describe('.env in the working directory', () => {
  test('sets the variables of a command, unless the environment sets them', async () => {
    const folder = folderWith('# Ours\nDATA_DIR=from-file\n');
    expect(await runIn(folder, 'commands/migrate.ts')).toEqual({ code: 0, said: 'The database is ready.\n' });
    expect(existsSync(join(folder, 'from-file', 'nobar-now.sqlite'))).toBe(true);
    await runIn(folder, 'commands/migrate.ts', { DATA_DIR: 'from-environment' });
    expect(existsSync(join(folder, 'from-environment', 'nobar-now.sqlite'))).toBe(true);
    await runIn(folder, 'commands/migrate.ts', { DATA_DIR: '' });
    expect(existsSync(join(folder, 'data', 'nobar-now.sqlite')), 'an empty variable means the default').toBe(true);
  });

  test('sets the variables of the server, and the server logs unknown names', async () => {
    const folder = folderWith('PROT=8080\nPOSTGRES_PASSWORD=secret\nLOG_LEVEL=loud\n');
    expect(await runIn(folder, 'main.ts')).toEqual({
      code: 1,
      said: `.env sets PROT, which Nobar Now does not read\nLOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent\n`,
    });
  });

  test('may have a byte order mark, CRLF, quotes, export and comments', () => {
    const folder = folderWith(
      '\ufeffPORT=8080 # the proxy asks here\r\n\r\nexport HOST="::1"\r\n  LOG_LEVEL = warn\r\n',
    );
    expect({ ...readEnvFile(join(folder, '.env')) }).toEqual({ PORT: '8080', HOST: '::1', LOG_LEVEL: 'warn' });
    expect(readEnvFile(join(folder, 'none'))).toEqual({});
  });

  test.each([
    ['a line without an equals sign', 'HOST=::1\nPORT: 8080\n', 'Line 2 of .env must read NAME=value'],
    ['a value of two lines', 'HOST="a\nb"\n', 'Line 2 of .env must read NAME=value'],
    ['UTF-16', Buffer.from('\ufeffPORT=8080\n', 'utf16le'), '.env is not UTF-8 text'],
  ])('with %s is refused with a message that quotes none of its contents', (_what, text, message) => {
    const path = join(folderWith(text), '.env');
    expect(() => readEnvFile(path)).toThrow(new OperatorError(message.replace('.env', path)));
  });

  test('that is a folder is refused with a message', async () => {
    const folder = testFolder();
    mkdirSync(join(folder, '.env'));
    expect((await runIn(folder, 'main.ts')).said).toBe('.env cannot be read (EISDIR)\n');
  });
});
