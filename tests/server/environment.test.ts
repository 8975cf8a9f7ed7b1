import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../src/server/environment.ts';

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
      trustProxy: false,
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
        DATABASE_URL: 'postgres://user:word@db.example/cinema',
        CATALOGUE: 'films.json',
        CINEMA_TIME_ZONE: 'Pacific/Honolulu',
        TRUST_PROXY: 'On',
        LOG_LEVEL: 'warn',
      }),
    ).toEqual({
      port: 0,
      host: '0.0.0.0',
      metricsPort: 9100,
      metricsHost: '10.0.0.1',
      dataDirectory: '/var/lib/cinema',
      databaseUrl: 'postgres://user:word@db.example/cinema',
      cataloguePath: 'films.json',
      zone: 'Pacific/Honolulu',
      trustProxy: true,
      logLevel: 'warn',
    });
  });

  test.each([
    ['PORT', 'http', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535'],
    ['METRICS_PORT', 'x', 'METRICS_PORT must be a whole number from 0 to 65535'],
    ['DATABASE_URL', 'mysql://somewhere', 'DATABASE_URL must read like postgres://user@host/database'],
    ['DATABASE_URL', 'somewhere', 'DATABASE_URL must read like postgres://user@host/database'],
    ['CINEMA_TIME_ZONE', 'Asia/Nowhere', 'CINEMA_TIME_ZONE must be a time zone such as Asia/Jakarta'],
    ['TRUST_PROXY', 'perhaps', 'TRUST_PROXY must be on or off'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
  ])('%s=%s is refused in a sentence', (name, value, sentence) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(sentence);
  });
});
