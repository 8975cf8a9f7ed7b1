import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../src/server/environment.ts';
import { testFolder } from './testFolder.ts';

const PROXIES =
  'the addresses or networks of your proxies (10.0.0.2, 10.1.0.0/16), how many stand in a row (1), or off';
const OUT_OF_RANGE = ['0.0.0.0/0', '::/0', '10.0.0.256', '10.0.0.0/33', 'fd00::/129', '10.0.0.1/8/8'];

/** The values that a variable must not have, by the message that refuses them. */
const REFUSED: readonly (readonly [name: string, message: string, values: readonly string[]])[] = [
  ['PORT', 'PORT must be a whole number from 0 to 65535', ['http', '65536', '-1']],
  ['METRICS_PORT', 'METRICS_PORT must be a whole number from 0 to 65535', ['x']],
  [
    'DATABASE_URL',
    'DATABASE_URL must read like postgres://user@host/database',
    ['mysql://somewhere', 'postgres://first:5432,second:5432/db', 'somewhere'],
  ],
  ['CINEMA_TIME_ZONE', 'CINEMA_TIME_ZONE must be a time zone such as Asia/Jakarta', ['Asia/Nowhere']],
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
  ['LOG_LEVEL', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent', ['loud']],
  [
    'TRUST_PROXY',
    `TRUST_PROXY must not believe everybody, who could then pretend any address: write ${PROXIES}`,
    ['on', 'True', 'yes'],
  ],
  ['TRUST_PROXY', `TRUST_PROXY must be ${PROXIES}`, ['perhaps', '-1', '10.0.0.1,', '100', ...OUT_OF_RANGE]],
];

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, '../..', name), 'utf8');
}

describe('the environment of the server', () => {
  test('nothing set gives the defaults, and an empty variable counts as not set', () => {
    const defaults = {
      port: 3000,
      host: '127.0.0.1',
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      dataDirectory: './data',
      databaseUrl: undefined,
      cataloguePath: undefined,
      zone: 'Asia/Jakarta',
      trustProxy: 0,
      publicOrigin: undefined,
      securityContact: undefined,
      logLevel: 'info',
    };
    expect(readEnvironment({})).toEqual(defaults);
    expect(readEnvironment({ PORT: '', HOST: ' ', DATABASE_URL: '', TRUST_PROXY: '', LOG_LEVEL: '' })).toEqual(
      defaults,
    );
  });

  test('everything set is read', () => {
    expect(
      readEnvironment({
        PORT: '0',
        HOST: '0.0.0.0',
        METRICS_PORT: '9100',
        METRICS_HOST: '10.0.0.1',
        DATA_DIR: '/var/lib/cinema',
        DATABASE_URL: 'postgres://user:word@db.example,standby.example:5433/cinema',
        CATALOGUE: 'films.json',
        CINEMA_TIME_ZONE: 'Pacific/Honolulu',
        TRUST_PROXY: '10.0.0.2, 2001:DB8::/32',
        PUBLIC_ORIGIN: 'https://Nobar.example:443/',
        SECURITY_CONTACT: 'mailto:security@cinema.example',
        LOG_LEVEL: 'warn',
      }),
    ).toEqual({
      port: 0,
      host: '0.0.0.0',
      metricsPort: 9100,
      metricsHost: '10.0.0.1',
      dataDirectory: '/var/lib/cinema',
      databaseUrl: 'postgres://user:word@db.example,standby.example:5433/cinema',
      cataloguePath: 'films.json',
      zone: 'Pacific/Honolulu',
      trustProxy: ['10.0.0.2', '2001:db8::/32'],
      publicOrigin: 'https://nobar.example',
      securityContact: 'mailto:security@cinema.example',
      logLevel: 'warn',
    });
  });

  test.each([
    ['off', 0],
    ['False', 0],
    ['0', 0],
    ['2', 2],
    ['10.0.0.2', ['10.0.0.2']],
    ['10.0.0.0/8,fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
  ])('reliability 47: TRUST_PROXY=%s names the proxies', (value, proxies) => {
    expect(readEnvironment({ TRUST_PROXY: value }).trustProxy).toEqual(proxies);
  });

  test.each(REFUSED)(
    'reliability 47: %s is refused with a message, whatever it is wrong by',
    (name, message, values) => {
      for (const value of values) expect(() => readEnvironment({ [name]: value }), value).toThrow(message);
    },
  );

  test.each([
    [{ DATABASE_URL: 'postgres://a:b@c/d' }, /^DATABASE_PASSWORD_FILE needs a DATABASE_URL like /],
    [{}, /^DATABASE_PASSWORD_FILE needs a DATABASE_URL like /],
    [{ DATABASE_URL: 'postgres://a@c/d' }, /^DATABASE_PASSWORD_FILE \/no\/such cannot be read \(ENOENT\)$/],
  ])('reliability 57: a password file that cannot be used is refused with a message (%o)', (variables, message) => {
    expect(() => readEnvironment({ DATABASE_PASSWORD_FILE: '/no/such', ...variables })).toThrow(message);
  });

  test('reliability 57: a byte order mark is no part of a password, and a file that is not UTF-8 is refused', () => {
    const file = join(testFolder(), 'password');
    const variables = { DATABASE_PASSWORD_FILE: file, DATABASE_URL: 'postgres://a@c/d' };
    writeFileSync(file, '\uFEFFs\u00E9cret\r\n');
    expect(readEnvironment(variables).databaseUrl).toBe('postgres://a:s%C3%A9cret@c/d');
    for (const encoding of ['latin1', 'utf16le'] as const) {
      writeFileSync(file, '\uFEFFs\u00E9cret', encoding);
      expect(() => readEnvironment(variables), encoding).toThrow(`DATABASE_PASSWORD_FILE ${file} cannot be read`);
    }
  });

  test('reliability 58: every variable stands in README and in the example, and .env goes nowhere', () => {
    const names = [...read('src/server/environment.ts').matchAll(/^ {2}([A-Z_]+): v\./gm)].map(([, name = '']) => name);
    expect(names).toContain('METRICS_PORT');
    const table = /## Variables\n([^]*?)\n## /.exec(read('src/server/README.md'))?.[1] ?? '';
    expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
    expect(names.filter((name) => !read('.env.example').includes(`# ${name}=`))).toEqual([]);
    for (const file of ['.gitignore', '.dockerignore']) expect(read(file).split('\n')).toContain('.env');
  });
});
