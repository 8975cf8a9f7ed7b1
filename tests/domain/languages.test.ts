import { describe, expect, test } from 'vitest';
import { basePath, languageAt, pathWithin, serviceWorkerPath } from '#domain/languages.ts';

describe('the language of a page is the first part of its path', () => {
  test.each([
    ['/', 'en', '/'],
    ['/movies', 'en', '/movies'],
    ['/en/movies', 'en', '/en/movies'],
    ['/identity', 'en', '/identity'],
    ['/movies/id', 'en', '/movies/id'],
    ['//id', 'en', '//id'],
    ['', 'en', '/'],
    ['/id', 'id', '/'],
    ['/id/', 'id', '/'],
    ['/id/movies', 'id', '/movies'],
    ['/id/id', 'id', '/id'],
    ['/ID/movies', 'id', '/movies'],
    ['/id//cinema.example', 'id', '//cinema.example'],
  ] as const)('%s is in %s, and is its page %s', (path, language, within) => {
    expect([languageAt(path), pathWithin(path)]).toEqual([language, within]);
  });

  test('a query does not hide the language', () => {
    expect(['/id?date=05+Mar', '/?id', '/movies?/id'].map(languageAt)).toEqual(['id', 'en', 'en']);
  });

  test('each language has its own prefix and service worker', () => {
    expect([basePath('en'), basePath('id')]).toEqual(['', '/id']);
    expect([serviceWorkerPath('en'), serviceWorkerPath('id')]).toEqual(['/service-worker.js', '/service-worker-id.js']);
  });
});
