import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../src/server/environment.ts';

const ORIGIN_MESSAGE = 'PUBLIC_ORIGIN must read like https://cinema.example, without a path';
const CONTACT_MESSAGE =
  'SECURITY_CONTACT must read like mailto:security@cinema.example or https://cinema.example/security';

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
    ['PORT', 'http', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535'],
    ['METRICS_PORT', 'x', 'METRICS_PORT must be a whole number from 0 to 65535'],
    ['DATABASE_URL', 'mysql://somewhere', 'DATABASE_URL must read like postgres://user@host/database'],
    [
      'DATABASE_URL',
      'postgres://first:5432,second:5432/db',
      'DATABASE_URL must read like postgres://user@host/database',
    ],
    ['DATABASE_URL', 'somewhere', 'DATABASE_URL must read like postgres://user@host/database'],
    ['CINEMA_TIME_ZONE', 'Asia/Nowhere', 'CINEMA_TIME_ZONE must be a time zone such as Asia/Jakarta'],
    ['PUBLIC_ORIGIN', 'nobar.example', ORIGIN_MESSAGE],
    ['PUBLIC_ORIGIN', 'ftp://nobar.example', ORIGIN_MESSAGE],
    ['PUBLIC_ORIGIN', 'https://nobar.example/cinema', ORIGIN_MESSAGE],
    ['PUBLIC_ORIGIN', 'https://user@nobar.example', ORIGIN_MESSAGE],
    ['SECURITY_CONTACT', 'security@cinema.example', CONTACT_MESSAGE],
    ['SECURITY_CONTACT', 'mailto:a@b.example\nExpires: never', CONTACT_MESSAGE],
    ['SECURITY_CONTACT', 'http://cinema.example', CONTACT_MESSAGE],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
  ])('%s=%s is refused in a sentence', (name, value, message) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(message);
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

  const names =
    'the addresses or networks of your proxies (10.0.0.2, 10.1.0.0/16), how many stand in a row (1), or off';

  test.each(['on', 'True', 'yes'])(
    'reliability 47: TRUST_PROXY=%s, everybody, is refused and says what to write',
    (value) => {
      expect(() => readEnvironment({ TRUST_PROXY: value })).toThrow(
        `TRUST_PROXY must not believe everybody, who could then pretend any address: write ${names}`,
      );
    },
  );

  test.each([
    'perhaps',
    '-1',
    '10.0.0.256',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    'fd00::/129',
    '10.0.0.1,',
    '10.0.0.1/8/8',
    '100',
  ])('reliability 47: TRUST_PROXY=%s names no proxy', (value) => {
    expect(() => readEnvironment({ TRUST_PROXY: value })).toThrow(`TRUST_PROXY must be ${names}`);
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
